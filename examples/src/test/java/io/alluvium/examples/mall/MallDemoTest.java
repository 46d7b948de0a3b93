package io.alluvium.examples.mall;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.server.demo.AnswerTable;
import io.alluvium.server.demo.DemoFolder;
import io.alluvium.server.demo.MallDemo;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole warehouse, from Canal messages to APP tables in a real H2, against answers that were reckoned without the engine. */
class MallDemoTest {
    private static final Path MALL = Path.of("mall");

    private static final Map<String, List<String>> KEYS = Map.of(
            "app_gmv_minute_province", List.of("pay_minute", "province_id"),
            "app_uv_minute", List.of("window_start", "window_end"));

    @TempDir
    Path folder;

    private final ByteArrayOutputStream told = new ByteArrayOutputStream();

    @Test
    void everyCellIsRight() {
        assertEquals(List.of(), run(MALL, "zh"));
        assertTrue(told.toString(StandardCharsets.UTF_8).contains("ODS"));
    }

    @Test
    void aChangedAmountAndADeletedPaymentAreNamedCellByCell() throws IOException {
        Map<String, String> tampered = TamperedMall.generate();
        Path copy = folder.resolve("tampered");
        copyScripts(copy);
        Map<String, String> data = new TreeMap<>(tampered);
        data.keySet().removeIf(path -> !path.startsWith("data/"));
        MallGenerator.write(data, copy);

        List<String> expected = new ArrayList<>();
        for (Map.Entry<String, String> file : tampered.entrySet()) {
            if (file.getKey().matches("expected/(app_.*|row_counts)\\.tsv")) {
                String name = file.getKey()
                        .substring("expected/".length(), file.getKey().length() - ".tsv".length());
                AnswerTable leadsTo = AnswerTable.parse(file.getValue().lines().toList());
                String label = name.startsWith("app_") ? "app." + name : name;
                List<String> keys = KEYS.getOrDefault(name, leadsTo.header().subList(0, 1));
                expected.addAll(
                        AnswerTable.differences(label, AnswerTable.read(MALL.resolve(file.getKey())), leadsTo, keys));
            }
        }
        assertFalse(expected.isEmpty());
        assertEquals(
                expected.stream().sorted().toList(),
                run(copy, "en").stream().sorted().toList());
    }

    private static void copyScripts(Path target) throws IOException {
        try (Stream<Path> files = Files.walk(MALL)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = target.resolve(MALL.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    private List<String> run(Path input, String language) {
        Path warehouse = folder.resolve("warehouse");
        DemoFolder.prepare(input, warehouse);
        return new MallDemo(MALL, warehouse, language, null, new PrintStream(told, true, StandardCharsets.UTF_8)).run();
    }
}

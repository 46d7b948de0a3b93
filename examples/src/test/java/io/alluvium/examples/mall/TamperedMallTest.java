package io.alluvium.examples.mall;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two tampered payments change only their own cells, and the scripts see the change in the data files. */
class TamperedMallTest {
    private static final Path WAREHOUSE = Path.of("mall");

    private final Map<String, String> original = MallGenerator.generate();
    private final Map<String, String> tampered = TamperedMall.generate();

    @Test
    void onlyTheirOwnCellsDiffer() {
        Map<String, List<String>> differing = new TreeMap<>();
        for (String path : original.keySet()) {
            if (path.startsWith("expected/") && !original.get(path).equals(tampered.get(path))) {
                Set<String> rows = new TreeSet<>(original.get(path).lines().toList());
                rows.removeAll(tampered.get(path).lines().toList());
                differing.put(path, new ArrayList<>(rows));
            }
        }
        assertEquals(
                Set.of(
                        "expected/app_gmv_minute_province.tsv",
                        "expected/app_order_funnel_day.tsv",
                        "expected/row_counts.tsv"),
                differing.keySet());
        assertEquals(2, differing.get("expected/app_gmv_minute_province.tsv").size());
        assertEquals(1, differing.get("expected/row_counts.tsv").size());
        assertTrue(differing.get("expected/row_counts.tsv").get(0).startsWith("dwd.dwd_payment_info\t"));
    }

    @Test
    void scriptsSeeTheTamperedData(@TempDir Path folder) throws IOException, SQLException {
        MallGenerator.write(tampered, folder);
        for (String layer : List.of("dwd", "dim", "dws", "app")) {
            try (Stream<Path> scripts = Files.list(WAREHOUSE.resolve(layer))) {
                for (Path script : scripts.toList()) {
                    Path copy = folder.resolve(WAREHOUSE.relativize(script).toString());
                    Files.createDirectories(copy.getParent());
                    Files.copy(script, copy);
                }
            }
        }
        try (MallOnDuckDb duckDb = new MallOnDuckDb(folder)) {
            for (String table : List.of("app_gmv_minute_province", "app_order_funnel_day", "app_top_sku")) {
                assertEquals(tampered.get("expected/" + table + ".tsv"), duckDb.tsv("app." + table));
            }
        }
    }
}

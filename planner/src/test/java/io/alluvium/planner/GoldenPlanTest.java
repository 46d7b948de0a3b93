package io.alluvium.planner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Plans, warnings and refusals of statements, word for word: {@code golden/NAME.sql} gives {@code golden/NAME.plan}. With the
 * system property {@code golden.update} the expected files are written anew; read the difference before you commit it.
 */
class GoldenPlanTest {
    private static final Path FOLDER = Path.of("src/test/resources/golden");
    private static final Path NEXMARK = Path.of("../benchmarks/src/main/resources/nexmark");
    private static final Path MALL = Path.of("../examples/mall");

    static Stream<String> names() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files
                    .map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".sql"))
                    .map(name -> name.substring(0, name.length() - 4))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void planIsAsExpected(String name) throws IOException {
        String file = name + ".sql";
        check(name, new PlannerFixture().outcomes(Files.readString(FOLDER.resolve(file)), file));
    }

    @Test
    void nexmarkPlansAreAsExpected() throws IOException {
        StringBuilder outcomes = new StringBuilder();
        for (String query : List.of("q0", "q1", "q2", "q4", "q17", "q18", "q20")) {
            String script =
                    Files.readString(NEXMARK.resolve("tables.sql")) + Files.readString(NEXMARK.resolve(query + ".sql"));
            outcomes.append("==== ").append(query).append('\n');
            outcomes.append(new PlannerFixture()
                    .outcomes(
                            script.replace(", ${stream}", "").replace("${sink}", "'connector' = 'blackhole'"), query));
        }
        check("nexmark", outcomes.toString());
    }

    @Test
    void theWholeMallCanBePlanned() throws IOException {
        PlannerFixture fixture = new PlannerFixture();
        for (String layer : List.of("ods", "dwd", "dim", "dws", "app")) {
            try (Stream<Path> files = Files.list(MALL.resolve(layer))) {
                for (Path file : files.sorted().toList()) {
                    fixture.run(Files.readString(file), layer + "/" + file.getFileName());
                }
            }
        }
    }

    private static void check(String name, String outcomes) throws IOException {
        Path expected = FOLDER.resolve(name + ".plan");
        if (System.getProperty("golden.update") != null) {
            Files.writeString(expected, outcomes);
        }
        assertEquals(Files.readString(expected), outcomes, name);
    }
}

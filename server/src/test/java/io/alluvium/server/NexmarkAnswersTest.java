package io.alluvium.server;

import static org.junit.jupiter.api.Assertions.assertNull;

import io.alluvium.benchmarks.nexmark.ExpectedResult;
import io.alluvium.benchmarks.nexmark.NexmarkQuery;
import io.alluvium.benchmarks.nexmark.ResultLines;
import io.alluvium.server.output.OutputStyle;
import io.alluvium.server.session.ScriptText;
import io.alluvium.server.session.Session;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The Nexmark queries, from SQL text to final rows, give the answers of other engines, at any number of workers and splits. */
class NexmarkAnswersTest {

    static Stream<Arguments> cases() {
        Stream<Arguments> main = NexmarkQuery.NAMES.stream()
                .flatMap(query -> Stream.of(1, 3).map(parallelism -> Arguments.of("main", query, parallelism)));
        return Stream.concat(main, Stream.of(Arguments.of("ties", "q18", 1), Arguments.of("ties", "q18", 3)));
    }

    @ParameterizedTest(name = "{0}/{1} at parallelism {2}")
    @MethodSource("cases")
    void answersAreThoseOfOtherEngines(String set, String query, int parallelism) {
        ExpectedResult expected = ExpectedResult.of(set, query);
        String script = "SET 'parallelism.default' = '" + parallelism + "';\n"
                + NexmarkQuery.tables(expected.events(), expected.seed(), expected.rate(), parallelism) + "\n"
                + NexmarkQuery.named(query).select();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Session session = Session.open(Warehouse.inMemory(), Map.of())) {
            session.execute(
                    List.of(new ScriptText(query + ".sql", script)),
                    OutputStyle.TSV,
                    new PrintStream(bytes, true, StandardCharsets.UTF_8));
        }
        ResultLines lines = new ResultLines();
        bytes.toString(StandardCharsets.UTF_8).lines().skip(1).forEach(line -> lines.add(line, 1));
        assertNull(expected.difference(lines, peers()));
    }

    /** Folder with the other engines' rows, only needed to show which rows differ. */
    private static @Nullable Path peers() {
        String folder = System.getProperty("alluvium.peers");
        return folder == null ? null : Path.of(folder, "expected");
    }
}

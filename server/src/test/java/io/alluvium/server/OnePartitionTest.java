package io.alluvium.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.alluvium.server.output.OutputStyle;
import io.alluvium.server.session.ScriptText;
import io.alluvium.server.session.Session;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A log of one partition whose messages are parsed by several workers: the last change of each key still wins. */
class OnePartitionTest {
    /** The last message inserts order 1808 anew; all others have been paid, most of them several times. */
    private static final String SCRIPT =
            """
            CREATE TEMPORARY TABLE canal_log (
              id BIGINT, amount DECIMAL(16, 2), status STRING, PRIMARY KEY (id) NOT ENFORCED
            ) WITH ('connector' = 'canal-log', 'format' = 'canal-json', 'messages' = '20001');
            SELECT status, COUNT(*) AS n, MIN(id) AS first_id FROM canal_log GROUP BY status;
            """;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void orderOfAKeyStays(int parallelism) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Session session = Session.open(Warehouse.inMemory(), Map.of())) {
            session.execute(
                    List.of(new ScriptText("one.sql", "SET 'parallelism.default' = '" + parallelism + "';\n" + SCRIPT)),
                    OutputStyle.TSV,
                    new PrintStream(bytes, true, StandardCharsets.UTF_8));
        }
        assertEquals(
                List.of("status\tn\tfirst_id", "created\t1\t1808", "paid\t4095\t0"),
                bytes.toString(StandardCharsets.UTF_8).lines().toList());
    }
}

package io.alluvium.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The command line with SQL that is unusual but right, or nearly right. */
class HostileSqlTest {
    private static final String ROWS = "(VALUES (1, 'c', 30), (2, 'a', 10), (3, 'b', 20)) AS t(id, word, n)";

    @Test
    void rowsAreOrderedByColumnsThatAreNotShown() {
        assertEquals("word\na\nb\nc\n", Outcome.of("SELECT word FROM " + ROWS + " ORDER BY n").out);
        assertEquals("word\nb\nc\n", Outcome.of("SELECT word FROM " + ROWS + " ORDER BY n LIMIT 5 OFFSET 1").out);
        assertEquals(
                "word\nc\nb\na\n", Outcome.of("SELECT word FROM " + ROWS + " GROUP BY word ORDER BY SUM(n) DESC").out);
    }

    /** A group left out would be a wrong answer that nobody sees. */
    @Test
    void anAggregateThatDoesNotFitIsAnError() {
        Outcome outcome = Outcome.of("SELECT SUM(x) FROM (VALUES (9223372036854775807), (1)) AS t(x)");
        assertEquals(1, outcome.code);
        assertTrue(outcome.err.contains("NUMERIC_OVERFLOW"), outcome.err);
        assertEquals("", outcome.out);
    }

    @Test
    void aThousandTermsAreNotTooDeep() {
        String sum = IntStream.range(0, 1000).mapToObj(i -> "id").collect(Collectors.joining(" + "));
        String anyOf = IntStream.range(0, 1000).mapToObj(i -> "n = " + i).collect(Collectors.joining(" OR "));
        Outcome outcome = Outcome.of("SELECT " + sum + " AS s FROM " + ROWS + " WHERE " + anyOf);
        assertEquals("s\n1000\n2000\n3000\n", outcome.out, outcome.err);
        assertEquals(0, outcome.code);
    }

    @Test
    void aSecretInsideAnAddressIsRefusedAndNotRepeated() {
        for (String url : new String[] {
            "jdbc:h2:mem:x;PASSWORD=hunter2",
            "jdbc:mysql://h/db?user=root&password=hunter2",
            "jdbc:mysql://root:hunter2@h/db"
        }) {
            Outcome outcome = Outcome.of(
                    "CREATE TABLE t (id INT) WITH ('connector' = 'jdbc', 'url' = '" + url + "', 'table-name' = 'T')");
            assertEquals(1, outcome.code);
            assertTrue(outcome.err.contains("option \"url\" holds a secret in clear"), outcome.err);
            assertFalse(outcome.err.contains("hunter2"), outcome.err);
        }
        String reference = "jdbc:mysql://h/db?password=${env:NO_SUCH_WORD}";
        Outcome outcome = Outcome.of(
                "CREATE TABLE t (id INT) WITH ('connector' = 'jdbc', 'url' = '" + reference + "', 'table-name' = 'T')");
        assertEquals(0, outcome.code, outcome.err);
    }

    private record Outcome(int code, String out, String err) {
        static Outcome of(String sql) {
            PrintStream oldOut = System.out;
            PrintStream oldErr = System.err;
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ByteArrayOutputStream err = new ByteArrayOutputStream();
            System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
            System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
            try {
                int code = Main.runDeep("sql", "--output", "tsv", "-e", sql);
                return new Outcome(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
            } finally {
                System.setOut(oldOut);
                System.setErr(oldErr);
            }
        }
    }
}

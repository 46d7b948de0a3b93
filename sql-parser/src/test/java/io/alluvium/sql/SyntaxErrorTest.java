package io.alluvium.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.fail;

import io.alluvium.core.error.AlluviumException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each wrong script of {@code syntax-errors.txt} gives exactly the message behind it. */
class SyntaxErrorTest {
    record Case(String script, String message) {
        @Override
        public String toString() {
            return script;
        }
    }

    static Stream<Case> cases() throws IOException {
        try (InputStream in = Objects.requireNonNull(SyntaxErrorTest.class.getResourceAsStream("syntax-errors.txt"))) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            List<Case> cases = new ArrayList<>();
            for (String block : text.split("\n====\n")) {
                String[] halves = block.split("\n----\n", 2);
                cases.add(new Case(halves[0], halves[1].stripTrailing()));
            }
            return cases.stream();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void saysWhatWhereAndWhatNext(Case wrong) {
        AlluviumException e = assertThrows(AlluviumException.class, () -> {
            for (StatementText text : ScriptSplitter.split(wrong.script(), "f.sql")) {
                StatementParser.parse(text);
            }
        });
        assertEquals(wrong.message(), e.getMessage());
    }

    /** Whatever is cut off or left out of a statement, the answer is a statement or an error with a position. */
    @Test
    void everyMutilationIsReadOrRefusedWithAPosition() {
        String sql =
                "CREATE TEMPORARY TABLE IF NOT EXISTS d.t (a INT NOT NULL COMMENT 'c', b AS a + 1, ts TIMESTAMP(3) METADATA FROM"
                        + " 'timestamp' VIRTUAL, WATERMARK FOR ts AS ts - INTERVAL '5' SECOND, PRIMARY KEY (a) NOT ENFORCED) COMMENT 'x'"
                        + " PARTITIONED BY (a) WITH ('connector' = 'kafka', 'topic' = 't')";
        String[] words = sql.split(" ");
        for (int i = 0; i < words.length; i++) {
            List<String> left = new ArrayList<>(List.of(words));
            left.remove(i);
            readOrRefuse(String.join(" ", left));
            readOrRefuse(String.join(" ", List.of(words).subList(0, i + 1)));
        }
    }

    private static void readOrRefuse(String sql) {
        try {
            StatementParser.parse(StatementText.of(sql));
        } catch (AlluviumException e) {
            if (e.position() == null || e.problem().contains("something else")) {
                fail(sql, e);
            }
        }
    }
}

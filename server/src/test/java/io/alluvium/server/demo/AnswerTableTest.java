package io.alluvium.server.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class AnswerTableTest {
    private static final AnswerTable RIGHT = table("k\tv", "a\t1", "b\t2");

    @Test
    void equalRowsInAnyOrderDoNotDiffer() {
        assertEquals(List.of(), differences(table("k\tv", "b\t2", "a\t1")));
    }

    @Test
    void aDifferenceNamesItsCell() {
        assertEquals(List.of("t[k=b] v: is 3, expected 2"), differences(table("k\tv", "a\t1", "b\t3")));
    }

    @Test
    void missingExtraAndDoubledRowsAreNamed() {
        assertEquals(
                List.of("t[k=b]: row is missing, expected [b, 2]", "t[k=c]: row is not expected: [c, 2]"),
                differences(table("k\tv", "a\t1", "c\t2")));
        assertEquals(List.of("t: has 3 rows, expected 2"), differences(table("k\tv", "a\t1", "a\t1", "b\t2")));
    }

    private static List<String> differences(AnswerTable actual) {
        return AnswerTable.differences("t", RIGHT, actual, List.of("k"));
    }

    private static AnswerTable table(String... lines) {
        return AnswerTable.parse(List.of(lines));
    }
}

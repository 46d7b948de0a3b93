package io.alluvium.benchmarks.nexmark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.error.AlluviumException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExpectedResultTest {
    static List<ExpectedResult> results() {
        return ExpectedResult.all();
    }

    @Test
    void everyQueryHasAResult() {
        for (String query : NexmarkQuery.NAMES) {
            assertEquals(10_000, ExpectedResult.of("main", query).events());
        }
        assertEquals(NexmarkQuery.NAMES.size() + 1, results().size());
    }

    @ParameterizedTest
    @MethodSource("results")
    void plainLoopsOverTheStreamGiveTheResult(ExpectedResult result) {
        ResultLines lines = new ReferenceAnswers(result.stream()).answer(result.query());
        assertEquals(result.rows(), lines.size());
        assertNull(result.difference(lines, PeersFolder.expected()));
    }

    @ParameterizedTest
    @MethodSource("results")
    void theHashIsThatOfTheFile(ExpectedResult result) {
        Path folder = PeersFolder.expectedOrSkip();
        Path file = folder.resolve(result.set()).resolve(result.query() + ".tsv.gz");
        assertEquals(result.sha256(), ResultLines.read(file).sha256());
    }

    @Test
    void aWrongResultIsShownRowByRow() {
        ResultLines expected = new ResultLines();
        expected.add("1\ta", 1);
        expected.add("2\tb", 2);
        ResultLines result = new ResultLines();
        result.add("1\ta", 2);
        result.add("1\ta", -1);
        result.add("2\tb", 1);
        result.add("3\tc", 1);
        assertEquals(
                "3 rows, expected 3\n  missing  2\tb\n  too much 3\tc\n  distinct rows too much: 1, missing: 1",
                result.difference(expected));
        result.add("3\tc", -1);
        result.add("2\tb", 1);
        assertNull(result.difference(expected));
        assertEquals(expected.sha256(), result.sha256());
    }

    @Test
    void aWrongResultIsToldByItsHashWithoutTheFile() {
        ResultLines result = new ResultLines();
        result.add("10\t1", 1);
        String difference = ExpectedResult.of("main", "q4").difference(result, null);
        assertNotNull(difference);
        assertTrue(difference.startsWith("q4: 1 rows, expected 5"), difference);
    }

    @Test
    void aRowTakenAwayTooOftenIsAnError() {
        ResultLines result = new ResultLines();
        result.add("1", -1);
        assertThrows(AlluviumException.class, result::sha256);
    }
}

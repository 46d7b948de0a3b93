package io.alluvium.testkit.scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A wrong script, and a wrong engine, must fail: in the right line, with a diff. */
class ScriptTestTest {
    private static final String TABLE =
            """
            table t (k STRING, v INT)
            stream s
            SELECT k, SUM(v) AS v FROM t GROUP BY k;
            feed t
            +I a 1
            +I b 2
            """;

    @TempDir
    Path folder;

    @Test
    void goodScriptPasses() throws IOException {
        ScriptReport report = run(TABLE + "expect s\n+ b 2\n+ a 1\n");
        assertTrue(report.passed(), report.text());
        assertEquals(RunMode.ALL.size(), report.outcomes().size());
    }

    @Test
    void missingAndUnexpectedChangesAreShown() throws IOException {
        AlluviumException failure = failure(TABLE + "expect s\n+ a 1\n+ c 3\n", ErrorCode.TEST_FAILED, 7);
        assertTrue(failure.problem().contains("missing    1 x c 3"), failure.problem());
        assertTrue(failure.problem().contains("unexpected 1 x b 2"), failure.problem());
    }

    @Test
    void wrongTableFails() throws IOException {
        failure(TABLE + "expect table s\na 1\n", ErrorCode.TEST_FAILED, 7);
        failure(TABLE + "expect table s\na 1\nb 2\nb 2\n", ErrorCode.TEST_FAILED, 7);
    }

    @Test
    void wrongOrderInTheLogFails() throws IOException {
        failure(TABLE + "expect log s\n+ b 2\n+ a 1\n", ErrorCode.TEST_FAILED, 7);
    }

    @Test
    void errorThatDoesNotComeFails() throws IOException {
        failure(TABLE + "expect error TABLE_NOT_FOUND\nstream r\nSELECT k FROM t;\n", ErrorCode.TEST_FAILED, 7);
        failure(TABLE + "expect error TABLE_NOT_FOUND\nstream r\nSELECT nk FROM t;\n", ErrorCode.TEST_FAILED, 7);
        failure(
                TABLE + "expect error COLUMN_NOT_FOUND \"zz\"\nstream r\nSELECT nk FROM t;\n",
                ErrorCode.TEST_FAILED,
                7);
    }

    @Test
    void wrongNumbersFail() throws IOException {
        failure(TABLE + "expect dead letters 1\n", ErrorCode.TEST_FAILED, 7);
        failure(TABLE + "expect counter */in 1\n", ErrorCode.TEST_FAILED, 7);
    }

    @Test
    void errorsOfStatementsHaveTheirPlaceInTheScript() throws IOException {
        AlluviumException failure =
                failure(TABLE + "\nstream r\nSELECT k,\n  nk FROM t;\n", ErrorCode.COLUMN_NOT_FOUND, 10);
        assertNotNull(failure.position());
        assertEquals(3, failure.position().column());
    }

    @Test
    void rowsThatDoNotFitTheTableAreErrorsOfTheScript() throws IOException {
        failure("table t (v INT)\nfeed t\n+I x\n", ErrorCode.SYNTAX_ERROR, 3);
        failure("table t (v INT)\nfeed u\n+I 1\n", ErrorCode.SYNTAX_ERROR, 2);
    }

    /** What the clock says is not a function of the tables: the run over the final tables must tell. */
    @Test
    void resultThatIsNotTheQuerysAnswerFails() throws IOException {
        ScriptReport report = run(
                """
                append table t (v INT)
                stream s
                SELECT v, EXTRACT(SECOND FROM CURRENT_TIMESTAMP) AS second_seen FROM t;
                advance 5 s
                feed t
                +I 1
                """);
        assertFalse(report.passed());
        assertTrue(report.text().contains("does not hold what its query gives over the final tables"), report.text());
    }

    private AlluviumException failure(String text, ErrorCode code, int line) throws IOException {
        ScriptReport report = run(text);
        AlluviumException failure = report.outcomes().get(0).failure();
        assertNotNull(failure, "no failure: " + text);
        assertEquals(code, failure.code(), report.text());
        assertNotNull(failure.position(), report.text());
        assertEquals(line, failure.position().line(), report.text());
        return failure;
    }

    private ScriptReport run(String text) throws IOException {
        Path file = folder.resolve("test.slt");
        Files.writeString(file, text);
        return ScriptTest.run(file, new ClassPathFormats());
    }
}

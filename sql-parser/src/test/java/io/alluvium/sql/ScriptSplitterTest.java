package io.alluvium.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptSplitterTest {
    private static List<String> texts(String script) {
        return ScriptSplitter.split(script, "s.sql").stream()
                .map(StatementText::text)
                .toList();
    }

    @Test
    void semicolonInLiteralsAndCommentsIsText() {
        String script = "INSERT INTO s SELECT 'a;b' -- c;d\n; INSERT INTO s SELECT /* ; */ 'x;\ny' ; -- end;";
        assertEquals(List.of("INSERT INTO s SELECT 'a;b'", "INSERT INTO s SELECT /* ; */ 'x;\ny'"), texts(script));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  \n\t ", ";", ";;\n;", "-- only\n/* comments; */", "-- x", "\uFEFF", ";-- a\n;/**/;"})
    void blankStatementsVanish(String script) {
        assertEquals(List.of(), texts(script));
    }

    @Test
    void commentsAroundAStatementDoNotBelongToIt() {
        assertEquals(List.of("SELECT 1"), texts("-- head\n  SELECT 1; -- done"));
        assertEquals(List.of("SELECT 1", "SELECT 2"), texts("SELECT 1 /* tail */;;SELECT 2"));
    }

    @Test
    void quotesWrittenTwiceStayInside() {
        assertEquals(
                List.of("SELECT 'it''s;', `a``;`, \"b\"\";\"", "SELECT ''"),
                texts("SELECT 'it''s;', `a``;`, \"b\"\";\"; SELECT '';"));
    }

    @Test
    void commentMarksInsideLiteralsAndHintsAreKept() {
        assertEquals(
                List.of("SELECT '--', '/*' FROM t /*+ OPTIONS('a;b' = '*/') */", "SELECT 2 - -1"),
                texts("SELECT '--', '/*' FROM t /*+ OPTIONS('a;b' = '*/') */; SELECT 2 - -1"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "EXECUTE STATEMENT SET BEGIN\nINSERT INTO a SELECT 1;\nINSERT INTO b SELECT 2;\nEND",
                "BEGIN STATEMENT SET; INSERT INTO a SELECT 1; INSERT INTO b SELECT 2; END",
                "begin statement set insert into a select case when x then 1 else 2 end; insert into b select t.end; end",
                "EXPLAIN STATEMENT SET BEGIN INSERT INTO a SELECT 1; END",
                "CREATE JOB j AS STATEMENT SET BEGIN INSERT INTO a SELECT ';'; END"
            })
    void statementSetIsOneStatement(String set) {
        assertEquals(List.of("SELECT 1", set, "SELECT 2"), texts("SELECT 1;" + set + ";SELECT 2"));
    }

    @Test
    void positionsPointIntoTheFile() {
        StatementText second = ScriptSplitter.split("SELECT 1;\r\n\r\n  -- é\n  SELECT 2,\n 3;", "dwd/o.sql")
                .get(1);
        assertEquals(4, second.startLine());
        assertEquals(3, second.startColumn());
        assertEquals("dwd/o.sql:4:10", second.position(1, 8).label());
        assertEquals("  SELECT 2,", second.position(1, 8).lineText());
        assertEquals("dwd/o.sql:5:2", second.position(2, 2).label());
        assertEquals(" 3;", second.position(2, 2).lineText());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "SELECT 1; SELECT 'a;\\n b | s.sql:1:18 | string is not closed",
                "SELECT 1;\\n /* a | s.sql:2:2 | comment is not closed",
                "SELECT `a | s.sql:1:8 | name in back quotes is not closed",
                "SELECT \"a | s.sql:1:8 | double quote is not closed",
                "SELECT /*+ A('x' | s.sql:1:8 | hint is not closed",
                "SELECT 1;\\nBEGIN STATEMENT SET; INSERT INTO t SELECT 1; | s.sql:2:1 | statement set is not closed",
                "SELECT 1 // no | s.sql:1:10 | \"//\" does not start a comment"
            })
    void whatIsNotClosedIsReportedWhereItWasOpened(String script, String label, String problem) {
        AlluviumException e = assertThrows(AlluviumException.class, () -> texts(script.replace("\\n", "\n")));
        assertEquals(ErrorCode.SYNTAX_ERROR, e.code());
        assertEquals(problem, e.problem());
        assertEquals(label, java.util.Objects.requireNonNull(e.position()).label());
    }
}

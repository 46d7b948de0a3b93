package io.alluvium.testkit.scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.testkit.scripts.Command.Action;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ScriptParserTest {
    @Test
    void readsEveryStep() {
        Script script = ScriptParser.parse(
                "a.slt",
                """
                # a comment
                SET 'table.local-time-zone' = 'UTC';
                append table clicks (
                  id INT,
                  at TIMESTAMP(3)) -- of the site
                table orders (id INT, note STRING, PRIMARY KEY (id) NOT ENFORCED)
                WITH ('format' = 'canal-json')

                stream totals keyed (note, id)
                SELECT note, id
                FROM orders;
                feed orders canal
                {"type":"INSERT"}
                ''

                feed clicks
                +I 1 2024-01-01T00:00:00
                split 2
                # inside
                -U 1 x
                +U 1 y
                expect totals
                + a 1
                - b 2
                expect table totals
                a 1
                'nothing' 2

                expect table totals
                nothing
                expect log totals
                + a 1
                expect error COLUMN_NOT_FOUND "x"
                INSERT INTO t SELECT x
                FROM y;
                expect dead letters 3
                expect counter scan/late 4
                checkpoint; crash; restore
                stop
                advance 10 s
                end clicks
                run ../dwd/orders.sql
                """);
        List<Command> steps = script.commands();
        assertEquals(
                "CREATE TABLE clicks (\n  id INT,\n  at TIMESTAMP(3)) -- of the site",
                table(steps.get(1)).text());
        assertTrue(table(steps.get(1)).append());
        assertTrue(table(steps.get(2)).text().endsWith("WITH ('format' = 'canal-json')"));
        Command.Stream stream = assertInstanceOf(Command.Stream.class, steps.get(3));
        assertEquals(List.of("note", "id"), stream.keys());
        assertEquals("SELECT note, id\nFROM orders;", stream.query());
        Command.Feed records = assertInstanceOf(Command.Feed.class, steps.get(4));
        assertEquals(
                List.of("{\"type\":\"INSERT\"}", ""),
                records.changes().stream().map(Command.Change::text).toList());
        Command.Feed rows = assertInstanceOf(Command.Feed.class, steps.get(5));
        assertEquals(
                List.of("+I 0", "-U 2", "+U 2"),
                rows.changes().stream()
                        .map(change -> change.kind() + " " + change.split())
                        .toList());
        assertEquals(Map.of("orders", 1, "clicks", 3), script.splits());
        assertEquals(
                2,
                assertInstanceOf(Command.ExpectChanges.class, steps.get(6))
                        .rows()
                        .size());
        assertEquals(
                2,
                assertInstanceOf(Command.ExpectTable.class, steps.get(7)).rows().size());
        assertEquals(
                0,
                assertInstanceOf(Command.ExpectTable.class, steps.get(8)).rows().size());
        assertEquals(
                1,
                assertInstanceOf(Command.ExpectLog.class, steps.get(9)).rows().size());
        Command.ExpectError error = assertInstanceOf(Command.ExpectError.class, steps.get(10));
        assertEquals(ErrorCode.COLUMN_NOT_FOUND, error.code());
        assertEquals("\"x\"", error.text());
        assertInstanceOf(Command.Sql.class, error.step());
        assertEquals(
                3,
                assertInstanceOf(Command.ExpectDeadLetters.class, steps.get(11)).count());
        assertEquals(
                "late",
                assertInstanceOf(Command.ExpectCounter.class, steps.get(12)).name());
        assertEquals(
                List.of(Action.CHECKPOINT, Action.CRASH, Action.RESTORE, Action.STOP),
                steps.subList(13, 17).stream()
                        .map(step -> ((Command.Control) step).action())
                        .toList());
        assertEquals(
                10_000, assertInstanceOf(Command.Advance.class, steps.get(17)).millis());
        assertEquals(
                "clicks", assertInstanceOf(Command.End.class, steps.get(18)).table());
        assertEquals(
                "../dwd/orders.sql",
                assertInstanceOf(Command.RunFile.class, steps.get(19)).file());
        assertEquals(20, steps.size());
    }

    @Test
    void readsAStatementSetAsOne() {
        Script script = ScriptParser.parse(
                "a.slt",
                """
                EXECUTE STATEMENT SET BEGIN
                INSERT INTO a SELECT 1;
                INSERT INTO b SELECT 2;
                END;
                crash
                """);
        assertEquals(2, script.commands().size());
    }

    @Test
    void knowsTablesFedByKey() {
        Script script = ScriptParser.parse("a.slt", "feed a\n+I 1\nfeed b\n*+I 1\n*-D 1\n");
        assertEquals(Set.of("b"), script.upsertTables());
    }

    @Test
    void saysWhereAScriptIsWrong() {
        assertWrong("feed\n", 1);
        assertWrong("\nstream s\nSELECT 1\n", 3);
        assertWrong("expect error NO_SUCH_CODE\nSELECT 1;\n", 1);
        assertWrong("crash; burn\n", 1);
        assertWrong("table t (id INT\n", 1);
        assertWrong("split 1\n", 1);
    }

    private static void assertWrong(String text, int line) {
        AlluviumException error = assertThrows(AlluviumException.class, () -> ScriptParser.parse("a.slt", text));
        assertEquals(ErrorCode.SYNTAX_ERROR, error.code());
        assertEquals("a.slt:" + line, at(error));
    }

    private static String at(AlluviumException error) {
        return error.position() == null
                ? "nowhere"
                : error.position().file() + ":" + error.position().line();
    }

    private static Command.Table table(Command command) {
        return assertInstanceOf(Command.Table.class, command);
    }
}

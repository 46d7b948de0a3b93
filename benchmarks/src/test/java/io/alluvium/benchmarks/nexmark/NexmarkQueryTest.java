package io.alluvium.benchmarks.nexmark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.type.DataType;
import io.alluvium.sql.ScriptSplitter;
import io.alluvium.sql.StatementParser;
import io.alluvium.sql.statement.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class NexmarkQueryTest {
    @Test
    void everyQueryIsATargetAndAnInsert() {
        for (String name : NexmarkQuery.NAMES) {
            NexmarkQuery query = NexmarkQuery.named(name);
            String script = query.insert("'connector' = 'blackhole'");
            assertFalse(script.contains("${"), script);
            assertTrue(script.contains("CREATE TEMPORARY TABLE " + query.target() + " ("), script);
            assertTrue(script.contains("WITH ('connector' = 'blackhole')"), script);
            assertTrue(query.select().startsWith("SELECT"), query.select());
            assertFalse(query.select().contains(";"), query.select());
        }
    }

    @Test
    void everyScriptIsInTheDialect() {
        for (String name : NexmarkQuery.NAMES) {
            BenchOptions options = BenchOptions.of(List.of(name), 10, 1, Duration.ofSeconds(10), 1, null);
            NexmarkQuery query = NexmarkQuery.named(name);
            String script = new NexmarkBench(options, text -> {}).script(query, 10);
            List<Statement> statements = ScriptSplitter.split(script, name + ".sql").stream()
                    .map(StatementParser::parse)
                    .toList();
            assertEquals(8, statements.size(), "3 settings, 3 tables, target and INSERT");
            StatementParser.parseQuery(query.select());
        }
    }

    @Test
    void theTablesHaveTheColumnsOfTheStream() {
        String script = NexmarkQuery.tables(10, 42, 250, 2);
        assertFalse(script.contains("${"), script);
        for (EventKind kind : EventKind.values()) {
            StringBuilder columns = new StringBuilder("CREATE TEMPORARY TABLE " + kind.word() + " (\n");
            for (DataType.Field field : kind.schema().fields()) {
                String name = field.name().equals("dateTime") ? "`dateTime`" : field.name();
                columns.append("  ")
                        .append(name)
                        .append(' ')
                        .append(field.type().sql())
                        .append(",\n");
            }
            assertTrue(script.contains(columns), script);
            assertTrue(script.contains("'nexmark.table' = '" + kind.word() + "', 'events' = '10', 'seed' = '42', "
                    + "'rate' = '250', 'splits' = '2'"));
        }
    }

    @Test
    void anUnknownQueryIsRefusedWithTheNearest() {
        AlluviumException e = assertThrows(AlluviumException.class, () -> NexmarkQuery.named("q21"));
        assertEquals(ErrorCode.OPTION_INVALID, e.code());
        assertTrue(e.getMessage().contains("did you mean \"q"), e.getMessage());
    }
}

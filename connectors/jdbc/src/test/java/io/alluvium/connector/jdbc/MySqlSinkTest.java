package io.alluvium.connector.jdbc;

import static io.alluvium.connector.jdbc.MySqlTables.commit;
import static io.alluvium.connector.jdbc.MySqlTables.read;
import static io.alluvium.connector.jdbc.MySqlTables.row;
import static io.alluvium.connector.jdbc.MySqlTables.rows;
import static io.alluvium.connector.jdbc.MySqlTables.sink;
import static io.alluvium.connector.jdbc.MySqlTables.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.connector.conformance.SinkChecks;
import io.alluvium.connector.conformance.TestTable;
import io.alluvium.core.connector.ChangeBatch;
import io.alluvium.core.connector.Sink;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import io.alluvium.testkit.servers.mysql.MySqlServer;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MySqlSinkTest {
    private static final DataType INT = DataType.integer();

    private MySqlServer server;
    private MySqlTables tables;

    @BeforeEach
    void startTheServer() {
        server = MySqlServer.shared();
        tables = new MySqlTables(server.emptyDatabase("sinks"));
    }

    @Test
    void aCommitIsWrittenOnceAndOlderAttemptsAreRefused() {
        TestTable table = tables.orders();
        sink(table).close();
        SinkChecks.writeAhead(
                () -> sink(table),
                () -> read(table),
                rows(table.schema(), row(1, "a"), row(2, "b")),
                rows(table.schema(), row(1, "c"), row(3, "d")));
        assertEquals(Map.of("1|c", 1L, "2|b", 1L, "3|d", 1L), read(table));
    }

    @Test
    void keysAreUpsertedAndRemovedInBatchesOfAnySize() {
        for (String batch : List.of("1", "3", "1000")) {
            TestTable table = tables.orders()
                    .named("app.orders" + batch)
                    .with("table-name", "orders" + batch)
                    .with("sink.batch-size", batch);
            List<Object[]> many = new ArrayList<>();
            for (int id = 0; id < 40; id++) {
                many.add(row(id, "n" + id));
            }
            RowBatch old = rows(table.schema(), many.toArray(new Object[0][]));
            try (Sink.WriteAhead sink = sink(table)) {
                sink.commit(commit(1), List.of(SinkChecks.inserts(old)));
                int[] removed = new int[40];
                int[] after = new int[40];
                for (int i = 0; i < 40; i++) {
                    removed[i] = i;
                    after[i] = i % 4 == 0 ? i : -1;
                }
                sink.commit(commit(2), List.of(new ChangeBatch(old, removed, after, 40)));
            }
            assertEquals(10, read(table).size());
            assertEquals(List.of("10|180"), server.query("SELECT COUNT(*), SUM(id) FROM sinks.orders" + batch));
        }
    }

    @Test
    void aTableWithoutKeyIsAppended() {
        TestTable table = tables.table("bag", new Field("id", INT), new Field("name", DataType.string()));
        write(table, rows(table.schema(), row(1, "a"), row(1, "a")));
        assertEquals(Map.of("1|a", 2L), read(table));
    }

    @Test
    void keysThatDifferInLetterCaseOrBlanksAreTwoRows() {
        TestTable table = tables.table(
                        "words", new Field("word", DataType.string().withNullable(false)), new Field("n", INT))
                .key("word");
        write(table, rows(table.schema(), row("a", 1), row("A", 2), row("a ", 3), row("ä", 4), row("😀", 5)));
        assertEquals(Map.of("a|1", 1L, "A|2", 1L, "a |3", 1L, "ä|4", 1L, "😀|5", 1L), read(table));
    }

    @Test
    void aSecondUniqueIndexNeverRedirectsAnUpsert() {
        server.execute("CREATE TABLE sinks.orders (id INT PRIMARY KEY, name VARCHAR(20) UNIQUE)");
        TestTable table = tables.orders();
        try (Sink.WriteAhead sink = sink(table)) {
            sink.commit(commit(1), List.of(SinkChecks.inserts(rows(table.schema(), row(1, "a"), row(2, "b")))));
            sink.commit(commit(2), List.of(SinkChecks.inserts(rows(table.schema(), row(1, "b"), row(2, "a")))));
            assertEquals(Map.of("1|b", 1L, "2|a", 1L), read(table), "two rows exchange their unique value");
            AlluviumException taken = assertThrows(
                    AlluviumException.class,
                    () -> sink.commit(commit(3), List.of(SinkChecks.inserts(rows(table.schema(), row(3, "a"))))));
            assertEquals(ErrorCode.VALUE_REFUSED, taken.code());
            assertEquals(Map.of("1|b", 1L, "2|a", 1L), read(table));
        }
    }

    @Test
    void columnsThatTheTableLeavesOutKeepTheirValues() {
        server.execute("CREATE TABLE sinks.orders (no BIGINT AUTO_INCREMENT PRIMARY KEY, id INT NOT NULL UNIQUE, name"
                + " VARCHAR(20), seen TIMESTAMP DEFAULT CURRENT_TIMESTAMP, note VARCHAR(9) DEFAULT 'x')");
        TestTable table = tables.orders();
        write(table, rows(table.schema(), row(0, "zero"), row(1, "a")));
        server.execute("UPDATE sinks.orders SET note = 'mine'");
        try (Sink.WriteAhead sink = sink(table)) {
            sink.commit(commit(2), List.of(SinkChecks.inserts(rows(table.schema(), row(1, "b")))));
        }
        assertEquals(
                List.of("1|0|zero|mine", "2|1|b|mine"),
                server.query("SELECT no, id, name, note FROM sinks.orders ORDER BY id"));
    }

    @Test
    void whatTheTableInMySqlCannotTakeIsToldBeforeTheFirstRow() {
        refused("id INT PRIMARY KEY, name INT", ErrorCode.TYPE_MISMATCH, "`sinks`.`orders`, which holds other values");
        refused("id SMALLINT PRIMARY KEY, name TEXT", ErrorCode.TYPE_MISMATCH, "MySQL has smallint");
        refused("id INT, name TEXT", ErrorCode.TABLE_INVALID, "no unique index on (`id`)");
        refused("id INT PRIMARY KEY, nick TEXT", ErrorCode.COLUMN_NOT_FOUND, "\"name\"");
        refused("id INT PRIMARY KEY, name TEXT, x INT NOT NULL", ErrorCode.TABLE_INVALID, "\"x\" that is NOT NULL");
        refused(
                "id INT PRIMARY KEY, name VARCHAR(9) AS ('x')",
                ErrorCode.TABLE_INVALID,
                "computes its column \"name\"");
        refused("id INT PRIMARY KEY, name TEXT", "MyISAM", ErrorCode.TABLE_INVALID, "engine MyISAM");
        TestTable wide = tables.table(
                        "wide", new Field("k", new DataType.Text(1000, false, false)), new Field("v", INT))
                .key("k");
        AlluviumException tooWide = assertThrows(AlluviumException.class, () -> sink(wide));
        assertEquals(ErrorCode.TYPE_UNSUPPORTED, tooWide.code());
        assertTrue(tooWide.getMessage().contains("3072"), tooWide.getMessage());
        TestTable never = tables.orders().with("table-name", "nothing").with("jdbc.create-table", "false");
        assertEquals(
                ErrorCode.TABLE_NOT_FOUND,
                assertThrows(AlluviumException.class, () -> sink(never)).code());
        TestTable keyless =
                tables.table("v", new Field("a", new DataType.Temporal(DataType.TemporalKind.TIMESTAMP, 6, true)));
        server.execute("CREATE TABLE sinks.v (a DATETIME)");
        assertTrue(assertThrows(AlluviumException.class, () -> sink(keyless))
                .getMessage()
                .contains("rounds to 0 digits"));
    }

    private void refused(String columns, ErrorCode code, String words) {
        refused(columns, "InnoDB", code, words);
    }

    private void refused(String columns, String engine, ErrorCode code, String words) {
        server.execute(
                "DROP TABLE IF EXISTS sinks.orders", "CREATE TABLE sinks.orders (" + columns + ") ENGINE = " + engine);
        AlluviumException error = assertThrows(AlluviumException.class, () -> sink(tables.orders()), columns);
        assertEquals(code, error.code(), error.getMessage());
        assertTrue(error.getMessage().contains(words), error.getMessage());
    }

    @Test
    void aValueThatMySqlRefusesStopsTheCommitAndLeavesNothing() {
        server.execute("CREATE TABLE sinks.orders (id INT PRIMARY KEY, name VARCHAR(3) NOT NULL)");
        TestTable table = tables.orders();
        try (Sink.WriteAhead sink = sink(table)) {
            sink.commit(commit(1), List.of(SinkChecks.inserts(rows(table.schema(), row(1, "a")))));
            for (Object[] bad : List.of(row(2, "long"), row(2, null))) {
                RowBatch both = rows(table.schema(), row(1, "z"), bad);
                AlluviumException error = assertThrows(
                        AlluviumException.class, () -> sink.commit(commit(2), List.of(SinkChecks.inserts(both))));
                assertEquals(ErrorCode.VALUE_REFUSED, error.code());
                assertTrue(error.getMessage().contains("'name'"), error.getMessage());
            }
            assertEquals(Map.of("1|a", 1L), read(table));
            assertEquals(new Sink.LedgerEntry(1, 1), sink.ledger("job"));
        }
    }

    @Test
    void twoProcessesThatStartAtOnceAreToldApart() throws Exception {
        TestTable table = tables.orders();
        sink(table).close();
        for (int round = 0; round < 10; round++) {
            String job = "job " + round;
            RowBatch rows = rows(table.schema(), row(round, "x"));
            List<CompletableFuture<Boolean>> starts = new ArrayList<>();
            for (long attempt = 1; attempt <= 2; attempt++) {
                Sink.Commit commit = new Sink.Commit(job, 7, attempt);
                starts.add(CompletableFuture.supplyAsync(() -> {
                    try (Sink.WriteAhead sink = sink(table)) {
                        sink.commit(commit, List.of(SinkChecks.inserts(rows)));
                        return true;
                    } catch (AlluviumException e) {
                        assertEquals(ErrorCode.FENCED, e.code(), e.getMessage());
                        return false;
                    }
                }));
            }
            starts.get(0).get(60, TimeUnit.SECONDS);
            assertTrue(starts.get(1).get(60, TimeUnit.SECONDS), "the newer attempt always gets through");
            try (Sink.WriteAhead sink = sink(table)) {
                assertEquals(new Sink.LedgerEntry(7, 2), sink.ledger(job));
            }
        }
    }

    @Test
    void aDeadlockIsTriedAgain() throws Exception {
        TestTable table = tables.orders();
        write(table, rows(table.schema(), row(1, "a"), row(2, "b")));
        server.execute("CREATE TABLE sinks.other (id INT PRIMARY KEY)");
        try (Sink.WriteAhead sink = sink(table);
                Connection other = server.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            // of two transactions in a deadlock MySQL gives up the one that has changed less
            statement.execute("INSERT INTO sinks.other VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10)");
            statement.execute("UPDATE sinks.orders SET name = 'other' WHERE id = 2");
            CompletableFuture<Void> commit = commitBoth(sink, table);
            waiting();
            statement.execute("UPDATE sinks.orders SET name = 'other' WHERE id = 1");
            other.commit();
            commit.get(60, TimeUnit.SECONDS);
        }
        assertEquals(Map.of("1|a2", 1L, "2|b2", 1L), read(table));
    }

    @Test
    void aWaitForALockThatTookTooLongIsTriedAgain() throws Exception {
        TestTable table = tables.orders();
        write(table, rows(table.schema(), row(1, "a"), row(2, "b")));
        table.with("url", server.url("sinks") + "?sessionVariables=innodb_lock_wait_timeout=1");
        try (Sink.WriteAhead sink = sink(table);
                Connection other = server.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("UPDATE sinks.orders SET name = 'other' WHERE id = 2");
            CompletableFuture<Void> commit = commitBoth(sink, table);
            String first = waiting();
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            while (waiting().equals(first)) {
                assertTrue(System.nanoTime() < deadline, "the sink gave up, or waits on");
                server.query("SELECT SLEEP(0.2)");
            }
            other.commit();
            commit.get(60, TimeUnit.SECONDS);
        }
        assertEquals(Map.of("1|a2", 1L, "2|b2", 1L), read(table));
    }

    private static CompletableFuture<Void> commitBoth(Sink.WriteAhead sink, TestTable table) {
        return CompletableFuture.runAsync(() ->
                sink.commit(commit(2), List.of(SinkChecks.inserts(rows(table.schema(), row(1, "a2"), row(2, "b2"))))));
    }

    /** The transaction that waits for a lock, once there is one. */
    private String waiting() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (true) {
            List<String> found =
                    server.query("SELECT trx_id FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'");
            if (!found.isEmpty()) {
                return found.get(0);
            }
            assertTrue(System.nanoTime() < deadline, "nobody waits for the lock");
            // MySQL renews the table only when nobody has read it for a tenth of a second
            server.query("SELECT SLEEP(0.2)");
        }
    }

    @Test
    void theTableItCreatesHasTheRightTypes() {
        Schema schema = Schema.of(
                new Field("id", DataType.bigint().withNullable(false)),
                new Field("u", DataType.decimal(20, 0)),
                new Field("at", DataType.timestamp(3)),
                new Field("seen", DataType.timestampLtz(6)),
                new Field("flag", DataType.bool()),
                new Field("name", new DataType.Text(20, false, true)),
                new Field("text", DataType.string()),
                new Field("bytes", DataType.bytes()));
        sink(tables.in(new TestTable(schema), "made").key("id")).close();
        String made = server.query("SHOW CREATE TABLE sinks.made").get(0);
        for (String part : List.of(
                "`id` bigint NOT NULL",
                "`u` decimal(20,0) DEFAULT NULL",
                "`at` datetime(3) DEFAULT NULL",
                "`seen` timestamp(6) NULL DEFAULT NULL",
                "`flag` tinyint(1) DEFAULT NULL",
                "`name` varchar(20)",
                "`text` longtext",
                "`bytes` longblob",
                "PRIMARY KEY (`id`)",
                "ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin")) {
            assertTrue(made.contains(part), part + " in " + made);
        }
    }
}

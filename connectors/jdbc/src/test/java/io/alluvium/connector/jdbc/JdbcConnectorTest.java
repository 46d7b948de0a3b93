package io.alluvium.connector.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.connector.conformance.DeclarationChecks;
import io.alluvium.connector.conformance.Installed;
import io.alluvium.connector.conformance.RandomRows;
import io.alluvium.connector.conformance.RecordedContext;
import io.alluvium.connector.conformance.RowTexts;
import io.alluvium.connector.conformance.SinkChecks;
import io.alluvium.connector.conformance.SourceChecks;
import io.alluvium.connector.conformance.TestTable;
import io.alluvium.core.connector.ChangeBatch;
import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.Lookup;
import io.alluvium.core.connector.Sink;
import io.alluvium.core.connector.Source;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdbcConnectorTest {
    private static final ConnectorFactory JDBC = Installed.connector("jdbc");

    @TempDir
    Path folder;

    /** Keeps the database open: H2 tidies up for a long time whenever the last connection goes. */
    private Connection keptOpen;

    @BeforeEach
    void openTheDatabase() throws SQLException {
        keptOpen = DriverManager.getConnection(
                "jdbc:h2:file:" + folder.resolve("db").toAbsolutePath());
    }

    @AfterEach
    void closeTheDatabase() throws SQLException {
        keptOpen.close();
    }

    @Test
    void theConnectorIsDeclared() {
        DeclarationChecks.connectors("jdbc");
    }

    @Test
    void everyTypeComesBackExactlyUnderAnyTimeZone() {
        TimeZone before = TimeZone.getDefault();
        try {
            for (String zone : List.of("UTC", "Asia/Shanghai", "America/New_York")) {
                TimeZone.setDefault(TimeZone.getTimeZone(zone));
                TestTable table = new TestTable(RandomRows.everyTypeAndNested())
                        .in(folder)
                        .with("url", "jdbc:h2:./db")
                        .named("app." + zone)
                        .with("table-name", "all." + zone.replace('/', '_'));
                long seed = System.nanoTime();
                RowBatch rows = new RandomRows(seed).batch(table.schema(), 200, true);
                try (Sink.WriteAhead sink = sink(table)) {
                    sink.commit(commit(1), List.of(SinkChecks.inserts(rows)));
                }
                assertEquals(RowTexts.table(RowTexts.of(rows)), read(table), "seed " + seed + " zone " + zone);
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Test
    void aCommitIsWrittenOnceAndOlderAttemptsAreRefused() {
        TestTable table = orders();
        sink(table).close();
        SinkChecks.writeAhead(
                () -> sink(table), () -> read(table), rows(row(1, "a"), row(2, "b")), rows(row(1, "c"), row(3, "d")));
        assertEquals(Map.of("1|c", 1L, "2|b", 1L, "3|d", 1L), read(table));
    }

    @Test
    void keysAreUpsertedAndRemoved() {
        TestTable table = orders();
        RowBatch old = rows(row(1, "a"), row(2, "b"), row(3, "c"));
        try (Sink.WriteAhead sink = sink(table)) {
            sink.commit(commit(1), List.of(SinkChecks.inserts(old)));
            RowBatch both = rows(row(1, "a"), row(1, "a2"), row(2, "b"), row(4, "d"));
            sink.commit(commit(2), List.of(new ChangeBatch(both, new int[] {0, 2, -1}, new int[] {1, -1, 3}, 3)));
        }
        assertEquals(Map.of("1|a2", 1L, "3|c", 1L, "4|d", 1L), read(table));
    }

    @Test
    void aTableWithoutKeyIsAppended() {
        TestTable table = new TestTable(orders().schema())
                .in(folder)
                .with("url", "jdbc:h2:./db")
                .with("table-name", "bag");
        assertFalse(JDBC.traits(table.spec("jdbc")).acceptsChanges());
        try (Sink.WriteAhead sink = sink(table)) {
            sink.commit(commit(1), List.of(SinkChecks.inserts(rows(row(1, "a"), row(1, "a")))));
        }
        assertEquals(Map.of("1|a", 2L), read(table));
    }

    @Test
    void aCommitWithARowThatTheDatabaseRefusesLeavesNothing() throws SQLException {
        execute("CREATE TABLE \"orders\" (\"id\" INT PRIMARY KEY, \"name\" VARCHAR CHECK (\"name\" <> 'bad'))");
        TestTable table = orders().with("sink.batch-size", "1");
        try (Sink.WriteAhead sink = sink(table)) {
            sink.commit(commit(1), List.of(SinkChecks.inserts(rows(row(1, "a")))));
            List<ChangeBatch> refused = List.of(SinkChecks.inserts(rows(row(1, "z"), row(2, "b"), row(3, "bad"))));
            AlluviumException error = assertThrows(AlluviumException.class, () -> sink.commit(commit(2), refused));
            assertEquals(ErrorCode.VALUE_REFUSED, error.code());
            assertEquals(Map.of("1|a", 1L), read(table));
            assertEquals(new Sink.LedgerEntry(1, 1), sink.ledger("job"));
        }
    }

    @Test
    void aDatabaseThatDiesBeforeTheCommitHoldsNothingOfIt() {
        TestTable table = orders().with("driver", CuttingDriver.class.getName());
        try (Sink.WriteAhead sink = sink(table)) {
            sink.commit(commit(1), List.of(SinkChecks.inserts(rows(row(1, "a")))));
            CuttingDriver.next = CuttingDriver.Cut.BEFORE_COMMIT;
            List<ChangeBatch> changes = List.of(SinkChecks.inserts(rows(row(1, "a2"), row(2, "b"))));
            AlluviumException error = assertThrows(AlluviumException.class, () -> sink.commit(commit(2), changes));
            assertEquals(ErrorCode.EXTERNAL_FAILED, error.code());
            assertEquals(Map.of("1|a", 1L), read(table));
            assertEquals(new Sink.LedgerEntry(1, 1), sink.ledger("job"), "connects anew");
            sink.commit(commit(2), changes);
            assertEquals(Map.of("1|a2", 1L, "2|b", 1L), read(table));
        }
    }

    @Test
    void aCommitWhoseAnswerIsLostIsNotWrittenTwice() {
        TestTable table = new TestTable(orders().schema())
                .in(folder)
                .with("url", "jdbc:h2:./db")
                .with("table-name", "bag")
                .with("driver", CuttingDriver.class.getName());
        List<ChangeBatch> changes = List.of(SinkChecks.inserts(rows(row(1, "a"))));
        try (Sink.WriteAhead sink = sink(table)) {
            CuttingDriver.next = CuttingDriver.Cut.BEHIND_COMMIT;
            assertThrows(AlluviumException.class, () -> sink.commit(commit(1), changes));
            sink.commit(commit(1), changes);
            assertEquals(Map.of("1|a", 1L), read(table));
        }
    }

    @Test
    void anExistingTableIsMatchedByNameInAnyLetterCase() throws SQLException {
        execute("CREATE TABLE shop_orders (name VARCHAR(20), extra INT, id INT PRIMARY KEY)");
        TestTable table = orders().with("table-name", "shop_orders").with("jdbc.create-table", "false");
        try (Sink.WriteAhead sink = sink(table)) {
            sink.commit(commit(1), List.of(SinkChecks.inserts(rows(row(1, "a")))));
        }
        assertEquals(Map.of("1|a", 1L), read(table));
        execute("ALTER TABLE shop_orders ALTER COLUMN name RENAME TO nick");
        AlluviumException error = assertThrows(AlluviumException.class, () -> sink(table));
        assertEquals(ErrorCode.COLUMN_NOT_FOUND, error.code());
    }

    @Test
    void aMissingTableIsAnErrorWhereItMayNotBeCreated() {
        TestTable table = orders().with("table-name", "nothing").with("jdbc.create-table", "false");
        assertEquals(
                ErrorCode.TABLE_NOT_FOUND,
                assertThrows(AlluviumException.class, () -> sink(table)).code());
        TestTable never = orders().with("table-name", "never_written");
        assertEquals(
                ErrorCode.TABLE_NOT_FOUND,
                assertThrows(AlluviumException.class, () -> read(never)).code(),
                "reading creates nothing");
    }

    @Test
    void aScanGoesOnBehindAnyPage() {
        TestTable table = orders().with("scan.fetch-size", "1000");
        List<String> expected = new ArrayList<>();
        BatchBuilder builder = new BatchBuilder(table.schema());
        for (int id = 0; id < 7000; id++) {
            builder.appendRow(1, (long) id, ("n" + id).getBytes(StandardCharsets.UTF_8));
            expected.add("+ " + id + "|n" + id);
        }
        try (Sink.WriteAhead sink = sink(table)) {
            sink.commit(commit(1), List.of(SinkChecks.inserts(builder.build())));
        }
        SourceChecks.readsAndRestores(() -> table.source(JDBC), expected);
    }

    @Test
    void aTableWithoutKeyIsScannedInOneEpoch() throws SQLException {
        execute("CREATE TABLE bag AS SELECT x AS \"id\", 'n' AS \"name\" FROM SYSTEM_RANGE(1, 5000)");
        TestTable table = new TestTable(orders().schema())
                .in(folder)
                .with("url", "jdbc:h2:./db")
                .with("table-name", "bag");
        List<String> expected = new ArrayList<>();
        for (int id = 1; id <= 5000; id++) {
            expected.add("+ " + id + "|n");
        }
        SourceChecks.readsAndRestores(() -> table.source(JDBC), expected);
    }

    @Test
    void aStoredValueThatDoesNotFitIsADeadLetter() throws SQLException {
        execute("CREATE TABLE wide (\"id\" BIGINT PRIMARY KEY, \"name\" VARCHAR)");
        execute("INSERT INTO wide VALUES (1, 'a'), (2, 'b')");
        execute("ALTER TABLE wide ADD COLUMN \"small\" BIGINT DEFAULT 1");
        execute("UPDATE wide SET \"small\" = 99999999999 WHERE \"id\" = 2");
        TestTable table = new TestTable(Schema.of(
                        new Field("id", DataType.bigint().withNullable(false)), new Field("small", DataType.integer())))
                .key("id")
                .in(folder)
                .with("url", "jdbc:h2:./db")
                .with("table-name", "wide");
        RecordedContext context = new RecordedContext();
        try (Source source = table.source(JDBC)) {
            assertEquals(List.of("+ 1|1"), RowTexts.read(source, context));
        }
        assertEquals(1, context.letters().size());
        assertTrue(context.letters().get(0).error().problem().contains("99999999999"));
    }

    @Test
    void aKeyThatDoesNotFitIsADeadLetterAndTheScanGoesOn() throws SQLException {
        execute("CREATE TABLE codes (\"code\" VARCHAR PRIMARY KEY)");
        execute("INSERT INTO codes VALUES ('a'), ('b-is-too-long'), ('c')");
        TestTable table = new TestTable(Schema.of(new Field("code", new DataType.Text(4, false, false))))
                .key("code")
                .in(folder)
                .with("url", "jdbc:h2:./db")
                .with("table-name", "codes")
                .with("scan.fetch-size", "1");
        RecordedContext context = new RecordedContext();
        try (Source source = table.source(JDBC)) {
            assertEquals(List.of("+ a", "+ c"), RowTexts.read(source, context));
        }
        assertEquals(1, context.letters().size());
    }

    @Test
    void charIsReadWithoutItsPadding() throws SQLException {
        execute("CREATE TABLE padded (\"code\" CHAR(5))");
        execute("INSERT INTO padded VALUES ('ab')");
        TestTable table = new TestTable(Schema.of(new Field("code", new DataType.Text(5, true, true))))
                .in(folder)
                .with("url", "jdbc:h2:./db")
                .with("table-name", "padded");
        try (Source source = table.source(JDBC)) {
            assertEquals(List.of("+ ab"), RowTexts.read(source, new RecordedContext()));
        }
    }

    @Test
    void twoTablesOfAJobMayWriteDifferentColumnsOfOneTable() throws SQLException {
        execute("CREATE TABLE wide_orders (\"id\" INT PRIMARY KEY, \"name\" VARCHAR, \"note\" VARCHAR)");
        TestTable names = orders().with("table-name", "wide_orders").named("names");
        TestTable notes = TestTable.of(
                        new Field("id", DataType.integer().withNullable(false)), new Field("note", DataType.string()))
                .key("id")
                .in(folder)
                .with("url", "jdbc:h2:./db")
                .with("table-name", "wide_orders")
                .named("notes");
        try (Sink.WriteAhead first = sink(names);
                Sink.WriteAhead second = sink(notes)) {
            first.commit(commit(1), List.of(SinkChecks.inserts(rows(row(1, "a")))));
            second.commit(commit(1), List.of(SinkChecks.inserts(rows(row(1, "n")))));
        }
        assertEquals(Map.of("1|a", 1L), read(names));
        assertEquals(Map.of("1|n", 1L), read(notes));
    }

    @Test
    void lookUpsAnswerEachKey() throws Exception {
        TestTable table = orders();
        try (Sink.WriteAhead sink = sink(table);
                Lookup lookup = JDBC.lookup(table.context(JDBC))) {
            sink.commit(commit(1), List.of(SinkChecks.inserts(rows(row(1, "a"), row(2, "b"), row(3, "b")))));
            BatchBuilder ids = new BatchBuilder(Schema.of(new Field("id", DataType.integer())));
            ids.appendRow(1, 2L);
            ids.appendRow(1, 9L);
            List<RowBatch> byId = lookup.find(List.of("id"), List.of("name", "id"), ids.build())
                    .get();
            assertEquals(List.of("+ b|2"), RowTexts.of(byId.get(0)));
            assertEquals(0, byId.get(1).size());
            BatchBuilder names = new BatchBuilder(Schema.of(new Field("name", DataType.string())));
            names.appendRow(1, (Object) "b".getBytes(StandardCharsets.UTF_8));
            List<RowBatch> byName =
                    lookup.find(List.of("name"), List.of("id"), names.build()).get();
            assertEquals(
                    List.of("+ 2", "+ 3"),
                    RowTexts.of(byName.get(0)).stream().sorted().toList());
        }
    }

    @Test
    void errorsNeverShowThePassword() throws SQLException {
        execute("CREATE USER someone PASSWORD 'right-one' ADMIN");
        TestTable table = orders().with("username", "someone").with("password", "s3cr3t-one");
        AlluviumException error = assertThrows(AlluviumException.class, () -> sink(table));
        assertEquals(ErrorCode.EXTERNAL_FAILED, error.code());
        assertFalse(error.getMessage().contains("s3cr3t-one"), error.getMessage());
        assertTrue(error.getMessage().contains("jdbc:h2:file:"), error.getMessage());
        assertEquals(
                "jdbc:x://***@host/db?password=***&a=b",
                Connections.redacted("jdbc:x://user:pw@host/db?password=abc&a=b"));
    }

    @Test
    void anAddressWithoutDriverIsRefused() {
        AlluviumException error =
                assertThrows(AlluviumException.class, () -> sink(orders().with("url", "jdbc:nosuch://h/db")));
        assertEquals(ErrorCode.OPTION_INVALID, error.code());
    }

    private TestTable orders() {
        return TestTable.of(
                        new Field("id", DataType.integer().withNullable(false)), new Field("name", DataType.string()))
                .key("id")
                .in(folder)
                .with("url", "jdbc:h2:./db")
                .with("table-name", "orders");
    }

    private static Sink.WriteAhead sink(TestTable table) {
        return (Sink.WriteAhead) table.sink(JDBC);
    }

    private static Map<String, Long> read(TestTable table) {
        try (Source source = table.source(JDBC)) {
            return RowTexts.table(RowTexts.read(source, new RecordedContext()));
        }
    }

    private static Sink.Commit commit(long version) {
        return new Sink.Commit("job", version, 1);
    }

    private static Object[] row(int id, String name) {
        return new Object[] {(long) id, name.getBytes(StandardCharsets.UTF_8)};
    }

    private static RowBatch rows(Object[]... rows) {
        BatchBuilder builder =
                new BatchBuilder(Schema.of(new Field("id", DataType.integer()), new Field("name", DataType.string())));
        for (Object[] row : rows) {
            builder.appendRow(1, row);
        }
        return builder.build();
    }

    private void execute(String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                        "jdbc:h2:file:" + folder.resolve("db").toAbsolutePath());
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}

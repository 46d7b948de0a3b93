package io.alluvium.connector.jdbc;

import static io.alluvium.connector.jdbc.MySqlTables.MYSQL;
import static io.alluvium.connector.jdbc.MySqlTables.commit;
import static io.alluvium.connector.jdbc.MySqlTables.read;
import static io.alluvium.connector.jdbc.MySqlTables.row;
import static io.alluvium.connector.jdbc.MySqlTables.rows;
import static io.alluvium.connector.jdbc.MySqlTables.sink;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.connector.conformance.RowTexts;
import io.alluvium.connector.conformance.SinkChecks;
import io.alluvium.connector.conformance.TestTable;
import io.alluvium.core.connector.Lookup;
import io.alluvium.core.connector.Sink;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import io.alluvium.testkit.servers.mysql.MySqlServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server of its own that is killed, made read-only, and left alone for too long. */
class MySqlFailureTest {
    private static final String PASSWORD = "s3cr3t-one";

    private static MySqlServer server;

    private MySqlTables tables;

    @BeforeAll
    static void startTheServer() {
        server = MySqlServer.start("--max-allowed-packet=1M");
    }

    @AfterAll
    static void closeTheServer() {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void emptyTheDatabase() {
        tables = new MySqlTables(server.emptyDatabase("failures"));
    }

    @Test
    void aServerThatIsKilledDuringCommitsHasEachOfThemOnce() throws Exception {
        TestTable table =
                tables.table("bag", new Field("id", DataType.integer()), new Field("name", DataType.string()));
        int commits = 30;
        try (Sink.WriteAhead sink = sink(table)) {
            assertEquals(new Sink.LedgerEntry(0, 0), sink.ledger("job"));
            CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
                for (int version = 1; version <= commits; version++) {
                    List<Object[]> rows = new ArrayList<>();
                    for (int i = 0; i < 200; i++) {
                        rows.add(row(version, "n" + i));
                    }
                    commitUntilDone(sink, version, rows(table.schema(), rows.toArray(new Object[0][])));
                }
            });
            for (int kill = 0; kill < 2; kill++) {
                long before = committed();
                while (committed() < before + 5) {
                    assertFalse(writer.isDone(), "all was written before the kill");
                }
                server.kill();
                server.restart();
            }
            writer.get(120, TimeUnit.SECONDS);
            assertEquals(new Sink.LedgerEntry(commits, 1), sink.ledger("job"));
        }
        assertEquals(
                List.of((long) commits * 200 + "|" + commits),
                server.query("SELECT COUNT(*), COUNT(DISTINCT id) FROM failures.bag"));
    }

    /** What the engine does: the same commit again, as long as the store cannot be reached. */
    private static void commitUntilDone(Sink.WriteAhead sink, long version, RowBatch rows) {
        while (true) {
            try {
                sink.commit(commit(version), List.of(SinkChecks.inserts(rows)));
                return;
            } catch (AlluviumException e) {
                assertEquals(ErrorCode.EXTERNAL_FAILED, e.code(), e.getMessage());
            }
        }
    }

    private static long committed() {
        List<String> version = server.query("SELECT COALESCE(MAX(version), 0) FROM failures.alluvium_ledger");
        return Long.parseLong(version.get(0));
    }

    @Test
    void aConnectionThatTheServerHasClosedIsOpenedAnew() throws Exception {
        TestTable table = tables.orders();
        try (Sink.WriteAhead sink = sink(table);
                Lookup lookup = MYSQL.lookup(table.with("lookup.threads", "1").context(MYSQL))) {
            sink.commit(commit(1), List.of(SinkChecks.inserts(rows(table.schema(), row(1, "a")))));
            RowBatch ids = rows(Schema.of(new Field("id", DataType.integer())), row(1));
            lookup.find(List.of("id"), List.of("name"), ids).get();
            for (String connection : server.query(
                    "SELECT id FROM information_schema.processlist WHERE command = 'Sleep' AND db = 'failures'")) {
                server.execute("KILL " + connection);
            }
            sink.commit(commit(2), List.of(SinkChecks.inserts(rows(table.schema(), row(1, "b")))));
            RowBatch found =
                    lookup.find(List.of("id"), List.of("name"), ids).get().get(0);
            assertEquals(List.of("+ b"), RowTexts.of(found));
        }
    }

    @Test
    void aServerThatIsDownIsNamedWithItsPort() {
        TestTable table = tables.orders();
        server.stop();
        try {
            AlluviumException error = assertThrows(AlluviumException.class, () -> sink(table));
            assertEquals(ErrorCode.EXTERNAL_FAILED, error.code());
            assertTrue(error.getMessage().contains("127.0.0.1:" + server.port()), error.getMessage());
            assertTrue(error.getMessage().contains("Connection refused"), error.getMessage());
        } finally {
            server.restart();
        }
    }

    @Test
    void theWrongPasswordIsRefusedAndNeverShown() {
        TestTable table = tables.orders().with("password", PASSWORD);
        AlluviumException error = assertThrows(AlluviumException.class, () -> sink(table));
        assertEquals(ErrorCode.EXTERNAL_FAILED, error.code());
        assertTrue(error.getMessage().contains("Access denied for user 'root'"), error.getMessage());
        StringWriter all = new StringWriter();
        error.printStackTrace(new PrintWriter(all));
        TestTable inAddress = tables.orders()
                .with(
                        "url",
                        "jdbc:mysql://root:" + PASSWORD + "@127.0.0.1:" + server.port() + "/failures?password="
                                + PASSWORD);
        assertThrows(AlluviumException.class, () -> sink(inAddress)).printStackTrace(new PrintWriter(all));
        assertFalse(all.toString().contains(PASSWORD), all.toString());
    }

    @Test
    void aUserNeedsNoMoreRightsThanTheDocumentsSay() {
        server.execute(
                "DROP USER IF EXISTS writer",
                "CREATE USER writer IDENTIFIED BY '" + PASSWORD + "'",
                "CREATE TABLE failures.orders (id INT PRIMARY KEY, name TEXT)",
                "GRANT SELECT, INSERT, UPDATE, DELETE ON failures.orders TO writer");
        TestTable table = tables.orders().with("username", "writer").with("password", PASSWORD);
        AlluviumException error = assertThrows(AlluviumException.class, () -> {
            try (Sink.WriteAhead sink = sink(table)) {
                sink.ledger("job");
            }
        });
        assertTrue(String.valueOf(error.hint()).contains("alluvium_ledger"), error.getMessage());
        sink(tables.orders()).ledger("made by the administrator");
        server.execute("GRANT SELECT, INSERT, UPDATE ON failures.alluvium_ledger TO writer");
        try (Sink.WriteAhead sink = sink(table)) {
            sink.commit(commit(1), List.of(SinkChecks.inserts(rows(table.schema(), row(1, "a")))));
        }
        assertEquals(Map.of("1|a", 1L), read(table));
    }

    @Test
    void aReadOnlyServerIsSaidToBeOne() {
        TestTable table = tables.orders();
        sink(table).ledger("job");
        server.execute("SET GLOBAL super_read_only = ON");
        try (Sink.WriteAhead sink = sink(table)) {
            AlluviumException error = assertThrows(
                    AlluviumException.class,
                    () -> sink.commit(commit(1), List.of(SinkChecks.inserts(rows(table.schema(), row(1, "a"))))));
            assertEquals(ErrorCode.EXTERNAL_FAILED, error.code());
            assertTrue(String.valueOf(error.hint()).contains("read-only"), error.getMessage());
        } finally {
            server.execute("SET GLOBAL super_read_only = OFF", "SET GLOBAL read_only = OFF");
        }
    }

    @Test
    void batchesAreCutToTheServersPacketsAndALargerRowIsRefused() {
        TestTable table = tables.orders();
        try (Sink.WriteAhead sink = sink(table)) {
            List<Object[]> rows = new ArrayList<>();
            for (int id = 0; id < 40; id++) {
                rows.add(row(id, "x".repeat(100_000)));
            }
            sink.commit(commit(1), List.of(SinkChecks.inserts(rows(table.schema(), rows.toArray(new Object[0][])))));
            RowBatch tooLarge = rows(table.schema(), row(1, "a"), row(99, "x".repeat(2_000_000)));
            AlluviumException error = assertThrows(
                    AlluviumException.class, () -> sink.commit(commit(2), List.of(SinkChecks.inserts(tooLarge))));
            assertEquals(ErrorCode.VALUE_REFUSED, error.code(), error.getMessage());
            assertTrue(String.valueOf(error.hint()).contains("max_allowed_packet"), error.getMessage());
        }
        assertEquals(List.of("40|100000"), server.query("SELECT COUNT(*), MIN(LENGTH(name)) FROM failures.orders"));
    }
}

package io.alluvium.connector.jdbc;

import static io.alluvium.connector.jdbc.MySqlTables.MYSQL;
import static io.alluvium.connector.jdbc.MySqlTables.row;
import static io.alluvium.connector.jdbc.MySqlTables.rows;
import static io.alluvium.connector.jdbc.MySqlTables.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.alluvium.connector.conformance.RecordedContext;
import io.alluvium.connector.conformance.RowTexts;
import io.alluvium.connector.conformance.SourceChecks;
import io.alluvium.connector.conformance.TestTable;
import io.alluvium.core.connector.Lookup;
import io.alluvium.core.connector.Source;
import io.alluvium.core.connector.SplitReader;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import io.alluvium.testkit.servers.mysql.MySqlServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MySqlReadTest {
    private static final int ROWS = 7000;
    private static final String NUMBERS =
            "WITH RECURSIVE n AS (SELECT 0 AS i UNION ALL SELECT i + 1 FROM n WHERE i < " + (ROWS - 1) + ") ";

    private MySqlServer server;
    private MySqlTables tables;

    @BeforeEach
    void startTheServer() {
        server = MySqlServer.shared();
        tables = new MySqlTables(server.emptyDatabase("scans"));
    }

    private void fill(String table, String columns, String values) {
        server.execute(
                "CREATE TABLE scans." + table + " (" + columns + ")",
                "INSERT INTO scans." + table + " SELECT /*+ SET_VAR(cte_max_recursion_depth = 100000) */ " + values
                        + " FROM (" + NUMBERS + "SELECT i FROM n) numbers");
    }

    @Test
    void aScanGoesOnBehindAnyPage() {
        fill("orders", "id INT PRIMARY KEY, name TEXT", "i, CONCAT('n', i)");
        List<String> expected = new ArrayList<>();
        for (int id = 0; id < ROWS; id++) {
            expected.add("+ " + id + "|n" + id);
        }
        TestTable table = tables.orders().with("scan.fetch-size", "1000");
        SourceChecks.readsAndRestores(() -> table.source(MYSQL), expected);
    }

    @Test
    void aKeyOfSeveralColumnsIsPagedInTheOrderOfTheServer() {
        fill(
                "t",
                "a VARCHAR(9) COLLATE utf8mb4_0900_ai_ci, b BIGINT UNSIGNED, v INT, PRIMARY KEY (a, b)",
                "ELT(1 + i % 3, 'Ä', 'b', 'C'), 18446744073709551615 - i, i");
        TestTable table = tables.table(
                        "t",
                        new Field("a", DataType.string().withNullable(false)),
                        new Field("b", DataType.decimal(20, 0).withNullable(false)),
                        new Field("v", DataType.integer()))
                .key("a", "b")
                .with("scan.fetch-size", "100");
        List<String> expected = server.query("SELECT a, b, v FROM scans.t ORDER BY a, b").stream()
                .map(line -> "+ " + line)
                .toList();
        assertEquals(ROWS, expected.size());
        SourceChecks.readsAndRestores(() -> table.source(MYSQL), expected);
    }

    /** By a key that the database does not know, or orders in another way than it compares it, pages would lose rows. */
    @Test
    void aTableThatCannotBePagedIsReadInOneGo() {
        fill("bag", "id INT, name TEXT", "i % 10, 'n'");
        TestTable declaredOnly = tables.orders().with("table-name", "bag").with("scan.fetch-size", "3");
        assertEquals(700L, MySqlTables.read(declaredOnly).get("5|n"));
        server.execute(
                "CREATE TABLE scans.labels (name ENUM('z', 'a', 'm') PRIMARY KEY, v INT)",
                "INSERT INTO scans.labels VALUES ('z', 1), ('a', 2), ('m', 3)");
        TestTable labels = tables.table(
                        "labels",
                        new Field("name", DataType.string().withNullable(false)),
                        new Field("v", DataType.integer()))
                .key("name")
                .with("scan.fetch-size", "1");
        assertEquals(Map.of("z|1", 1L, "a|2", 1L, "m|3", 1L), MySqlTables.read(labels));
    }

    @Test
    void allPagesShowTheTableOfOneMoment() {
        fill("orders", "id INT PRIMARY KEY, name TEXT", "i, 'before'");
        TestTable table = tables.orders().with("scan.fetch-size", "100");
        int seen = 0;
        try (Source source = table.source(MYSQL);
                SplitReader reader = source.open("table", null, new RecordedContext())) {
            boolean first = true;
            while (!reader.finished()) {
                RowBatch batch = reader.poll();
                if (batch != null) {
                    for (String line : RowTexts.of(batch)) {
                        assertEquals("before", line.substring(line.indexOf('|') + 1));
                        seen++;
                    }
                }
                if (first) {
                    server.execute(
                            "UPDATE scans.orders SET name = 'after'",
                            "INSERT INTO scans.orders VALUES (100000, 'after')",
                            "DELETE FROM scans.orders WHERE id = 6000");
                }
                first = false;
            }
        }
        assertEquals(ROWS, seen);
    }

    @Test
    void lookUpsAnswerEachKeyWithItsOwnRowsOnly() throws Exception {
        server.execute(
                "CREATE TABLE scans.orders (id INT PRIMARY KEY, name VARCHAR(9) COLLATE utf8mb4_0900_ai_ci)",
                "INSERT INTO scans.orders VALUES (1, 'a'), (2, 'b'), (3, 'b'), (4, 'A'), (5, NULL)");
        TestTable table = tables.orders();
        try (Lookup lookup = MYSQL.lookup(table.context(MYSQL))) {
            Schema ids = Schema.of(new Field("id", DataType.integer()));
            List<Object[]> many = new ArrayList<>();
            for (int id = 0; id < 1000; id++) {
                many.add(row(id));
            }
            List<RowBatch> byId = lookup.find(
                            List.of("id"), List.of("name", "id"), rows(ids, many.toArray(new Object[0][])))
                    .get();
            assertEquals(1000, byId.size());
            assertEquals(List.of("+ b|2"), RowTexts.of(byId.get(2)));
            assertEquals(List.of("+ NULL|5"), RowTexts.of(byId.get(5)));
            assertEquals(0, byId.get(999).size());
            Schema names = Schema.of(new Field("name", DataType.string()));
            List<RowBatch> byName = lookup.find(
                            List.of("name"), List.of("id"), rows(names, row("b"), row("a"), row("x")))
                    .get();
            assertEquals(
                    List.of("+ 2", "+ 3"),
                    RowTexts.of(byName.get(0)).stream().sorted().toList());
            assertEquals(List.of("+ 1"), RowTexts.of(byName.get(1)), "not that of A");
            assertEquals(0, byName.get(2).size());
            Schema both = Schema.of(new Field("name", DataType.string()), new Field("id", DataType.integer()));
            List<RowBatch> byBoth = lookup.find(
                            List.of("name", "id"), List.of("id"), rows(both, row("b", 3), row("b", 1)))
                    .get();
            assertEquals(List.of("+ 3"), RowTexts.of(byBoth.get(0)));
            assertEquals(0, byBoth.get(1).size());
        }
    }

    @Test
    void aMissingTableOrColumnIsNamed() {
        AlluviumException error = assertThrows(AlluviumException.class, () -> MySqlTables.read(tables.orders()));
        assertEquals(ErrorCode.TABLE_NOT_FOUND, error.code());
        server.execute("CREATE TABLE scans.orders (id INT PRIMARY KEY, nane TEXT)");
        AlluviumException column = assertThrows(AlluviumException.class, () -> MySqlTables.read(tables.orders()));
        assertEquals(ErrorCode.COLUMN_NOT_FOUND, column.code());
        TestTable nowhere = tables.orders().with("url", server.url(""));
        assertEquals(
                ErrorCode.OPTION_INVALID,
                assertThrows(AlluviumException.class, () -> MySqlTables.read(nowhere))
                        .code());
        write(nowhere.with("table-name", "scans.made"), rows(nowhere.schema(), row(1, "a")));
        assertEquals(List.of("1|a"), server.query("SELECT * FROM scans.made"));
    }

    @Test
    void settingsInTheAddressDoNotChangeWhatIsRead() {
        server.execute(
                "CREATE TABLE scans.t (id INT PRIMARY KEY, at TIMESTAMP(6) NULL, name TEXT)",
                "INSERT INTO scans.t VALUES (1, '2024-07-01 04:00:00', '中')");
        TestTable table = tables.table(
                        "t",
                        new Field("id", DataType.integer().withNullable(false)),
                        new Field("at", DataType.timestampLtz(6)),
                        new Field("name", DataType.string()))
                .key("id")
                .with(
                        "url",
                        server.url("scans") + "?serverTimezone=Asia/Shanghai&useServerPrepStmts=true"
                                + "&characterEncoding=latin1&tinyInt1isBit=true&sessionVariables=time_zone='%2B08:00'");
        assertEquals(Map.of("1|2024-07-01 04:00:00.000000|中", 1L), MySqlTables.read(table));
    }
}

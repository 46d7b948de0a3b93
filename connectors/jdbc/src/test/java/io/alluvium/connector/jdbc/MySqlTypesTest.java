package io.alluvium.connector.jdbc;

import static io.alluvium.connector.jdbc.MySqlTables.MYSQL;
import static io.alluvium.connector.jdbc.MySqlTables.read;
import static io.alluvium.connector.jdbc.MySqlTables.row;
import static io.alluvium.connector.jdbc.MySqlTables.rows;
import static io.alluvium.connector.jdbc.MySqlTables.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.connector.conformance.RandomRows;
import io.alluvium.connector.conformance.RecordedContext;
import io.alluvium.connector.conformance.RowTexts;
import io.alluvium.connector.conformance.TestTable;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.DataType.Scalar;
import io.alluvium.core.type.DataType.Temporal;
import io.alluvium.core.type.DataType.TemporalKind;
import io.alluvium.core.type.Schema;
import io.alluvium.testkit.servers.mysql.MySqlServer;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MySqlTypesTest {
    private static final Field ID = new Field("id", DataType.integer().withNullable(false));

    private MySqlServer server;
    private MySqlTables tables;

    @BeforeEach
    void startTheServer() {
        server = MySqlServer.shared();
        tables = new MySqlTables(server.emptyDatabase("types"));
    }

    /** MySQL's TIMESTAMP holds 1970 to 2038 only, so instants go into DATETIME columns here. */
    @Test
    void everyTypeComesBackExactlyUnderAnyTimeZone() {
        TimeZone before = TimeZone.getDefault();
        try {
            for (String zone : List.of("UTC", "Asia/Shanghai", "America/New_York")) {
                TimeZone.setDefault(TimeZone.getTimeZone(zone));
                Schema schema = RandomRows.everyTypeAndNested();
                String name = "all_" + zone.replace('/', '_');
                TestTable table = tables.in(new TestTable(schema), name).zone(ZoneId.of("UTC"));
                MySqlTables.sink(table).close();
                for (String column : List.of("c_ltz0", "c_ltz3", "c_ltz6")) {
                    String type = "DATETIME(" + column.charAt(5) + ")";
                    server.execute("ALTER TABLE types." + name + " MODIFY " + column + " " + type);
                }
                long seed = System.nanoTime();
                RowBatch rows = new RandomRows(seed).batch(schema, 200, true);
                write(table, rows);
                assertEquals(RowTexts.table(RowTexts.of(rows)), read(table), "seed " + seed + " zone " + zone);
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Test
    void everyTypeOfMySqlIsReadAsItIs() {
        server.execute(
                "CREATE TABLE types.t (id INT PRIMARY KEY, ti TINYINT UNSIGNED, si SMALLINT UNSIGNED, mi MEDIUMINT, ui INT"
                        + " UNSIGNED, ub BIGINT UNSIGNED, b1 BIT(1), b64 BIT(64), y YEAR, e ENUM('red','蓝'), s SET('a','b'),"
                        + " j JSON, t TIME(3), d DATE, dt DATETIME(6), ts TIMESTAMP(6) NULL, bin BINARY(4), bl BLOB, tx TEXT,"
                        + " f FLOAT, db DOUBLE, dc DECIMAL(30, 10), ch CHAR(5))",
                "INSERT INTO types.t VALUES (1, 255, 65535, -8388608, 4294967295, 18446744073709551615, b'1',"
                        + " 18446744073709551615, 2155, '蓝', 'a,b', '{\"b\": 1, \"a\": [1.50]}', '-838:59:58.125',"
                        + " '9999-12-31', '2024-02-29 23:59:59.123456', '2038-01-19 03:14:07.999999', 'ab', x'00ff27',"
                        + " 'it''s 😀\\\\', 16777216, 1e-300, 12345678901234567890.0123456789, 'c  ')",
                "INSERT INTO types.t (id) VALUES (2)");
        TestTable table = tables.table(
                        "t",
                        ID,
                        new Field("ti", DataType.of(Scalar.SMALLINT)),
                        new Field("si", DataType.integer()),
                        new Field("mi", DataType.integer()),
                        new Field("ui", DataType.bigint()),
                        new Field("ub", DataType.decimal(20, 0)),
                        new Field("b1", DataType.bool()),
                        new Field("b64", DataType.decimal(20, 0)),
                        new Field("y", DataType.integer()),
                        new Field("e", DataType.string()),
                        new Field("s", DataType.string()),
                        new Field("j", DataType.string()),
                        new Field("t", DataType.string()),
                        new Field("d", DataType.date()),
                        new Field("dt", DataType.timestamp(6)),
                        new Field("ts", DataType.timestampLtz(6)),
                        new Field("bin", new DataType.Binary(4, true, true)),
                        new Field("bl", DataType.bytes()),
                        new Field("tx", DataType.string()),
                        new Field("f", DataType.of(Scalar.FLOAT)),
                        new Field("db", DataType.doubles()),
                        new Field("dc", DataType.decimal(30, 10)),
                        new Field("ch", new DataType.Text(5, true, true)))
                .key("id");
        String expected = "1|255|65535|-8388608|4294967295|18446744073709551615|TRUE|18446744073709551615|2155|蓝|a,b|"
                + "{\"a\": [1.5], \"b\": 1}|-838:59:58.125|9999-12-31|2024-02-29 23:59:59.123456|"
                + "2038-01-19 03:14:07.999999|61620000|00ff27|it's 😀\\|1.6777216E7|1.0E-300|"
                + "12345678901234567890.0123456789|c";
        Map<String, Long> found = read(table);
        assertEquals(Map.of(expected, 1L, "2" + "|NULL".repeat(22), 1L), found);
        assertThatItIsWrittenBack(table, found);
    }

    /** What was read goes back into a table of the same types, and that holds the same bytes. */
    private void assertThatItIsWrittenBack(TestTable table, Map<String, Long> found) {
        server.execute("CREATE TABLE types.copy LIKE types.t");
        try (var source = table.source(MYSQL);
                var reader = source.open("table", null, new RecordedContext())) {
            RowBatch batch = reader.poll();
            if (batch == null) {
                throw new AssertionError("no rows");
            }
            write(table.named("app.copy").with("table-name", "copy"), batch);
        }
        assertEquals(found, read(table));
        assertEquals(
                server.query("CHECKSUM TABLE types.t").get(0).split("\\|")[1],
                server.query("CHECKSUM TABLE types.copy").get(0).split("\\|")[1]);
    }

    @Test
    void aValueThatTheDeclaredTypeCannotHoldIsADeadLetter() {
        server.execute(
                "CREATE TABLE types.t (id INT PRIMARY KEY, v BIGINT UNSIGNED, t TIME, d DECIMAL(65, 30))",
                "INSERT INTO types.t VALUES (1, 7, '10:00', 1.5), (2, 18446744073709551615, '10:00', 1),"
                        + " (3, 7, '24:00:01', 1), (4, 7, '-00:00:01', 1), (5, 7, '10:00', 1e34)");
        TestTable table = tables.table(
                        "t",
                        ID,
                        new Field("v", DataType.bigint()),
                        new Field("t", new Temporal(TemporalKind.TIME, 0, true)),
                        new Field("d", DataType.decimal(38, 4)))
                .key("id");
        RecordedContext context = new RecordedContext();
        assertEquals(Map.of("1|7|10:00:00|1.5000", 1L), read(table, context));
        assertEquals(4, context.letters().size());
        assertTrue(context.letters().get(0).error().problem().contains("18446744073709551615"));
        assertTrue(context.letters().get(1).error().problem().contains("declare the column STRING"));
    }

    @Test
    void zeroDatesAreBadValuesOrNullAsDeclared() {
        server.execute("CREATE TABLE types.t (id INT PRIMARY KEY, d DATE, t DATETIME(3))");
        server.executeLeniently(
                "INSERT INTO types.t VALUES (1, '0000-00-00', '0000-00-00 00:00:00'), (2, '2024-00-00', '2024-01-01'),"
                        + " (3, '2024-01-01', '2024-01-01')");
        TestTable table = tables.table("t", ID, new Field("d", DataType.date()), new Field("t", DataType.timestamp(3)))
                .key("id");
        RecordedContext context = new RecordedContext();
        assertEquals(Map.of("3|2024-01-01|2024-01-01 00:00:00.000", 1L), read(table, context));
        assertEquals(2, context.letters().size());
        assertEquals(
                Map.of(
                        "1|NULL|NULL",
                        1L,
                        "2|NULL|2024-01-01 00:00:00.000",
                        1L,
                        "3|2024-01-01|2024-01-01 00:00:00.000",
                        1L),
                read(table.with("jdbc.zero-date", "null")));
    }

    /** The instant 2024-07-01 04:00 UTC is noon in Shanghai. */
    @Test
    void timesOfAnotherKindAreMeantInTheDeclaredZone() {
        server.execute(
                "CREATE TABLE types.t (id INT PRIMARY KEY, a TIMESTAMP(6) NULL, b DATETIME(6), c TIMESTAMP(6) NULL, d"
                        + " DATETIME(6))");
        Schema schema = Schema.of(
                ID,
                new Field("a", DataType.timestampLtz(6)),
                new Field("b", DataType.timestampLtz(6)),
                new Field("c", DataType.timestamp(6)),
                new Field("d", DataType.timestamp(6)));
        TestTable table = tables.in(new TestTable(schema), "t").key("id").zone(ZoneId.of("America/New_York"));
        table.with("jdbc.time-zone", "Asia/Shanghai");
        long instant = 1_719_806_400_000_000L;
        long noon = instant + 8 * 3_600_000_000L;
        RowBatch rows = rows(schema, row(1, instant, instant, noon, noon));
        write(table, rows);
        assertEquals(
                List.of("1|2024-07-01 04:00:00|2024-07-01 12:00:00|2024-07-01 04:00:00|2024-07-01 12:00:00"),
                server.query("SELECT id, DATE_FORMAT(a, '%Y-%m-%d %T'), DATE_FORMAT(b, '%Y-%m-%d %T'), DATE_FORMAT(c,"
                        + " '%Y-%m-%d %T'), DATE_FORMAT(d, '%Y-%m-%d %T') FROM types.t"));
        assertEquals(RowTexts.table(RowTexts.of(rows)), read(table));
        assertEquals(
                ErrorCode.OPTION_INVALID,
                assertThrows(AlluviumException.class, () -> read(table.with("jdbc.time-zone", "Mars")))
                        .code());
    }

    @Test
    void whatMySqlCannotHoldIsRefusedWithItsColumn() {
        server.execute(
                "CREATE TABLE types.t (id INT PRIMARY KEY, y YEAR, f DOUBLE, e ENUM('a'), ts TIMESTAMP NULL, u BIGINT"
                        + " UNSIGNED)");
        Schema schema = Schema.of(
                ID,
                new Field("y", DataType.integer()),
                new Field("f", DataType.doubles()),
                new Field("e", DataType.string()),
                new Field("ts", DataType.timestampLtz(0)),
                new Field("u", DataType.bigint()));
        TestTable table = tables.in(new TestTable(schema), "t").key("id");
        write(table, rows(schema, row(1, 2024, 1.5, "a", 1_000_000L, 5L)));
        Map<String, Object[]> refused = Map.of(
                "\"y\"", row(2, 24, 1.5, "a", 0L, 5L),
                "\"f\"", row(2, 2024, Double.NaN, "a", 1_000_000L, 5L),
                "'e'", row(2, 2024, 1.5, "b", 1_000_000L, 5L),
                "'ts'", row(2, 2024, 1.5, "a", 4_000_000_000_000_000L, 5L),
                "'u'", row(2, 2024, 1.5, "a", 1_000_000L, -1L));
        refused.forEach((column, bad) -> {
            AlluviumException error = assertThrows(AlluviumException.class, () -> {
                try (var sink = MySqlTables.sink(table)) {
                    sink.commit(
                            MySqlTables.commit(2),
                            List.of(io.alluvium.connector.conformance.SinkChecks.inserts(rows(schema, bad))));
                }
            });
            assertEquals(ErrorCode.VALUE_REFUSED, error.code(), error.getMessage());
            assertTrue(error.getMessage().contains(column), error.getMessage());
        });
        assertEquals(1, read(table).size());
    }

    @Test
    void aColumnOfAnotherKindCannotBeRead() {
        server.execute("CREATE TABLE types.t (id INT PRIMARY KEY, v VARCHAR(9))");
        TestTable table =
                tables.table("t", ID, new Field("v", DataType.integer())).key("id");
        AlluviumException error = assertThrows(AlluviumException.class, () -> read(table));
        assertEquals(ErrorCode.TYPE_MISMATCH, error.code());
        assertTrue(error.getMessage().contains("varchar(9)"), error.getMessage());
    }
}

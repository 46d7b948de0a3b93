package io.alluvium.server.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.server.Warehouse;
import io.alluvium.server.output.OutputStyle;
import io.alluvium.testkit.servers.mysql.MySqlServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CREATE TABLES over a genuine MySQL: what is declared, and what is refused. */
class CreateTablesTest {
    private static final String PASSWORD = "planted-s3cret";
    private static final String WITH =
            "WITH ('connector' = 'kafka', 'topic' = 'ods_{database}', 'properties.bootstrap.servers' = '127.0.0.1:9',"
                    + " 'format' = 'canal-json', 'canal-json.table.include' = '{table}', 'canal-json.zone' = 'UTC')";

    @TempDir
    Path folder;

    private MySqlServer server;

    @BeforeEach
    void makeTheDatabase() throws IOException {
        server = MySqlServer.shared();
        server.emptyDatabase("shop");
        server.execute(
                "DROP USER IF EXISTS reader",
                "CREATE USER reader IDENTIFIED BY '" + PASSWORD + "'",
                "GRANT SELECT ON shop.* TO reader",
                "CREATE TABLE shop.orders (id BIGINT UNSIGNED PRIMARY KEY COMMENT 'it''s the number', `when` DATETIME(3) NOT NULL)"
                        + " COMMENT '订单'",
                "CREATE TABLE shop.lines (order_id INT, line INT, PRIMARY KEY (line, order_id))");
        Files.writeString(folder.resolve("secret"), PASSWORD + "\n");
    }

    @Test
    void eachTableIsDeclaredWithItsKeyCommentsAndOptions() throws IOException {
        run(create("") + "SHOW TABLES FROM dwd; SHOW CREATE TABLE dwd.orders; SHOW CREATE TABLE dwd.lines");
        String shown = run("SHOW CREATE TABLE dwd.orders");
        assertEquals(
                """
                CREATE TABLE `dwd`.`orders` (
                  `id` DECIMAL(20, 0) NOT NULL COMMENT 'it''s the number',
                  `when` TIMESTAMP(3),
                  PRIMARY KEY (`id`) NOT ENFORCED
                )
                COMMENT '订单'
                WITH (
                  'connector' = 'kafka',
                  'topic' = 'ods_shop',
                  'properties.bootstrap.servers' = '127.0.0.1:9',
                  'format' = 'canal-json',
                  'canal-json.table.include' = 'orders',
                  'canal-json.zone' = 'UTC'
                )""",
                shown.substring(shown.indexOf("CREATE TABLE"), shown.indexOf("\n)", shown.indexOf("WITH")) + 2));
        assertTrue(run("SHOW CREATE TABLE dwd.lines").contains("PRIMARY KEY (`line`, `order_id`)"));
        run(create("")); // again, in the very same form
    }

    @Test
    void everyTypeOfMySqlHasTheTypeThatHoldsItsValues() throws IOException {
        server.execute("DROP TABLE shop.orders, shop.lines");
        server.execute(
                """
                CREATE TABLE shop.t (id INT PRIMARY KEY, b1 TINYINT(1), t TINYINT, tu TINYINT UNSIGNED, s SMALLINT,
                  su SMALLINT UNSIGNED, m MEDIUMINT, mu MEDIUMINT UNSIGNED, i INT, iu INT UNSIGNED, iz INT ZEROFILL, l BIGINT,
                  lu BIGINT UNSIGNED, d DECIMAL(38, 10), f FLOAT, f2 FLOAT(7, 3), db DOUBLE, bit1 BIT(1), bit8 BIT(8),
                  bit64 BIT(64), da DATE, ti TIME(6), dt DATETIME, ts TIMESTAMP(6) NULL, y YEAR, c CHAR(10), v VARCHAR(255),
                  b BINARY(6), vb VARBINARY(32), bl BLOB, tx MEDIUMTEXT, e ENUM('A', 'b'), st SET('x', 'y'), j JSON,
                  g INT GENERATED ALWAYS AS (id * 2) STORED, w INT GENERATED ALWAYS AS (id + 1) VIRTUAL)""");
        run(create(""));
        assertEquals(
                List.of(
                        "id INT",
                        "b1 TINYINT",
                        "t TINYINT",
                        "tu SMALLINT",
                        "s SMALLINT",
                        "su INT",
                        "m INT",
                        "mu INT",
                        "i INT",
                        "iu BIGINT",
                        "iz BIGINT",
                        "l BIGINT",
                        "lu DECIMAL(20, 0)",
                        "d DECIMAL(38, 10)",
                        "f FLOAT",
                        "f2 FLOAT",
                        "db DOUBLE",
                        "bit1 BOOLEAN",
                        "bit8 BIGINT",
                        "bit64 DECIMAL(20, 0)",
                        "da DATE",
                        "ti STRING",
                        "dt TIMESTAMP(0)",
                        "ts TIMESTAMP_LTZ(6)",
                        "y INT",
                        "c CHAR(10)",
                        "v VARCHAR(255)",
                        "b BINARY(6)",
                        "vb VARBINARY(32)",
                        "bl BYTES",
                        "tx STRING",
                        "e STRING",
                        "st STRING",
                        "j STRING",
                        "g INT",
                        "w INT"),
                run("DESCRIBE dwd.t")
                        .lines()
                        .skip(1)
                        .map(line -> line.split("\t")[0] + " " + line.split("\t")[1])
                        .toList());
    }

    @Test
    void tablesAreChosenNamedAndWrittenByPatterns() throws IOException {
        server.execute(
                "CREATE TABLE shop.`odd.name` (id INT PRIMARY KEY)",
                "CREATE TABLE shop.order_log (id INT PRIMARY KEY)",
                "CREATE TABLE shop.alluvium_ledger (id INT PRIMARY KEY)",
                "CREATE VIEW shop.order_view AS SELECT id FROM shop.orders");
        run("CREATE TABLES IN dwd AS 'dwd_{table}' FROM DATABASE shop INCLUDING ('order%', 'odd%') EXCLUDING ('%log') "
                + using("${file:secret}") + WITH + ";");
        assertEquals("table name\ndwd_odd.name\ndwd_orders\n", run("SHOW TABLES FROM dwd"));
        assertTrue(
                run("SHOW CREATE TABLE dwd.`dwd_odd.name`").contains("'canal-json.table.include' = '\\Qodd.name\\E'"));
        run(create(""));
        assertTrue(run("SHOW TABLES FROM dwd").contains("lines"));
        assertFalse(run("SHOW TABLES FROM dwd").contains("ledger"));
    }

    @Test
    void anotherDefinitionIsRefusedOrLeftOrReplaced() throws IOException {
        run("CREATE TABLE dwd.orders (x INT) WITH ('connector' = 'filesystem', 'path' = 'x', 'format' = 'csv');");
        refused(ErrorCode.TABLE_EXISTS, "1:18", "table \"dwd.orders\" exists already", create(""));
        assertFalse(run("SHOW TABLES FROM dwd").contains("lines"), "a wrong statement stores nothing");
        run(create("").replace("TABLES IN", "TABLES IF NOT EXISTS IN"));
        assertTrue(run("SHOW CREATE TABLE dwd.orders").contains("filesystem"));
        run(create("").replace("CREATE TABLES", "CREATE OR REPLACE TABLES"));
        assertTrue(run("SHOW CREATE TABLE dwd.orders").contains("kafka"));
    }

    @Test
    void whatTheDatabaseDoesNotGiveIsSaid() throws IOException {
        refused(
                ErrorCode.SOURCE_NOT_FOUND,
                "1:36",
                "did you mean \"shop\"",
                create("").replace("shop ", "shpo "));
        refused(ErrorCode.SOURCE_NOT_FOUND, "like \"user%\"", "it has lines, orders", create("INCLUDING ('user%') "));
        refused(ErrorCode.DATABASE_NOT_FOUND, "1:18", "dvd", create("").replace("IN dwd", "IN dvd"));
        server.execute("CREATE TABLE shop.event_log (ts BIGINT)");
        refused(
                ErrorCode.SOURCE_UNUSABLE,
                "table \"shop.event_log\" has no primary key",
                "EXCLUDING ('event_log')",
                create(""));
        server.execute("CREATE TABLE shop.place (id INT PRIMARY KEY, at POINT)");
        refused(
                ErrorCode.SOURCE_UNUSABLE,
                "column \"at\" of table \"shop.place\" is point",
                "EXCLUDING ('place')",
                create("EXCLUDING ('event_log') "));
        server.execute("CREATE TABLE shop.wide (id INT PRIMARY KEY, n DECIMAL(39, 0))");
        refused(ErrorCode.SOURCE_UNUSABLE, "\"n\"", "decimal(39,0)", create("EXCLUDING ('event_log', 'place') "));
    }

    @Test
    void theRulesOfTheLayerHoldForEachTable() throws IOException {
        Files.writeString(
                folder.resolve("warehouse.yaml"), "name: shop\nlayers:\n  DWD: {reads: [ODS], names: 'dwd_.*'}\n");
        refused(ErrorCode.LAYER_RULE_BROKEN, "1:18", "dwd.lines", create(""));
        run(create("").replace("IN dwd", "IN dwd AS 'dwd_{table}'"));
        Files.delete(folder.resolve("warehouse.yaml"));
        String fill = create("").replace("IN dwd", "IN app").replace(";", " AS JOB fill FROM ods;");
        run(create("").replace("IN dwd", "IN ods"));
        refused(ErrorCode.LAYER_EDGE_FORBIDDEN, "job fill:1:", "\"ods.lines\"", fill);
    }

    @Test
    void aKeyOverTheBeginningOfATextIsNone() throws IOException {
        server.execute("CREATE TABLE shop.notes (note TEXT NOT NULL, PRIMARY KEY (note(10)))");
        refused(ErrorCode.SOURCE_UNUSABLE, "\"shop.notes\" has no primary key", "EXCLUDING", create(""));
    }

    @Test
    void oneJobFillsAllTables() throws IOException {
        String read = create("").replace("IN dwd", "IN ods AS 'ods_{table}'");
        String job = create("").replace(";", " AS JOB dwd_shop FROM ods AS 'ods_{table}';");
        String plan = explain(read + job);
        assertTrue(plan.contains("dwd.orders") && plan.contains("dwd.lines"), plan);
        assertTrue(plan.contains("ods.ods_orders") && plan.contains("ods.ods_lines"), plan);
        AlluviumException missing =
                assertThrows(AlluviumException.class, () -> explain(read.replace("ods_{table}", "raw_{table}") + job));
        assertEquals(ErrorCode.TABLE_NOT_FOUND, missing.code(), missing.getMessage());
        assertTrue(missing.getMessage().contains("job dwd_shop:3:"), missing.getMessage());
        assertTrue(missing.getMessage().contains("FROM `ods`.`ods_lines`"), missing.getMessage());
    }

    private String explain(String sql) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Session session = Session.open(Warehouse.open(folder), Map.of())) {
            session.explain(List.of(new ScriptText("f.sql", sql)), new PrintStream(out, true, StandardCharsets.UTF_8));
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void passwordsAreReferencesAndNeverShown() throws IOException {
        AlluviumException clear = refused(
                ErrorCode.OPTION_INVALID,
                "option \"password\" holds a secret in clear",
                "1:",
                create("").replace("${file:secret}", PASSWORD));
        assertFalse(clear.getMessage().contains(PASSWORD), clear.getMessage());
        Files.writeString(folder.resolve("secret"), "wrong-" + PASSWORD);
        AlluviumException wrong = refused(ErrorCode.EXTERNAL_FAILED, "cannot connect", "Access denied", create(""));
        assertFalse(wrong.getMessage().contains(PASSWORD), wrong.getMessage());
    }

    @Test
    void optionsOfUsingAreThoseOfADatabase() throws IOException {
        refused(
                ErrorCode.OPTION_UNKNOWN,
                "table-name",
                "url",
                create("").replace("'url'", "'table-name' = 'x', 'url'"));
        refused(
                ErrorCode.UNSUPPORTED,
                "connector \"kafka\"",
                "mysql",
                create("").replace("'mysql'", "'kafka'"));
        refused(ErrorCode.OPTION_MISSING, "USING", "connector", create("").replace("'connector' = 'mysql', ", ""));
        refused(ErrorCode.SYNTAX_ERROR, "1:", "{table}", create("").replace("IN dwd", "IN dwd AS 'one'"));
        refused(ErrorCode.SYNTAX_ERROR, "1:", "TEMPORARY", create("").replace("CREATE", "CREATE TEMPORARY"));
    }

    private String create(String patterns) {
        return "CREATE TABLES IN dwd FROM DATABASE shop " + patterns + using("${file:secret}") + WITH + ";\n";
    }

    private String using(String password) {
        return "USING ('connector' = 'mysql', 'url' = '" + server.url("") + "', 'username' = 'reader', 'password' = '"
                + password + "') ";
    }

    private AlluviumException refused(ErrorCode code, String part, String other, String sql) {
        AlluviumException refused = assertThrows(AlluviumException.class, () -> run(sql));
        assertEquals(code, refused.code(), refused.getMessage());
        assertTrue(refused.getMessage().contains(part), refused.getMessage());
        assertTrue(refused.getMessage().contains(other), refused.getMessage());
        return refused;
    }

    private String run(String sql) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Session session = Session.open(Warehouse.open(folder), Map.of())) {
            session.execute(
                    List.of(new ScriptText("f.sql", sql)),
                    OutputStyle.TSV,
                    new PrintStream(out, true, StandardCharsets.UTF_8));
        }
        return out.toString(StandardCharsets.UTF_8).replace("\\n", "\n").replace("\\\\", "\\");
    }
}

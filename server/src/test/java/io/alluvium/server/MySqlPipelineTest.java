package io.alluvium.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.alluvium.testkit.servers.mysql.MySqlServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files to tables of a genuine MySQL, with the engine and the database killed on the way. */
class MySqlPipelineTest {
    private static final String PASSWORD = "planted-s3cret";
    private static final int ORDERS_A_ROUND = 2_000;
    private static final long DEADLINE_SECONDS = 90;

    @TempDir
    Path folder;

    private MySqlServer server;

    @BeforeEach
    void startTheServer() throws IOException {
        server = MySqlServer.start();
        server.emptyDatabase("app");
        server.execute("CREATE USER app IDENTIFIED BY '" + PASSWORD + "'", "GRANT ALL ON app.* TO app");
        Files.writeString(folder.resolve("secret.txt"), PASSWORD + "\n");
        Files.createDirectories(folder.resolve("orders"));
        Files.createDirectories(folder.resolve("events"));
    }

    @AfterEach
    void closeTheServer() {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void theTablesAreRightWhateverIsKilled() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("app.sql"), script());
        ForkedAlluvium alluvium = new ForkedAlluvium(folder);
        feed(0);
        Process engine = start(alluvium, 0);
        waitFor(engine, 0, () -> !gmv().isEmpty());
        engine.destroyForcibly().waitFor();
        feed(1);
        engine = start(alluvium, 1);
        feed(2);
        server.kill();
        feed(3);
        server.restart();
        Process running = engine;
        waitFor(running, 1, () -> gmv().equals(expected(4)) && events().equals(eventsOf(4)));
        feed(4);
        waitFor(running, 1, () -> !gmv().equals(expected(4)));
        engine.destroyForcibly().waitFor();
        ForkedAlluvium.Outcome last = alluvium.run("run", "app.sql", "--until", "caught-up");
        assertEquals(0, last.exitCode(), last.err());
        assertEquals(expected(5), gmv(), last.err());
        assertEquals(eventsOf(5), events(), "each event once");
        requireNoPassword();
    }

    /** The messages of a real Canal make the tables that MySQL itself holds after the statements that made the messages. */
    @Test
    void genuineMessagesMakeTheTablesThatMySqlHolds() throws IOException, InterruptedException {
        String cases = System.getProperty("alluvium.cases");
        assumeTrue(cases != null, "-Dalluvium.cases=FOLDER is not given: the genuine messages are not read");
        Path genuine = Path.of(cases).resolve("canal-genuine");
        server.executeScript(Files.readAllLines(genuine.resolve("source.sql")).stream()
                .filter(line -> !line.startsWith("SELECT SLEEP"))
                .toList());
        Files.copy(genuine.resolve("mysql-8.0.31-topic-shop.ndjson"), folder.resolve("orders/shop.json"));
        Files.writeString(folder.resolve("shop.sql"), genuineScript());
        ForkedAlluvium.Outcome outcome = new ForkedAlluvium(folder).run("run", "shop.sql", "--until", "caught-up");
        assertEquals(0, outcome.exitCode(), outcome.err());
        assertSame("id, name, gender, phone, email, is_vip, balance, birthday, create_time, operate_time", "user_info");
        assertSame("*", "order_detail");
        assertSame("*", "all_types");
    }

    private void assertSame(String columns, String table) {
        List<String> held = server.query("SELECT " + columns + " FROM shop." + table + " ORDER BY 1, 2");
        assertTrue(held.size() > 1, table);
        assertEquals(held, server.query("SELECT " + columns + " FROM app." + table + " ORDER BY 1, 2"), table);
    }

    private String target(String table) {
        return "WITH ('connector' = 'mysql', 'url' = '" + server.url("app")
                + "', 'username' = 'app', 'password' = '${file:secret.txt}', 'table-name' = '" + table + "')";
    }

    private String script() {
        return """
                CREATE TABLE IF NOT EXISTS dwd.orders (
                  id BIGINT, province STRING, amount DECIMAL(10, 2), PRIMARY KEY (id) NOT ENFORCED)
                WITH ('connector' = 'filesystem', 'path' = 'orders', 'format' = 'canal-json',
                      'source.monitor-interval' = '50ms');
                CREATE TABLE IF NOT EXISTS dwd.events (id BIGINT)
                WITH ('connector' = 'filesystem', 'path' = 'events', 'format' = 'json', 'source.monitor-interval' = '50ms');
                CREATE TABLE IF NOT EXISTS app.gmv (
                  province STRING, orders BIGINT, amount DECIMAL(38, 2), PRIMARY KEY (province) NOT ENFORCED)
                """
                + target("gmv")
                + ";\nCREATE TABLE IF NOT EXISTS app.events (id BIGINT) " + target("events")
                + """
                ;
                SET 'execution.checkpointing.interval' = '100ms';
                INSERT INTO app.gmv SELECT province, COUNT(*), SUM(amount) FROM dwd.orders GROUP BY province;
                INSERT INTO app.events SELECT id FROM dwd.events;
                """;
    }

    private String genuineScript() {
        String all =
                "id INT, c_bool TINYINT, c_tiny TINYINT, c_utiny SMALLINT, c_small SMALLINT, c_usmall INT, c_med INT,"
                        + " c_umed INT, c_int INT, c_uint BIGINT, c_intz BIGINT, c_big BIGINT, c_ubig DECIMAL(20, 0),"
                        + " c_dec DECIMAL(38, 10), c_dec0 DECIMAL(10, 0), c_float FLOAT, c_double DOUBLE, c_float73 FLOAT,"
                        + " c_bit1 BOOLEAN, c_bit8 BIGINT, c_bit64 DECIMAL(20, 0), c_date DATE, c_time STRING, c_time6 STRING,"
                        + " c_dt TIMESTAMP(0), c_dt3 TIMESTAMP(3), c_dt6 TIMESTAMP(6), c_ts TIMESTAMP_LTZ(0),"
                        + " c_ts6 TIMESTAMP_LTZ(6), c_year INT, c_char CHAR(10), c_varchar VARCHAR(255), c_bin BINARY(6),"
                        + " c_varbin VARBINARY(32), c_tinyblob VARBINARY(255), c_blob BYTES, c_text STRING, c_mtext STRING,"
                        + " c_enum STRING, c_set STRING, c_json STRING, PRIMARY KEY (id) NOT ENFORCED";
        String users =
                "id BIGINT, name VARCHAR(64), gender CHAR(1), phone VARCHAR(20), email VARCHAR(100), is_vip TINYINT,"
                        + " balance DECIMAL(20, 4), birthday DATE, create_time TIMESTAMP(0), operate_time TIMESTAMP(6),"
                        + " PRIMARY KEY (id) NOT ENFORCED";
        String details = "order_id BIGINT, sku_id BIGINT, sku_num INT, order_price DECIMAL(10, 2),"
                + " PRIMARY KEY (order_id, sku_id) NOT ENFORCED";
        // an existing table of MySQL's own types, one that the connector makes, and one it finds too small in c_float73
        // and c_bit8
        server.execute(
                "CREATE TABLE app.all_types LIKE shop.all_types",
                "ALTER TABLE app.all_types MODIFY c_float73 FLOAT, MODIFY c_bit8 BIGINT",
                "ALTER TABLE shop.all_types MODIFY c_float73 FLOAT, MODIFY c_bit8 BIGINT");
        return table("all_types", all) + table("user_info", users) + table("order_detail", details);
    }

    private String table(String name, String columns) {
        return "CREATE TABLE dwd." + name + " (" + columns + ") WITH ('connector' = 'filesystem', 'path' = 'orders',"
                + " 'format' = 'canal-json', 'canal-json.table.include' = '" + name + "', 'canal-json.zone' = 'UTC',"
                + " 'canal-json.enum' = 'label', 'canal-json.zero-date' = 'null');\n"
                + "CREATE TABLE app." + name + " (" + columns + ") " + target(name) + ";\n"
                + "INSERT INTO app." + name + " SELECT * FROM dwd." + name + ";\n";
    }

    private Process start(ForkedAlluvium alluvium, int run) throws IOException {
        return alluvium.start(folder.resolve("out-" + run + ".txt"), err(run), "run", "app.sql");
    }

    private Path err(int run) {
        return folder.resolve("err-" + run + ".txt");
    }

    /** Adds files with inserts of a round, with updates that move every tenth order of the round before, and with events. */
    private void feed(int round) throws IOException {
        StringBuilder orders = new StringBuilder();
        StringBuilder events = new StringBuilder();
        for (int i = 0; i < ORDERS_A_ROUND; i++) {
            long id = (long) round * ORDERS_A_ROUND + i;
            orders.append("{\"data\":[{\"id\":\"" + id + "\",\"province\":\"北京\",\"amount\":\"1.50\"}],\"old\":null,"
                    + "\"pkNames\":[\"id\"],\"table\":\"orders\",\"type\":\"INSERT\"}\n");
            if (round > 0 && i % 10 == 0) {
                orders.append("{\"data\":[{\"id\":\"" + (id - ORDERS_A_ROUND)
                        + "\",\"province\":\"西藏\",\"amount\":\"2.00\"}],\"old\":[{\"province\":\"北京\",\"amount\":\"1.50\"}],"
                        + "\"pkNames\":[\"id\"],\"table\":\"orders\",\"type\":\"UPDATE\"}\n");
            }
            events.append("{\"id\":" + id + "}\n");
        }
        publish("orders", round, orders);
        publish("events", round, events);
    }

    private void publish(String table, int round, CharSequence lines) throws IOException {
        Path pending = Files.writeString(folder.resolve("part.tmp"), lines);
        Files.move(pending, folder.resolve(table).resolve("part-" + round + ".json"));
    }

    private List<String> gmv() {
        return rowsOf("gmv", "SELECT province, orders, amount FROM app.gmv ORDER BY province");
    }

    private List<String> events() {
        return rowsOf("events", "SELECT COUNT(*), COUNT(DISTINCT id), COALESCE(MAX(id), 0) FROM app.events");
    }

    private List<String> rowsOf(String table, String sql) {
        boolean made = !server.query(
                        "SELECT 1 FROM information_schema.tables WHERE table_schema = 'app' AND table_name = '" + table
                                + "'")
                .isEmpty();
        return made ? server.query(sql) : List.of();
    }

    private static List<String> expected(int rounds) {
        long moved = (rounds - 1) * (ORDERS_A_ROUND / 10L);
        long stayed = (long) rounds * ORDERS_A_ROUND - moved;
        return List.of("北京|" + stayed + "|" + stayed * 3 / 2 + ".00", "西藏|" + moved + "|" + moved * 2 + ".00");
    }

    private static List<String> eventsOf(int rounds) {
        long all = (long) rounds * ORDERS_A_ROUND;
        return List.of(all + "|" + all + "|" + (all - 1));
    }

    private void waitFor(Process engine, int run, BooleanSupplier condition) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
        while (!condition.getAsBoolean()) {
            boolean ended = engine.waitFor(50, TimeUnit.MILLISECONDS);
            if (ended || System.nanoTime() > deadline) {
                throw new AssertionError(
                        (ended ? "the engine ended: " : "too late: ") + gmv() + events() + Files.readString(err(run)));
            }
        }
    }

    private void requireNoPassword() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(file -> file.toString().endsWith(".txt") && !file.endsWith("secret.txt"))
                    .toList()) {
                assertFalse(Files.readString(file).contains(PASSWORD), file.toString());
            }
        }
    }
}

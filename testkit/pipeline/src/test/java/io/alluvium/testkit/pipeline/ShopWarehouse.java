package io.alluvium.testkit.pipeline;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The warehouse over a shop's database: from Canal's topic to a table of DWD for each table of MySQL, to joined and summed up
 * tables, to MySQL; and what MySQL itself answers.
 */
final class ShopWarehouse {
    private static final String PASSWORD = "planted-s3cret";
    private static final String TOTALS =
            """
            (SELECT o.id, o.status, o.amount, COALESCE(u.level, '?') AS user_level, COALESCE(l.lines, 0) AS `lines`, l.total
            FROM $SHOP.orders AS o
            LEFT JOIN $SHOP.users AS u ON o.user_id = u.id
            LEFT JOIN (
              SELECT order_id, COUNT(*) AS `lines`, CAST(SUM(price * pieces) AS DECIMAL(20, 2)) AS total
              FROM $SHOP.order_lines GROUP BY order_id) AS l ON o.id = l.order_id) AS w""";

    private final RealServers servers;
    private final String database;
    private final List<String> tables;
    private final Set<String> without;
    private final boolean trade;
    private final HeldRows rows;

    private ShopWarehouse(
            RealServers servers, Path folder, String database, List<String> tables, Set<String> without, boolean trade)
            throws IOException {
        this.servers = servers;
        this.database = database;
        this.tables = tables;
        this.without = without;
        this.trade = trade;
        this.rows = new HeldRows(servers.mysql());
        servers.mysql()
                .execute(
                        "CREATE USER IF NOT EXISTS alluvium IDENTIFIED BY '" + PASSWORD + "'",
                        "GRANT ALL ON *.* TO alluvium",
                        "CREATE DATABASE app_" + database);
        servers.makeTopics(2, tables.stream().map(this::dwdTopic).toList());
        Files.writeString(folder.resolve("secret"), PASSWORD);
        Files.writeString(folder.resolve("copies.sql"), script("copies"));
        if (trade) {
            servers.makeTopics(2, List.of(wideTopic()));
            Files.writeString(folder.resolve("trade.sql"), script("trade"));
        }
    }

    /** Makes topics, user and databases, and writes the scripts of a whole warehouse over a shop. */
    static ShopWarehouse of(RealServers servers, Path folder, String database) throws IOException {
        List<String> tables = servers
                .mysql()
                .query("SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = '" + database + "'")
                .stream()
                .sorted()
                .toList();
        return new ShopWarehouse(servers, folder, database, tables, Set.of(), true);
    }

    /**
     * The same for DWD and its copies in MySQL alone.
     *
     * @param without columns that are not compared
     */
    static ShopWarehouse copies(
            RealServers servers, Path folder, String database, List<String> tables, Set<String> without)
            throws IOException {
        return new ShopWarehouse(servers, folder, database, tables, without, false);
    }

    /** What {@code alluvium run} is given. */
    String[] scripts() {
        return trade ? new String[] {"copies.sql", "trade.sql"} : new String[] {"copies.sql"};
    }

    private String script(String name) {
        return resource("/warehouse/" + name + ".sql")
                .replace("$TABLES", "'" + String.join("', '", tables) + "'")
                .replace("$SHOP", database)
                .replace("$SERVERS", servers.broker().address())
                .replace("$MYSQL", "127.0.0.1:" + servers.mysql().port());
    }

    /** What still differs from what MySQL holds and answers itself; empty in the end. */
    List<String> differences() {
        List<String> differences = new ArrayList<>();
        for (String table : tables) {
            compare(
                    differences,
                    table,
                    rows.of(database, table, database, without),
                    rows.of("app_" + database, table, database, without));
        }
        if (trade) {
            compareAnswers(differences);
        }
        return differences;
    }

    private void compareAnswers(List<String> differences) {
        String totals = TOTALS.replace("$SHOP", database);
        compare(
                differences,
                "sales_by_level",
                rows.query("SELECT user_level, COUNT(*), CAST(SUM(amount) AS DECIMAL(20, 2)),"
                        + " CAST(SUM(total) AS DECIMAL(20, 2)) FROM " + totals + " GROUP BY user_level"),
                rows.query("SELECT user_level, orders, amount, total FROM app_" + database + ".sales_by_level"));
        compare(
                differences,
                "order_status",
                rows.query("SELECT status, COUNT(*), SUM(`lines`), MAX(amount) FROM " + totals + " GROUP BY status"),
                rows.query("SELECT status, orders, `lines`, greatest FROM app_" + database + ".order_status"));
    }

    private static void compare(List<String> differences, String what, List<String> held, List<String> made) {
        if (!held.equals(made)) {
            List<String> missing = new ArrayList<>(held);
            made.forEach(missing::remove);
            List<String> more = new ArrayList<>(made);
            held.forEach(more::remove);
            differences.add(what + ": of " + held.size() + " rows there are missing " + head(missing)
                    + ", and there are " + head(more));
        }
    }

    private static List<String> head(List<String> rows) {
        return rows.subList(0, Math.min(5, rows.size()));
    }

    /**
     * Follows the changes of every layer that is in Kafka.
     *
     * @return how many there are
     */
    int followChanges() throws IOException {
        int changes = 0;
        for (String table : tables) {
            ChangeLog log = ChangeLog.follow(servers.topic(dwdTopic(table)));
            int held = rows.of(database, table, database, Set.of()).size();
            if (log.rows() != held) {
                throw new AssertionError(dwdTopic(table) + " ends with " + log.rows() + " rows instead of " + held);
            }
            changes += log.changes();
        }
        return trade ? changes + ChangeLog.follow(servers.topic(wideTopic())).changes() : changes;
    }

    private String wideTopic() {
        return "dws_" + database + "_order_wide";
    }

    private String dwdTopic(String table) {
        return "dwd_" + database + "_" + table;
    }

    /** The statements of a file beside this class, a line each. */
    static List<String> statements(String file) {
        return resource("/" + file).lines().toList();
    }

    private static String resource(String name) {
        try (InputStream stream = ShopWarehouse.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException(name);
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

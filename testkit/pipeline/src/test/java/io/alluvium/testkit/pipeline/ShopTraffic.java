package io.alluvium.testkit.pipeline;

import io.alluvium.testkit.servers.mysql.MySqlServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Random;

/**
 * Random transactions on the tables of a shop, the same ones for a seed: inserts of several rows, updates, deletes, replaced
 * rows, changed keys, and some that are rolled back.
 */
final class ShopTraffic {
    private static final int USERS = 40;
    private static final int ORDERS = 400;
    private static final String[] STATUS = {"1001", "1002", "1003", "1004"};

    private final MySqlServer mysql;
    private final String database;
    private final Random random;
    private int done;

    ShopTraffic(MySqlServer mysql, String database, long seed) {
        this.mysql = mysql;
        this.database = database;
        this.random = new Random(seed);
    }

    /** Transactions that were begun. */
    int done() {
        return done;
    }

    /** Runs transactions on a connection of its own. */
    void run(int transactions) throws SQLException {
        try (Connection connection = mysql.connect()) {
            run(connection, transactions);
        }
    }

    void run(Connection connection, int transactions) throws SQLException {
        connection.setCatalog(database);
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            for (int i = 0; i < transactions; i++) {
                done++;
                transaction(statement);
                if (random.nextInt(12) == 0) {
                    connection.rollback();
                } else {
                    connection.commit();
                }
            }
        }
    }

    private void transaction(Statement statement) throws SQLException {
        int order = 1 + random.nextInt(ORDERS);
        int user = 1 + random.nextInt(USERS);
        switch (random.nextInt(10)) {
            case 0 -> statement.execute("INSERT INTO users (id, name, level, balance, birthday, touched) VALUES ("
                    + user
                    + ", '用户" + user + "', " + (1 + random.nextInt(3)) + ", " + money() + ", '19"
                    + (50 + random.nextInt(50))
                    + "-02-0" + (1 + random.nextInt(9)) + "', '2024-03-01 00:00:00." + (100 + random.nextInt(900))
                    + "') ON DUPLICATE KEY UPDATE level = VALUES(level), touched = VALUES(touched)");
            case 1 -> statement.execute(
                    "UPDATE users SET balance = balance + " + money() + ", is_vip = 1 - is_vip WHERE id = " + user);
            case 2 -> statement.execute("DELETE FROM "
                    + (random.nextInt(4) == 0 ? "users WHERE id = " + user : "orders WHERE id = " + order));
            case 3 -> statement.execute("UPDATE orders SET status = '" + STATUS[random.nextInt(4)]
                    + "', version = version + 1 WHERE id BETWEEN " + order + " AND " + (order + 9));
            case 4 -> statement.execute("UPDATE order_lines SET pieces = pieces + 1 WHERE order_id = " + order);
            case 5 -> statement.execute("DELETE FROM order_lines WHERE order_id = " + order + " AND line = 1");
            case 6 -> statement.execute(
                    "UPDATE IGNORE orders SET id = id + " + ORDERS + ", version = version + 1 WHERE id = " + order);
            default -> place(statement, order, user);
        }
    }

    private void place(Statement statement, int order, int user) throws SQLException {
        statement.execute("REPLACE INTO orders VALUES (" + order + ", " + user + ", '1001', " + money()
                + ", '2024-04-01 01:00:00." + (100000 + random.nextInt(900000)) + "', 0)");
        StringBuilder lines = new StringBuilder("INSERT INTO order_lines VALUES ");
        int count = 1 + random.nextInt(3);
        for (int line = 1; line <= count; line++) {
            lines.append(line == 1 ? "(" : ", (")
                    .append(order)
                    .append(", ")
                    .append(line)
                    .append(", ");
            lines.append(random.nextInt(50))
                    .append(", ")
                    .append(1 + random.nextInt(5))
                    .append(", ");
            lines.append(money()).append(')');
        }
        statement.execute(
                lines.append(" ON DUPLICATE KEY UPDATE price = VALUES(price)").toString());
    }

    private String money() {
        return random.nextInt(1000) + "." + (10 + random.nextInt(90));
    }
}

package io.alluvium.testkit.pipeline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Does again in MySQL what Canal's messages say was done there. Spans that are sent again end in the same rows. */
final class SqlReplay {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Connection connection;
    private final Statement statement;

    /** Makes the database. */
    SqlReplay(Connection connection, String database) throws SQLException {
        this.connection = connection;
        try (Statement making = connection.createStatement()) {
            making.execute("SET SESSION sql_mode = ''");
            making.execute("CREATE DATABASE " + database + " DEFAULT CHARACTER SET utf8mb4");
        }
        connection.setCatalog(database);
        connection.setAutoCommit(false);
        this.statement = connection.createStatement();
    }

    /** A message, or null where the line holds none. */
    static @Nullable JsonNode read(String line) {
        try {
            JsonNode message = JSON.readTree(line);
            boolean whole = message.isObject()
                    && message.path("es").isIntegralNumber()
                    && !message.path("data").isTextual();
            return whole ? message : null;
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    void define(JsonNode message) throws SQLException {
        statement.execute(message.get("sql").asText());
    }

    /** An INSERT, UPDATE or DELETE of several rows, as one transaction; other messages are none. */
    void change(JsonNode message) throws SQLException {
        String table = "`" + message.path("table").asText() + "`";
        for (int i = 0; i < message.path("data").size(); i++) {
            JsonNode row = message.get("data").get(i);
            JsonNode old = message.path("old").path(i);
            switch (message.path("type").asText()) {
                case "INSERT" -> put(table, row);
                case "DELETE" -> statement.execute("DELETE FROM " + table + where(message, row, old));
                case "UPDATE" -> {
                    String sql = "UPDATE " + table + " SET " + assignments(row) + where(message, row, old);
                    if (statement.executeUpdate(sql) == 0) {
                        put(table, row);
                    }
                }
                default -> {}
            }
        }
        connection.commit();
    }

    void end() throws SQLException {
        statement.close();
    }

    private void put(String table, JsonNode row) throws SQLException {
        statement.execute("REPLACE INTO " + table + " SET " + assignments(row));
    }

    private static String assignments(JsonNode row) {
        return row.properties().stream()
                .map(column -> "`" + column.getKey() + "` = " + literal(column.getValue()))
                .collect(Collectors.joining(", "));
    }

    /** The row by its key as it was. */
    private static String where(JsonNode message, JsonNode row, JsonNode old) {
        List<String> conditions = new ArrayList<>();
        message.path("pkNames").forEach(key -> {
            String name = key.asText();
            conditions.add("`" + name + "` = " + literal(old.has(name) ? old.get(name) : row.get(name)));
        });
        if (conditions.isEmpty()) {
            throw new AssertionError("no key: " + message);
        }
        return " WHERE " + String.join(" AND ", conditions);
    }

    private static String literal(JsonNode value) {
        return value.isNull()
                ? "NULL"
                : "'" + value.asText().replace("\\", "\\\\").replace("'", "''") + "'";
    }
}

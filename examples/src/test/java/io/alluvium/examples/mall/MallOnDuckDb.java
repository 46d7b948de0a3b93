package io.alluvium.examples.mall;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Runs the warehouse's own scripts once over the final source tables, on DuckDB: an oracle that shares nothing with the engine.
 * The rewrites in {@link #rewritten} are all that differs.
 */
final class MallOnDuckDb implements AutoCloseable {
    private static final Pattern CREATE = Pattern.compile("CREATE TABLE (\\S+) \\((.*?)\\n\\)", Pattern.DOTALL);
    private static final Pattern INSERT = Pattern.compile("INSERT INTO (\\S+)\\n(.*?);", Pattern.DOTALL);
    private static final Pattern COLUMN =
            Pattern.compile("^  `?(\\w+)`?\\s+([A-Z]+(?:\\([0-9, ]+\\))?)", Pattern.MULTILINE);
    private static final DateTimeFormatter MILLIS = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS");

    private final Path warehouse;
    private final Connection connection;
    private final List<String> badLines = new ArrayList<>();

    MallOnDuckDb(Path warehouse) throws SQLException, IOException {
        this.warehouse = warehouse;
        this.connection = DriverManager.getConnection("jdbc:duckdb:");
        for (String layer : List.of("ods", "dwd", "dim", "dws", "app")) {
            execute("CREATE SCHEMA " + layer);
        }
        execute("CREATE MACRO joined_text(a, b) AS a || b, (a, b, c) AS a || b || c");
        execute("CREATE MACRO value_in_json(j, p) AS CASE WHEN json_valid(j) THEN json_extract_string(j, p) END");
        execute("CREATE MACRO beijing_time(ms) AS epoch_ms(ms) + INTERVAL 8 HOUR");
        loadCanal("ods_mall");
        loadCanal("ods_crm");
        loadLog();
        for (String layer : List.of("dwd", "dim", "dws", "app")) {
            runLayer(layer);
        }
    }

    List<String> badLines() {
        return badLines;
    }

    /** A table as the answers are written: header, tabs, {@code \N}, rows in order of their text. */
    String tsv(String table) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT * FROM " + table)) {
            List<String> header = new ArrayList<>();
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                header.add(rows.getMetaData().getColumnName(i));
            }
            List<String> lines = new ArrayList<>();
            while (rows.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= header.size(); i++) {
                    values.add(text(rows.getObject(i)));
                }
                lines.add(String.join("\t", values));
            }
            Collections.sort(lines);
            return String.join("\t", header) + "\n" + String.join("\n", lines) + "\n";
        }
    }

    long count(String table) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    private void loadCanal(String topic) throws SQLException, IOException {
        TopicReplay replay = TopicReplay.canal(warehouse.resolve("data/ods/" + topic));
        replay.badLines().forEach(line -> badLines.add(topic + "\t" + line));
        for (SourceTable table : List.of(
                MallSchema.USER_INFO,
                MallSchema.BASE_PROVINCE,
                MallSchema.SKU_INFO,
                MallSchema.ORDER_INFO,
                MallSchema.ORDER_DETAIL,
                MallSchema.PAYMENT_INFO,
                MallSchema.COMMENT_INFO)) {
            if (topic.equals("ods_" + table.database())) {
                String name = "ods." + table.database() + "_" + table.name();
                execute("CREATE TABLE " + name + " (row_data MAP(VARCHAR, VARCHAR))");
                try (PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO " + name + " VALUES (from_json(?::JSON, '\"MAP(VARCHAR,VARCHAR)\"'))")) {
                    for (JsonNode row :
                            replay.table(table.database() + "." + table.name()).values()) {
                        insert.setString(1, row.toString());
                        insert.addBatch();
                    }
                    insert.executeBatch();
                }
            }
        }
    }

    private void loadLog() throws SQLException, IOException {
        TopicReplay replay = TopicReplay.log(warehouse.resolve("data/ods/ods_log"));
        replay.badLines().forEach(line -> badLines.add("ods_log\t" + line));
        List<String> objects = List.of("common", "start", "page", "action");
        execute("CREATE TABLE ods.ods_log (common VARCHAR, start VARCHAR, page VARCHAR, action VARCHAR, ts BIGINT)");
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO ods.ods_log VALUES (?, ?, ?, ?, ?)")) {
            for (JsonNode line : replay.table("log").values()) {
                for (int i = 0; i < objects.size(); i++) {
                    JsonNode value = line.path(objects.get(i));
                    String text = value.isTextual() ? value.asText() : value.toString();
                    insert.setString(i + 1, value.isMissingNode() || value.isNull() ? null : text);
                }
                insert.setObject(
                        5, line.path("ts").isNull() ? null : line.path("ts").asLong());
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private void runLayer(String layer) throws SQLException, IOException {
        List<Path> scripts;
        try (Stream<Path> files = Files.list(warehouse.resolve(layer))) {
            scripts = files.sorted().toList();
        }
        for (Path script : scripts) {
            String text = Files.readString(script, StandardCharsets.UTF_8);
            Matcher create = CREATE.matcher(text);
            while (create.find()) {
                List<String> columns = new ArrayList<>();
                Matcher column = COLUMN.matcher(create.group(2));
                while (column.find()) {
                    if (!column.group(1).equals("PRIMARY") && !column.group(1).equals("WATERMARK")) {
                        columns.add(column.group(1) + " " + column.group(2));
                    }
                }
                execute("CREATE TABLE " + create.group(1) + " (" + String.join(", ", columns) + ")");
            }
            Matcher insert = INSERT.matcher(text);
            while (insert.find()) {
                execute("INSERT INTO " + insert.group(1) + " " + rewritten(insert.group(2)));
            }
        }
    }

    private static String rewritten(String query) {
        return query.replaceAll(
                        "(?s)FROM_CHANGELOG\\(.*?database_name => '(\\w+)', table_name => '(\\w+)', key => 'id'\\)",
                        "ods.$1_$2")
                .replaceAll(
                        "TABLE\\(TUMBLE\\(TABLE (\\S+), DESCRIPTOR\\(event_time\\), INTERVAL '1' MINUTE\\)\\)",
                        "(SELECT *, date_trunc('minute', event_time) AS window_start,"
                                + " date_trunc('minute', event_time) + INTERVAL 1 MINUTE AS window_end"
                                + " FROM (SELECT *, MAX(event_time) OVER (ORDER BY rowid ROWS BETWEEN UNBOUNDED PRECEDING AND 1"
                                + " PRECEDING) - INTERVAL 5 SECOND AS watermark FROM $1)"
                                + " WHERE watermark IS NULL OR date_trunc('minute', event_time) + INTERVAL 1 MINUTE > watermark)")
                .replace("CAST(TO_TIMESTAMP_LTZ(ts, 3) AS TIMESTAMP(3))", "CAST(beijing_time(ts) AS TIMESTAMP(3))")
                .replace("JSON_VALUE(", "value_in_json(")
                .replace("CONCAT(", "joined_text(")
                .replace("DATE_FORMAT(", "strftime(")
                .replace("'yyyy-MM-dd HH:mm'", "'%Y-%m-%d %H:%M'")
                .replace("'yyyy'", "'%Y'")
                .replace('`', '"');
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new SQLException(e.getMessage() + "\nin " + sql, e);
        }
    }

    private static String text(Object value) {
        if (value == null) {
            return "\\N";
        }
        if (value instanceof Timestamp timestamp) {
            return timestamp.toLocalDateTime().format(MILLIS);
        }
        return value instanceof BigDecimal number ? number.toPlainString() : value.toString();
    }
}

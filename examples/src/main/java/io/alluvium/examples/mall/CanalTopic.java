package io.alluvium.examples.mall;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One topic of Canal 1.1.7 flat messages, a message a line: keys in alphabetical order, every value in {@code data} and
 * {@code old} a string or null, {@code es} in whole seconds, {@code id} the batch's number and no unique key.
 */
final class CanalTopic {
    private record Message(
            String type,
            String database,
            String table,
            @Nullable SourceTable shape,
            @Nullable List<Map<String, @Nullable String>> data,
            @Nullable List<Map<String, @Nullable String>> old,
            boolean ddl,
            String sql,
            long es) {}

    /** A line that carries no message: where it is and what is wrong with it. Lines count from 1. */
    record BadLine(int line, String reason) {}

    private final List<String> lines = new ArrayList<>();
    private final List<Message> sent = new ArrayList<>();
    private final List<BadLine> badLines = new ArrayList<>();
    private long batch = 3;
    private long lastTs;

    void rows(
            String type,
            SourceTable shape,
            List<Map<String, @Nullable String>> data,
            @Nullable List<Map<String, @Nullable String>> old,
            long es) {
        send(new Message(type, shape.database(), shape.name(), shape, copies(data), copies(old), false, "", es));
    }

    void statement(String type, String database, String table, boolean ddl, String sql, long es) {
        send(new Message(type, database, table, null, null, null, ddl, sql, es));
    }

    /** Puts a line that is no Canal message. */
    void badLine(String line, String reason) {
        lines.add(line);
        badLines.add(new BadLine(lines.size(), reason));
    }

    /** Sends the last messages again, as Canal does after a restart from an older position: same rows, new id and ts. */
    void sendAgain(int count) {
        batch += 2;
        lastTs += 3_000;
        for (Message message : List.copyOf(sent.subList(sent.size() - count, sent.size()))) {
            lines.add(render(message));
        }
    }

    /** The last message of a row event, as sent. */
    String lastLine() {
        return lines.get(lines.size() - 1);
    }

    List<String> lines() {
        return Collections.unmodifiableList(lines);
    }

    List<BadLine> badLines() {
        return Collections.unmodifiableList(badLines);
    }

    private void send(Message message) {
        sent.add(message);
        lines.add(render(message));
    }

    private String render(Message message) {
        if (message.es > lastTs) {
            batch++;
        }
        lastTs = Math.max(lastTs + 1, message.es + 130 + batch % 700);
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("data", message.data);
        json.put("database", message.database);
        json.put("es", message.es);
        json.put("gtid", "");
        json.put("id", batch);
        json.put("isDdl", message.ddl);
        json.put("mysqlType", null);
        json.put("old", message.old);
        json.put("pkNames", null);
        json.put("sql", message.sql);
        json.put("sqlType", null);
        json.put("table", message.table);
        json.put("ts", lastTs);
        json.put("type", message.type);
        if (message.shape != null) {
            Map<String, Object> mysqlTypes = new LinkedHashMap<>();
            Map<String, Object> sqlTypes = new LinkedHashMap<>();
            for (SourceTable.Column column : message.shape.columns()) {
                mysqlTypes.put(column.name(), column.mysqlType());
                sqlTypes.put(column.name(), column.sqlType());
            }
            json.put("mysqlType", mysqlTypes);
            json.put("sqlType", sqlTypes);
            json.put("pkNames", message.shape.primaryKey().isEmpty() ? null : message.shape.primaryKey());
        }
        return JsonText.of(json);
    }

    private static @Nullable List<Map<String, @Nullable String>> copies(
            @Nullable List<Map<String, @Nullable String>> rows) {
        if (rows == null) {
            return null;
        }
        List<Map<String, @Nullable String>> copies = new ArrayList<>();
        rows.forEach(row -> copies.add(new LinkedHashMap<>(row)));
        return copies;
    }
}

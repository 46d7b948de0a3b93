package io.alluvium.examples.mall;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A MySQL database in miniature: holds the current rows of its tables, values as the text that MySQL's binlog gives Canal, and
 * writes each statement's row event to the topic. What it holds at the end is the truth that the expected answers are made of.
 */
final class SourceDatabase {
    private final CanalTopic topic = new CanalTopic();
    private final Map<String, SourceTable> shapes = new TreeMap<>();
    private final Map<String, Map<String, Map<String, @Nullable String>>> tables = new TreeMap<>();
    private long second;

    /** Sets the time of the statements that follow, in seconds since 1970. */
    void at(long epochSecond) {
        second = epochSecond;
    }

    CanalTopic topic() {
        return topic;
    }

    void create(SourceTable table) {
        shapes.put(table.name(), table);
        tables.put(table.name(), new LinkedHashMap<>());
        topic.statement("CREATE", table.database(), table.name(), true, table.createStatement(), second * 1000);
    }

    /** Gives a table its new shape; rows already there read NULL in the new column. */
    void alter(SourceTable table, String sql) {
        shapes.put(table.name(), table);
        for (Map<String, @Nullable String> row : rows(table).values()) {
            table.columns().forEach(column -> row.putIfAbsent(column.name(), null));
        }
        topic.statement("ALTER", table.database(), table.name(), true, sql, second * 1000);
    }

    /** One INSERT statement; values stand in the order of the table's columns. */
    void insert(SourceTable table, List<List<@Nullable String>> values) {
        if (values.isEmpty()) {
            return;
        }
        SourceTable shape = shape(table);
        List<Map<String, @Nullable String>> inserted = new ArrayList<>();
        for (List<@Nullable String> value : values) {
            Map<String, @Nullable String> row = new LinkedHashMap<>();
            for (int i = 0; i < shape.columns().size(); i++) {
                row.put(shape.columns().get(i).name(), i < value.size() ? value.get(i) : null);
            }
            if (rows(table).put(shape.keyOf(row), row) != null
                    && !shape.primaryKey().isEmpty()) {
                throw new IllegalStateException("duplicate key " + shape.keyOf(row) + " in " + table.name());
            }
            inserted.add(row);
        }
        topic.rows("INSERT", shape, inserted, null, second * 1000);
    }

    /** One UPDATE statement over rows in the order given; a row that the change leaves equal is not in the message. */
    void update(SourceTable table, List<String> keys, Consumer<Map<String, @Nullable String>> change) {
        SourceTable shape = shape(table);
        List<Map<String, @Nullable String>> after = new ArrayList<>();
        List<Map<String, @Nullable String>> old = new ArrayList<>();
        for (String key : keys) {
            Map<String, @Nullable String> before = row(table, key);
            Map<String, @Nullable String> row = new LinkedHashMap<>(before);
            change.accept(row);
            Map<String, @Nullable String> changed = new LinkedHashMap<>();
            before.forEach((column, value) -> {
                if (!Objects.equals(value, row.get(column))) {
                    changed.put(column, value);
                }
            });
            if (!changed.isEmpty()) {
                rows(table).remove(key);
                rows(table).put(shape.keyOf(row), row);
                after.add(row);
                old.add(changed);
            }
        }
        if (!after.isEmpty()) {
            topic.rows("UPDATE", shape, after, old, second * 1000);
        }
    }

    /** One DELETE statement. */
    void delete(SourceTable table, List<String> keys) {
        List<Map<String, @Nullable String>> deleted = new ArrayList<>();
        for (String key : keys) {
            deleted.add(row(table, key));
            rows(table).remove(key);
        }
        topic.rows("DELETE", shape(table), deleted, null, second * 1000);
    }

    /** The current rows of a table by key. */
    Map<String, Map<String, @Nullable String>> rows(SourceTable table) {
        return Objects.requireNonNull(tables.get(table.name()), table.name());
    }

    Map<String, @Nullable String> row(SourceTable table, String key) {
        return Objects.requireNonNull(rows(table).get(key), () -> "no row " + key + " in " + table.name());
    }

    private SourceTable shape(SourceTable table) {
        return Objects.requireNonNull(shapes.get(table.name()), table.name());
    }
}

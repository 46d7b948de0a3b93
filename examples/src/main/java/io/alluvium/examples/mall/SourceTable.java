package io.alluvium.examples.mall;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A table of a source database as Canal describes it in each message.
 *
 * @param database the database, which is also the topic
 * @param name the table's name
 * @param columns the columns in the table's order
 * @param primaryKey the key's column names; empty for a table without a key
 */
record SourceTable(String database, String name, List<Column> columns, List<String> primaryKey) {

    /** A column: its MySQL type as SHOW CREATE TABLE prints it and the JDBC type code that Canal sends for its values. */
    record Column(String name, String mysqlType, int sqlType) {}

    SourceTable {
        columns = List.copyOf(columns);
        primaryKey = List.copyOf(primaryKey);
    }

    /** Reads columns written as {@code "id bigint"}; a type is all that follows the first space. */
    static SourceTable of(String database, String name, String primaryKey, String... columns) {
        List<Column> parsed = new ArrayList<>();
        for (String column : columns) {
            int space = column.indexOf(' ');
            String type = column.substring(space + 1);
            parsed.add(new Column(column.substring(0, space), type, sqlType(type)));
        }
        return new SourceTable(
                database, name, parsed, primaryKey.isEmpty() ? List.of() : List.of(primaryKey.split(",")));
    }

    /** The same table with one more column at its end, as after ALTER TABLE .. ADD COLUMN. */
    SourceTable plus(String column, String mysqlType) {
        List<Column> longer = new ArrayList<>(columns);
        longer.add(new Column(column, mysqlType, sqlType(mysqlType)));
        return new SourceTable(database, name, longer, primaryKey);
    }

    /** The text under which a row is known: its key columns, or all of its values where the table has no key. */
    String keyOf(Map<String, @Nullable String> row) {
        if (primaryKey.isEmpty()) {
            return String.valueOf(row);
        }
        return primaryKey.stream()
                .map(column -> String.valueOf(row.get(column)))
                .collect(Collectors.joining("|"));
    }

    String createStatement() {
        String body = columns.stream()
                .map(column -> column.name() + " " + column.mysqlType())
                .collect(Collectors.joining(", "));
        String key = primaryKey.isEmpty() ? "" : ", PRIMARY KEY (" + String.join(", ", primaryKey) + ")";
        return "CREATE TABLE " + name + " (" + body + key + ") ENGINE=InnoDB DEFAULT CHARSET=utf8mb4";
    }

    private static int sqlType(String mysqlType) {
        String base = mysqlType.replaceAll("[( ].*", "");
        return switch (base) {
            case "bigint" -> -5;
            case "int", "enum" -> 4;
            case "tinyint" -> -6;
            case "decimal" -> 3;
            case "char" -> 1;
            case "varchar" -> 12;
            case "text" -> 2005;
            case "date" -> 91;
            case "datetime" -> 93;
            default -> throw new IllegalArgumentException("no JDBC type known for \"" + mysqlType + "\"");
        };
    }
}

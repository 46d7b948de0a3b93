package io.alluvium.testkit.pipeline;

import io.alluvium.testkit.servers.mysql.MySqlServer;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What MySQL holds in two of its tables, each value as a text that does not depend on the types with which it is held. */
final class HeldRows {
    private final MySqlServer mysql;

    HeldRows(MySqlServer mysql) {
        this.mysql = mysql;
    }

    /**
     * The rows of a table, sorted; empty where there is no such table.
     *
     * @param columnsOf the database of the table that says which columns there are, and of which types
     * @param without columns that are left out
     */
    List<String> of(String database, String table, String columnsOf, Set<String> without) {
        return query("SELECT " + expressions(columnsOf, table, without) + " FROM " + database + ".`" + table + "`");
    }

    /** Sorted rows, without regard to collations; empty where a table is not there yet. */
    List<String> query(String sql) {
        try {
            return mysql.query(sql).stream().sorted().toList();
        } catch (IllegalStateException e) {
            if (String.valueOf(e.getMessage()).contains("doesn't exist")) {
                return List.of();
            }
            throw e;
        }
    }

    private String expressions(String database, String table, Set<String> without) {
        return mysql
                .query("SELECT COLUMN_NAME, DATA_TYPE FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = '" + database
                        + "' AND TABLE_NAME = '" + table + "' ORDER BY ORDINAL_POSITION")
                .stream()
                .map(row -> row.split("\\|"))
                .filter(column -> !without.contains(column[0]))
                .map(column -> text("`" + column[0] + "`", column[1]))
                .collect(Collectors.joining(", "));
    }

    private static String text(String column, String type) {
        return switch (type) {
                // without the zeros of ZEROFILL
            case "bit", "tinyint", "int", "year" -> column + " + 0";
            case "float" -> column + " * 1e0";
            case "binary", "varbinary", "tinyblob", "blob" -> "HEX(" + column + ")";
                // a date with a month or day of zero is read as NULL
            case "date", "datetime", "timestamp" -> "IF(DAYOFMONTH(" + column + ") = 0 OR MONTH(" + column
                    + ") = 0, NULL, CAST(" + column + " AS CHAR))";
            default -> "CAST(" + column + " AS CHAR)";
        };
    }
}

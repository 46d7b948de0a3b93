package io.alluvium.connector.jdbc;

import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The CREATE TABLE of a declared table in MySQL: utf8mb4, texts compared byte by byte, types that hold every value. */
final class MySqlDdl {
    private static final int MOST_KEY_BYTES = 3072;
    private static final int BYTES_A_CHARACTER = 4;
    private static final int USUAL_KEY_LENGTH = 255;
    private static final int LONGEST_VARCHAR = 1024;
    private static final int LONGEST_TEXT = 65_535;
    private static final int LONGEST_MEDIUM = 16_777_215;

    private final TableSpec table;
    private final String collation;

    /** @param collation of all texts */
    MySqlDdl(TableSpec table, String collation) {
        this.table = table;
        this.collation = collation;
    }

    String createTable(String sqlName) {
        int keyLength = keyLength();
        List<String> parts = new ArrayList<>();
        for (Field field : table.schema().fields()) {
            boolean key = table.primaryKey().contains(field.name());
            boolean nullable = field.type().nullable() && !key;
            parts.add(MySqlDialect.quote(field.name()) + " " + words(field, key, keyLength)
                    + (nullable ? " NULL" : " NOT NULL"));
        }
        if (!table.primaryKey().isEmpty()) {
            parts.add(table.primaryKey().stream()
                    .map(MySqlDialect::quote)
                    .collect(Collectors.joining(", ", "PRIMARY KEY (", ")")));
        }
        return "CREATE TABLE IF NOT EXISTS " + sqlName + " (" + String.join(", ", parts)
                + ") ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE " + collation;
    }

    /** How long the key columns without a length may be, so that the whole key fits. */
    private int keyLength() {
        int left = MOST_KEY_BYTES;
        int open = 0;
        for (String name : table.primaryKey()) {
            DataType type = table.schema().type(table.schema().indexOf(name));
            if (!isKey(type)) {
                throw new AlluviumException(
                        ErrorCode.TYPE_UNSUPPORTED,
                        "key column \"" + name + "\" of table \"" + table.name() + "\" has the type " + type.sql()
                                + ", which MySQL has no keys of");
            }
            boolean endless = type instanceof DataType.Text text && text.length() == DataType.MAX_LENGTH
                    || type instanceof DataType.Binary binary && binary.length() == DataType.MAX_LENGTH;
            if (endless) {
                open++;
            } else {
                left -= keyBytes(type);
            }
        }
        int length = open == 0 ? 0 : left / open / BYTES_A_CHARACTER;
        if (left < 0 || open > 0 && length < 1) {
            throw new AlluviumException(
                    ErrorCode.TYPE_UNSUPPORTED,
                    "the primary key (" + String.join(", ", table.primaryKey()) + ") of table \"" + table.name()
                            + "\" takes " + (MOST_KEY_BYTES - left) + " bytes, MySQL's keys have " + MOST_KEY_BYTES
                            + " at most",
                    "declare its texts shorter, four bytes count for a character: VARCHAR(768) alone fills the key");
        }
        return Math.min(length, USUAL_KEY_LENGTH);
    }

    private static boolean isKey(DataType type) {
        return !(type instanceof DataType.Array || type instanceof DataType.MapOf || type instanceof DataType.Row);
    }

    private static int keyBytes(DataType type) {
        if (type instanceof DataType.Text text) {
            return (int) Math.min(1L << 20, (long) text.length() * BYTES_A_CHARACTER);
        }
        if (type instanceof DataType.Binary binary) {
            return Math.min(1 << 20, binary.length());
        }
        return type instanceof DataType.Decimal ? 17 : 8;
    }

    private static String words(Field field, boolean key, int keyLength) {
        DataType type = field.type();
        if (type instanceof DataType.Simple simple) {
            return switch (simple.scalar()) {
                case BOOLEAN -> "TINYINT(1)";
                case TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, DATE -> simple.scalar()
                        .name();
                case INTERVAL_MONTH, INTERVAL_MICROSECOND -> "BIGINT";
                case NULL -> throw AlluviumException.internal("column " + field.name() + " of type NULL");
            };
        }
        if (type instanceof DataType.Decimal decimal) {
            if (decimal.scale() > 30) {
                throw new AlluviumException(
                        ErrorCode.TYPE_UNSUPPORTED,
                        "column \"" + field.name() + "\" is " + type.sql() + ", MySQL's decimals have at most 30 digits"
                                + " behind the point");
            }
            return "DECIMAL(" + decimal.precision() + ", " + decimal.scale() + ")";
        }
        if (type instanceof DataType.Text text) {
            if (key) {
                return "VARCHAR(" + (text.length() == DataType.MAX_LENGTH ? keyLength : text.length()) + ")";
            }
            if (text.length() <= LONGEST_VARCHAR) {
                return (text.fixed() && text.length() <= 255 ? "CHAR(" : "VARCHAR(") + text.length() + ")";
            }
            long bytes = (long) text.length() * BYTES_A_CHARACTER;
            return bytes <= LONGEST_TEXT ? "TEXT" : bytes <= LONGEST_MEDIUM ? "MEDIUMTEXT" : "LONGTEXT";
        }
        if (type instanceof DataType.Binary binary) {
            int length = binary.length() == DataType.MAX_LENGTH && key ? keyLength : binary.length();
            if (key || length <= LONGEST_VARCHAR) {
                return (binary.fixed() && length <= 255 ? "BINARY(" : "VARBINARY(") + length + ")";
            }
            return length <= LONGEST_TEXT ? "BLOB" : length <= LONGEST_MEDIUM ? "MEDIUMBLOB" : "LONGBLOB";
        }
        if (type instanceof DataType.Temporal temporal) {
            return switch (temporal.temporal()) {
                case TIME -> "TIME(" + temporal.precision() + ")";
                case TIMESTAMP -> "DATETIME(" + temporal.precision() + ")";
                case TIMESTAMP_LTZ -> "TIMESTAMP(" + temporal.precision() + ")";
            };
        }
        return "LONGTEXT";
    }
}

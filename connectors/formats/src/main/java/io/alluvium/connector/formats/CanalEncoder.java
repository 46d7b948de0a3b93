package io.alluvium.connector.formats;

import io.alluvium.core.connector.RecordEncoder;
import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.row.BytesColumn;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.ValueText;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Scalar;
import io.alluvium.core.type.DataType.TemporalKind;
import io.alluvium.core.type.Schema;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes changes as Canal's flat messages: keys in alphabetical order, values as strings in MySQL's text, {@code old} with
 * the changed columns only. {@code id}, {@code es} and {@code ts} are the version of the commit.
 */
final class CanalEncoder implements RecordEncoder {
    private final Schema schema;
    private final ZoneId zone;
    private final JsonText text = new JsonText(false);
    private final byte[][] names;
    private final byte[] databaseKey;
    private final byte[] mysqlTypes;
    private final byte[] sqlTypes;
    private final byte[] keysKey;
    private final byte[] tableKey;

    CanalEncoder(TableSpec table, @Nullable ZoneId zone) {
        this.schema = table.schema();
        this.zone = zone == null ? ZoneOffset.UTC : zone;
        this.names = new byte[schema.size()][];
        for (int i = 0; i < names.length; i++) {
            names[i] = fragment("", schema.name(i), ":");
        }
        int dot = table.name().lastIndexOf('.');
        this.databaseKey =
                fragment(",\"database\":", dot < 0 ? "" : table.name().substring(0, dot), "");
        this.tableKey = fragment(",\"table\":", table.name().substring(dot + 1), "");
        this.keysKey = keys(table.primaryKey());
        this.mysqlTypes = types(true);
        this.sqlTypes = types(false);
    }

    /** True where a type holds TIMESTAMP_LTZ values that are written in a zone. */
    static boolean hasInstants(DataType type) {
        return type instanceof DataType.Temporal temporal && temporal.temporal() == TemporalKind.TIMESTAMP_LTZ;
    }

    @Override
    public void encode(RowBatch rows, int before, int after, long commitMillis, ByteArrayOutputStream target) {
        text.clear();
        text.raw("{\"data\":[");
        row(rows, after >= 0 ? after : before);
        text.raw(']');
        text.raw(databaseKey);
        text.raw(",\"es\":");
        text.number(commitMillis);
        text.raw(",\"gtid\":\"\",\"id\":");
        text.number(commitMillis);
        text.raw(",\"isDdl\":false,\"mysqlType\":");
        text.raw(mysqlTypes);
        text.raw(",\"old\":");
        if (before >= 0 && after >= 0) {
            old(rows, before, after);
        } else {
            text.raw("null");
        }
        text.raw(keysKey);
        text.raw(",\"sql\":\"\",\"sqlType\":");
        text.raw(sqlTypes);
        text.raw(tableKey);
        text.raw(",\"ts\":");
        text.number(commitMillis);
        text.raw(",\"type\":");
        text.raw(before < 0 ? "\"INSERT\"}" : after < 0 ? "\"DELETE\"}" : "\"UPDATE\"}");
        text.writeTo(target);
    }

    private void row(RowBatch rows, int row) {
        char separator = '{';
        for (int column = 0; column < names.length; column++) {
            text.raw(separator);
            text.raw(names[column]);
            value(rows.column(column), row, schema.type(column));
            separator = ',';
        }
        if (separator == '{') {
            text.raw('{');
        }
        text.raw('}');
    }

    private void old(RowBatch rows, int before, int after) {
        text.raw("[{");
        boolean first = true;
        for (int column = 0; column < names.length; column++) {
            if (same(rows.column(column), before, after)) {
                continue;
            }
            if (!first) {
                text.raw(',');
            }
            first = false;
            text.raw(names[column]);
            value(rows.column(column), before, schema.type(column));
        }
        text.raw("}]");
    }

    private static boolean same(Column column, int before, int after) {
        Object one = column.value(before);
        Object other = column.value(after);
        if (one instanceof byte[] bytes && other instanceof byte[] others) {
            return Arrays.equals(bytes, others);
        }
        return one == null ? other == null : one.equals(other);
    }

    private void value(Column column, int row, DataType type) {
        if (column.isNull(row)) {
            text.raw("null");
        } else if (type instanceof DataType.Text && column instanceof BytesColumn texts) {
            text.string(texts.data(), texts.starts()[row], texts.lengths()[row]);
        } else if (type instanceof DataType.Binary && column instanceof BytesColumn bytes) {
            text.charAByte(bytes.data(), bytes.starts()[row], bytes.lengths()[row]);
        } else {
            Object value = column.value(row);
            if (value == null) {
                throw AlluviumException.internal("column lost its value");
            }
            text.string(text(value, type));
        }
    }

    private String text(Object value, DataType type) {
        if (type.is(Scalar.BOOLEAN)) {
            return value.toString();
        }
        if (type instanceof DataType.Array || type instanceof DataType.MapOf || type instanceof DataType.Row) {
            JsonText nested = new JsonText(false);
            nested.value(value, type);
            return new String(nested.copy(), StandardCharsets.UTF_8);
        }
        String plain = ValueText.render(value, type, zone);
        return hasInstants(type) ? plain + offsetWhereNeeded((Long) value) : plain;
    }

    /** In the hour that clocks show twice, the second one needs its offset. */
    private String offsetWhereNeeded(long micros) {
        Instant instant = Instant.ofEpochSecond(Math.floorDiv(micros, 1_000_000L));
        ZoneOffset offset = zone.getRules().getOffset(instant);
        List<ZoneOffset> valid = zone.getRules().getValidOffsets(LocalDateTime.ofInstant(instant, offset));
        return valid.size() > 1 && !valid.get(0).equals(offset) ? offset.getId() : "";
    }

    private byte[] fragment(String start, String string, String end) {
        text.clear();
        text.raw(start);
        text.string(string);
        text.raw(end);
        return text.copy();
    }

    private byte[] keys(List<String> primaryKey) {
        text.clear();
        text.raw(",\"pkNames\":");
        if (primaryKey.isEmpty()) {
            text.raw("null");
        } else {
            char separator = '[';
            for (String key : primaryKey) {
                text.raw(separator);
                text.string(key);
                separator = ',';
            }
            text.raw(']');
        }
        return text.copy();
    }

    private byte[] types(boolean mysql) {
        JsonText json = new JsonText(false);
        char separator = '{';
        for (int column = 0; column < schema.size(); column++) {
            json.raw(separator);
            json.raw(names[column]);
            if (mysql) {
                json.string(mysqlType(schema.type(column)));
            } else {
                json.number(sqlType(schema.type(column)));
            }
            separator = ',';
        }
        if (separator == '{') {
            json.raw('{');
        }
        json.raw('}');
        return json.copy();
    }

    private static String mysqlType(DataType type) {
        if (type instanceof DataType.Simple simple) {
            return switch (simple.scalar()) {
                case BOOLEAN -> "tinyint(1)";
                case TINYINT -> "tinyint";
                case SMALLINT -> "smallint";
                case INT -> "int";
                case BIGINT, INTERVAL_MONTH, INTERVAL_MICROSECOND, NULL -> "bigint";
                case FLOAT -> "float";
                case DOUBLE -> "double";
                case DATE -> "date";
            };
        }
        if (type instanceof DataType.Decimal decimal) {
            return "decimal(" + decimal.precision() + "," + decimal.scale() + ")";
        }
        if (type instanceof DataType.Text text) {
            return text.length() == DataType.MAX_LENGTH
                    ? "longtext"
                    : (text.fixed() ? "char(" : "varchar(") + text.length() + ")";
        }
        if (type instanceof DataType.Binary binary) {
            return binary.length() == DataType.MAX_LENGTH
                    ? "longblob"
                    : (binary.fixed() ? "binary(" : "varbinary(") + binary.length() + ")";
        }
        if (type instanceof DataType.Temporal temporal) {
            String word =
                    switch (temporal.temporal()) {
                        case TIME -> "time";
                        case TIMESTAMP -> "datetime";
                        case TIMESTAMP_LTZ -> "timestamp";
                    };
            return temporal.precision() == 0 ? word : word + "(" + temporal.precision() + ")";
        }
        return "json";
    }

    private static int sqlType(DataType type) {
        if (type instanceof DataType.Simple simple) {
            return switch (simple.scalar()) {
                case BOOLEAN, TINYINT -> Types.TINYINT;
                case SMALLINT -> Types.SMALLINT;
                case INT -> Types.INTEGER;
                case BIGINT, INTERVAL_MONTH, INTERVAL_MICROSECOND, NULL -> Types.BIGINT;
                case FLOAT -> Types.REAL;
                case DOUBLE -> Types.DOUBLE;
                case DATE -> Types.DATE;
            };
        }
        if (type instanceof DataType.Decimal) {
            return Types.DECIMAL;
        }
        if (type instanceof DataType.Text text) {
            return text.length() == DataType.MAX_LENGTH ? Types.CLOB : text.fixed() ? Types.CHAR : Types.VARCHAR;
        }
        if (type instanceof DataType.Binary) {
            return Types.BLOB;
        }
        if (type instanceof DataType.Temporal temporal) {
            return temporal.temporal() == TemporalKind.TIME ? Types.TIME : Types.TIMESTAMP;
        }
        return Types.VARCHAR;
    }
}

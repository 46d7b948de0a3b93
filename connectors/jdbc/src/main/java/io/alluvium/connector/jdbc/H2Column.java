package io.alluvium.connector.jdbc;

import io.alluvium.connector.formats.NestedJson;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.ColumnBuilder;
import io.alluvium.core.row.ValueText;
import io.alluvium.core.type.DataType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A column of H2: times as java.time objects, decimals as BigDecimal, ARRAY, MAP and ROW as JSON text. */
final class H2Column implements JdbcColumn {
    private static final long MICROS = 1_000_000;
    private static final int LONGEST_H2_TEXT = 1_048_576;

    private final String name;
    private final DataType type;
    private final @Nullable NestedJson nested;

    H2Column(String name, DataType type) {
        this.name = name;
        this.type = type;
        boolean structured =
                type instanceof DataType.Array || type instanceof DataType.MapOf || type instanceof DataType.Row;
        this.nested = structured ? new NestedJson(name, type) : null;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public DataType type() {
        return type;
    }

    /** The type in a CREATE TABLE of H2. */
    String ddl() {
        String words = words();
        return type.nullable() ? words : words + " NOT NULL";
    }

    private String words() {
        if (type instanceof DataType.Simple simple) {
            return switch (simple.scalar()) {
                case BOOLEAN -> "BOOLEAN";
                case TINYINT -> "TINYINT";
                case SMALLINT -> "SMALLINT";
                case INT -> "INTEGER";
                case BIGINT, INTERVAL_MONTH, INTERVAL_MICROSECOND -> "BIGINT";
                case FLOAT -> "REAL";
                case DOUBLE -> "DOUBLE PRECISION";
                case DATE -> "DATE";
                case NULL -> throw AlluviumException.internal("column " + name + " of type NULL");
            };
        }
        if (type instanceof DataType.Decimal decimal) {
            return "DECIMAL(" + decimal.precision() + ", " + decimal.scale() + ")";
        }
        if (type instanceof DataType.Text text) {
            // CHAR too: its values carry no padding, and the database must not add any; H2 counts UTF-16 units, we
            // count
            // code points, which take up to two
            return text.length() > LONGEST_H2_TEXT / 2 ? "VARCHAR" : "VARCHAR(" + 2 * text.length() + ")";
        }
        if (type instanceof DataType.Binary binary) {
            return binary.length() > LONGEST_H2_TEXT ? "VARBINARY" : "VARBINARY(" + binary.length() + ")";
        }
        if (type instanceof DataType.Temporal temporal) {
            return switch (temporal.temporal()) {
                case TIME -> "TIME(" + temporal.precision() + ")";
                case TIMESTAMP -> "TIMESTAMP(" + temporal.precision() + ")";
                case TIMESTAMP_LTZ -> "TIMESTAMP(" + temporal.precision() + ") WITH TIME ZONE";
            };
        }
        return "VARCHAR";
    }

    @Override
    public void set(PreparedStatement statement, int parameter, @Nullable Object value) throws SQLException {
        if (value == null) {
            statement.setNull(parameter, sqlType());
        } else if (type instanceof DataType.Simple simple) {
            switch (simple.scalar()) {
                case BOOLEAN -> statement.setBoolean(parameter, (Long) value != 0);
                case TINYINT, SMALLINT, INT, BIGINT, INTERVAL_MONTH, INTERVAL_MICROSECOND, NULL -> statement.setLong(
                        parameter, (Long) value);
                case FLOAT -> statement.setFloat(parameter, ((Double) value).floatValue());
                case DOUBLE -> statement.setDouble(parameter, (Double) value);
                case DATE -> statement.setObject(parameter, LocalDate.ofEpochDay((Long) value));
            }
        } else if (type instanceof DataType.Decimal decimal) {
            statement.setBigDecimal(parameter, ValueText.decimal(value, decimal.scale()));
        } else if (type instanceof DataType.Text) {
            statement.setString(parameter, new String((byte[]) value, StandardCharsets.UTF_8));
        } else if (type instanceof DataType.Binary) {
            statement.setBytes(parameter, (byte[]) value);
        } else if (type instanceof DataType.Temporal temporal) {
            statement.setObject(parameter, temporal((Long) value, temporal.temporal()));
        } else if (nested != null) {
            statement.setString(parameter, new String(nested.write((byte[]) value), StandardCharsets.UTF_8));
        } else {
            throw new AssertionError(type);
        }
    }

    @Override
    public void append(ResultSet result, int column, ColumnBuilder target) throws SQLException {
        Object value = read(result, column);
        if (value == null && !type.nullable()) {
            throw new AlluviumException(
                    ErrorCode.RECORD_INVALID, "column \"" + name + "\" is NULL, but declared " + type.ddl());
        }
        target.append(value);
    }

    private static String withoutPadding(String value) {
        int end = value.length();
        while (end > 0 && value.charAt(end - 1) == ' ') {
            end--;
        }
        return value.substring(0, end);
    }

    private @Nullable Object read(ResultSet result, int column) throws SQLException {
        if (result.getObject(column) == null) {
            return null;
        }
        if (type instanceof DataType.Simple simple) {
            return switch (simple.scalar()) {
                case BOOLEAN -> result.getBoolean(column) ? 1L : 0L;
                case TINYINT -> whole(result, column, Byte.MIN_VALUE, Byte.MAX_VALUE);
                case SMALLINT -> whole(result, column, Short.MIN_VALUE, Short.MAX_VALUE);
                case INT -> whole(result, column, Integer.MIN_VALUE, Integer.MAX_VALUE);
                case BIGINT, INTERVAL_MONTH, INTERVAL_MICROSECOND -> whole(
                        result, column, Long.MIN_VALUE, Long.MAX_VALUE);
                case FLOAT -> (double) result.getFloat(column);
                case DOUBLE -> result.getDouble(column);
                case DATE -> result.getObject(column, LocalDate.class).toEpochDay();
                case NULL -> null;
            };
        }
        if (type instanceof DataType.Decimal decimal) {
            return decimal(result.getBigDecimal(column), decimal);
        }
        if (type instanceof DataType.Text text) {
            String value = result.getString(column);
            if (text.fixed()) {
                value = withoutPadding(value); // CHAR is held without it, whether the database pads or not
            }
            if (value.length() > text.length() && value.codePointCount(0, value.length()) > text.length()) {
                throw unfit(value);
            }
            return value.getBytes(StandardCharsets.UTF_8);
        }
        if (type instanceof DataType.Binary binary) {
            byte[] value = result.getBytes(column);
            if (value.length > binary.length()) {
                throw unfit(value.length + " bytes");
            }
            return binary.fixed() ? Arrays.copyOf(value, binary.length()) : value;
        }
        if (type instanceof DataType.Temporal temporal) {
            return micros(result, column, temporal);
        }
        if (nested == null) {
            throw new AssertionError(type);
        }
        return nested.read(result.getString(column));
    }

    private Long whole(ResultSet result, int column, long least, long most) throws SQLException {
        BigDecimal value = result.getBigDecimal(column);
        try {
            long number = value.longValueExact();
            if (number >= least && number <= most) {
                return number;
            }
        } catch (ArithmeticException e) {
            throw unfit(value.toString());
        }
        throw unfit(value.toString());
    }

    private Object decimal(BigDecimal value, DataType.Decimal decimal) {
        try {
            return ValueText.ofDecimal(value.setScale(decimal.scale(), RoundingMode.UNNECESSARY), decimal);
        } catch (ArithmeticException e) {
            throw unfit(value.toString());
        }
    }

    private Long micros(ResultSet result, int column, DataType.Temporal temporal) throws SQLException {
        return switch (temporal.temporal()) {
            case TIME -> {
                LocalTime time = result.getObject(column, LocalTime.class);
                yield fraction(time.toSecondOfDay(), time.getNano(), temporal.precision());
            }
            case TIMESTAMP -> {
                LocalDateTime time = result.getObject(column, LocalDateTime.class);
                yield fraction(time.toEpochSecond(ZoneOffset.UTC), time.getNano(), temporal.precision());
            }
            case TIMESTAMP_LTZ -> {
                OffsetDateTime time = result.getObject(column, OffsetDateTime.class);
                yield fraction(time.toEpochSecond(), time.getNano(), temporal.precision());
            }
        };
    }

    private long fraction(long seconds, int nanos, int precision) {
        int unit = 1_000_000_000;
        for (int i = 0; i < precision; i++) {
            unit /= 10;
        }
        if (nanos % unit != 0) {
            throw unfit(nanos + " nanoseconds");
        }
        return seconds * MICROS + nanos / 1000;
    }

    private static Object temporal(long micros, DataType.TemporalKind kind) {
        long seconds = Math.floorDiv(micros, MICROS);
        int nanos = (int) Math.floorMod(micros, MICROS) * 1000;
        return switch (kind) {
            case TIME -> LocalTime.ofNanoOfDay(micros * 1000);
            case TIMESTAMP -> LocalDateTime.ofEpochSecond(seconds, nanos, ZoneOffset.UTC);
            case TIMESTAMP_LTZ -> Instant.ofEpochSecond(seconds, nanos).atOffset(ZoneOffset.UTC);
        };
    }

    private AlluviumException unfit(String value) {
        return new AlluviumException(
                ErrorCode.RECORD_INVALID,
                "column \"" + name + "\" of type " + type.sql() + " holds " + value + ", which does not fit");
    }

    private int sqlType() {
        if (type instanceof DataType.Simple simple) {
            return switch (simple.scalar()) {
                case BOOLEAN -> Types.BOOLEAN;
                case TINYINT -> Types.TINYINT;
                case SMALLINT -> Types.SMALLINT;
                case INT -> Types.INTEGER;
                case BIGINT, INTERVAL_MONTH, INTERVAL_MICROSECOND -> Types.BIGINT;
                case FLOAT -> Types.REAL;
                case DOUBLE -> Types.DOUBLE;
                case DATE -> Types.DATE;
                case NULL -> Types.NULL;
            };
        }
        if (type instanceof DataType.Decimal) {
            return Types.DECIMAL;
        }
        if (type instanceof DataType.Binary) {
            return Types.VARBINARY;
        }
        if (type instanceof DataType.Temporal temporal) {
            return switch (temporal.temporal()) {
                case TIME -> Types.TIME;
                case TIMESTAMP -> Types.TIMESTAMP;
                case TIMESTAMP_LTZ -> Types.TIMESTAMP_WITH_TIMEZONE;
            };
        }
        return Types.VARCHAR;
    }
}

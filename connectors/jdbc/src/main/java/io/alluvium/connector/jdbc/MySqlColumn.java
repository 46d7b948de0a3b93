package io.alluvium.connector.jdbc;

import io.alluvium.connector.formats.NestedJson;
import io.alluvium.connector.formats.TextRules;
import io.alluvium.connector.formats.ValueParser;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.ColumnBuilder;
import io.alluvium.core.row.ValueText;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Scalar;
import io.alluvium.core.type.DataType.TemporalKind;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A column of MySQL. Values are read from the text that the server sends (its text protocol: exact for every type) and times are
 * written as text, so that nothing depends on the driver's or the JVM's zone. The session's zone is UTC: the text of a TIMESTAMP
 * is UTC; a DATETIME has no zone, and where it stands for an instant, or a TIMESTAMP for a wall clock, the table's zone is meant.
 */
final class MySqlColumn implements JdbcColumn {
    private static final long MICROS = 1_000_000;
    private static final long FIRST_DAY = LocalDate.of(0, 1, 1).toEpochDay();
    private static final long LAST_DAY = LocalDate.of(9999, 12, 31).toEpochDay();

    private final String name;
    private final DataType type;
    private final MySqlFamily family;
    private final ZoneId zone;
    private final ValueParser parser;
    private final @Nullable NestedJson nested;

    MySqlColumn(String name, DataType type, StoredColumn stored, ZoneId zone, boolean zeroDateIsNull) {
        this.name = name;
        this.type = type;
        this.family = MySqlFamily.of(stored);
        this.zone = zone;
        boolean instant = is(TemporalKind.TIMESTAMP_LTZ) || family == MySqlFamily.TIMESTAMP;
        DataType read = instant && type instanceof DataType.Temporal temporal
                ? DataType.timestampLtz(temporal.precision()).withNullable(type.nullable())
                : type;
        ZoneId readIn = family == MySqlFamily.TIMESTAMP ? ZoneOffset.UTC : zone;
        this.parser =
                ValueParser.of(name, read, new TextRules(readIn, zeroDateIsNull, TextRules.BinaryText.CHAR_A_BYTE));
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

    @Override
    public void append(ResultSet result, int column, ColumnBuilder target) throws SQLException {
        byte[] raw = result.getBytes(column);
        if (raw == null) {
            parser.appendNull(target);
        } else if (type instanceof DataType.Binary binary) {
            if (raw.length > binary.length()) {
                throw unreadable(raw.length + " bytes");
            }
            target.appendBytes(binary.fixed() ? Arrays.copyOf(raw, binary.length()) : raw);
        } else if (family == MySqlFamily.BIT) {
            BigInteger bits = new BigInteger(1, raw);
            boolean truth = type instanceof DataType.Simple simple && simple.scalar() == Scalar.BOOLEAN;
            parser.append(truth ? Integer.toString(bits.signum()) : bits.toString(), target);
        } else if (nested != null) {
            target.append(nested.read(text(raw)));
        } else if (is(TemporalKind.TIMESTAMP) && family == MySqlFamily.TIMESTAMP) {
            char[] text = text(raw).toCharArray();
            Object micros = parser.value(text, 0, text.length);
            if (micros == null) {
                parser.appendNull(target);
            } else {
                target.appendLong(wallClock((Long) micros));
            }
        } else {
            parser.append(text(raw), target);
        }
    }

    @Override
    public void set(PreparedStatement statement, int parameter, @Nullable Object value) throws SQLException {
        if (value == null) {
            statement.setNull(parameter, Types.NULL);
        } else if (type instanceof DataType.Simple simple) {
            switch (simple.scalar()) {
                case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, INTERVAL_MONTH, INTERVAL_MICROSECOND, NULL -> statement
                        .setLong(parameter, family == MySqlFamily.YEAR ? year((Long) value) : (Long) value);
                case FLOAT, DOUBLE -> statement.setDouble(parameter, finite((Double) value));
                case DATE -> statement.setString(parameter, date((Long) value).toString());
            }
        } else if (type instanceof DataType.Decimal decimal) {
            statement.setBigDecimal(parameter, ValueText.decimal(value, decimal.scale()));
        } else if (type instanceof DataType.Text) {
            statement.setString(parameter, new String((byte[]) value, StandardCharsets.UTF_8));
        } else if (type instanceof DataType.Binary) {
            statement.setBytes(parameter, (byte[]) value);
        } else if (type instanceof DataType.Temporal temporal) {
            statement.setString(parameter, time((Long) value, temporal));
        } else if (nested != null) {
            statement.setString(parameter, new String(nested.write((byte[]) value), StandardCharsets.UTF_8));
        } else {
            throw new AssertionError(type);
        }
    }

    private String time(long micros, DataType.Temporal temporal) {
        if (temporal.temporal() != TemporalKind.TIME) {
            date(Math.floorDiv(Math.floorDiv(micros, MICROS), 86_400));
        }
        boolean wallClockAsInstant = temporal.temporal() == TemporalKind.TIMESTAMP && family == MySqlFamily.TIMESTAMP;
        long written = wallClockAsInstant ? instant(micros) : micros;
        return ValueText.temporal(written, temporal, family == MySqlFamily.TIMESTAMP ? ZoneOffset.UTC : zone);
    }

    private LocalDate date(long epochDay) {
        if (epochDay < FIRST_DAY || epochDay > LAST_DAY) {
            throw unwritable("day " + epochDay + " since 1970", "MySQL's dates have the years 0 to 9999");
        }
        return LocalDate.ofEpochDay(epochDay);
    }

    private double finite(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw unwritable(Double.toString(value), "MySQL has neither infinities nor NaN");
        }
        return value;
    }

    private long year(long value) {
        if (value != 0 && (value < 1901 || value > 2155)) {
            throw unwritable(Long.toString(value), "MySQL's YEAR holds 0 and 1901 to 2155");
        }
        return value;
    }

    /** The wall clock of the table's zone at an instant. */
    private long wallClock(long instantMicros) {
        Instant second = Instant.ofEpochSecond(Math.floorDiv(instantMicros, MICROS));
        return instantMicros + zone.getRules().getOffset(second).getTotalSeconds() * MICROS;
    }

    /** The instant at which the table's zone shows a wall clock; the first of two. */
    private long instant(long wallMicros) {
        LocalDateTime wall = LocalDateTime.ofEpochSecond(Math.floorDiv(wallMicros, MICROS), 0, ZoneOffset.UTC);
        if (zone.getRules().getValidOffsets(wall).isEmpty()) {
            throw unwritable(wall.toString(), "the clocks of " + zone + " skip it");
        }
        return wallMicros - ZonedDateTime.ofLocal(wall, zone, null).getOffset().getTotalSeconds() * MICROS;
    }

    private boolean is(TemporalKind kind) {
        return type instanceof DataType.Temporal temporal && temporal.temporal() == kind;
    }

    private String text(byte[] raw) {
        if (family != MySqlFamily.BYTES) {
            return new String(raw, StandardCharsets.UTF_8);
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(raw))
                    .toString();
        } catch (CharacterCodingException e) {
            throw unreadable(raw.length + " bytes that are no UTF-8 text");
        }
    }

    private AlluviumException unreadable(String value) {
        return new AlluviumException(
                ErrorCode.RECORD_INVALID,
                "column \"" + name + "\" of type " + type.sql() + " holds " + value + ", which does not fit");
    }

    private AlluviumException unwritable(String value, String why) {
        return new AlluviumException(
                ErrorCode.VALUE_REFUSED, "column \"" + name + "\" cannot take the value " + value + ": " + why);
    }
}

package io.alluvium.core.row;

import io.alluvium.core.type.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The text of values for people and for CAST to STRING: decimals plain with their scale, times with exactly the fraction
 * digits of their type, intervals like {@code +1 02:30:00.000} and {@code +2-03}, doubles as Java prints them, binary in
 * lower-case hex, nested values like {@code [a, b]},
 * {@code {k=v}}, {@code (a, b)}. TIMESTAMP_LTZ is shown in a zone.
 */
public final class ValueText {
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long SECONDS_PER_DAY = 86_400;

    private ValueText() {}

    /** The value as an SQL-like literal, for plans: text in quotes, NULL as {@code NULL}. */
    public static String literal(@Nullable Object value, DataType type) {
        if (value == null) {
            return "NULL";
        }
        if (type.is(DataType.Scalar.INTERVAL_MONTH) || type.is(DataType.Scalar.INTERVAL_MICROSECOND)) {
            return "'" + value + "'"; // the number that arithmetic sees
        }
        String text = render(value, type, ZoneOffset.UTC);
        boolean bare = type.isInteger() || type instanceof DataType.Decimal || type.isApproximate();
        return bare || type.is(DataType.Scalar.BOOLEAN) ? text : "'" + text.replace("'", "''") + "'";
    }

    /**
     * The text of a value that is not null.
     *
     * @param value as {@link Column#value} gives it
     * @param zone where a TIMESTAMP_LTZ is shown
     */
    public static String render(Object value, DataType type, ZoneId zone) {
        if (type instanceof DataType.Simple simple) {
            return switch (simple.scalar()) {
                case BOOLEAN -> (Long) value != 0 ? "TRUE" : "FALSE";
                case TINYINT, SMALLINT, INT, BIGINT, NULL -> value.toString();
                case INTERVAL_MONTH -> months((Long) value);
                case INTERVAL_MICROSECOND -> duration((Long) value);
                case FLOAT -> Float.toString(((Double) value).floatValue());
                case DOUBLE -> Double.toString((Double) value);
                case DATE -> LocalDate.ofEpochDay((Long) value).toString();
            };
        }
        if (type instanceof DataType.Decimal decimal) {
            return decimal(value, decimal.scale()).toPlainString();
        }
        if (type instanceof DataType.Text) {
            return new String((byte[]) value, StandardCharsets.UTF_8);
        }
        if (type instanceof DataType.Binary) {
            return HexFormat.of().formatHex((byte[]) value);
        }
        if (type instanceof DataType.Temporal temporal) {
            return temporal((Long) value, temporal, zone);
        }
        if (type instanceof DataType.Array array) {
            return "[" + String.join(", ", elements((byte[]) value, 0, array.element(), zone)) + "]";
        }
        if (type instanceof DataType.MapOf map) {
            byte[] bytes = (byte[]) value;
            List<String> keys = elements(bytes, NestedValues.mapKeys(0), map.key(), zone);
            List<String> values = elements(bytes, NestedValues.mapValues(bytes, 0), map.value(), zone);
            List<String> entries = new ArrayList<>(keys.size());
            for (int i = 0; i < keys.size(); i++) {
                entries.add(keys.get(i) + "=" + values.get(i));
            }
            return "{" + String.join(", ", entries) + "}";
        }
        if (type instanceof DataType.Row row) {
            RowCodec codec = RowCodec.of(row);
            List<String> fields = new ArrayList<>();
            for (int i = 0; i < codec.columns(); i++) {
                fields.add(orNull(
                        codec.value((byte[]) value, 0, i), row.fields().get(i).type(), zone));
            }
            return "(" + String.join(", ", fields) + ")";
        }
        throw new AssertionError(type);
    }

    /** The value of a DECIMAL column as a big decimal of exactly that scale. */
    public static BigDecimal decimal(Object unscaled, int scale) {
        BigInteger integer =
                unscaled instanceof Int128 wide ? wide.toBigInteger() : BigInteger.valueOf((Long) unscaled);
        return new BigDecimal(integer, scale);
    }

    /** The held value of a decimal whose scale has been set to the type's already. */
    public static Object ofDecimal(BigDecimal value, DataType.Decimal type) {
        if (value.scale() != type.scale() || value.precision() > type.precision()) {
            throw new ArithmeticException(value + " does not fit " + type.sql());
        }
        return type.precision() <= 18
                ? (Object) value.unscaledValue().longValueExact()
                : Int128.of(value.unscaledValue());
    }

    /** Text of a TIME, TIMESTAMP or TIMESTAMP_LTZ value. */
    public static String temporal(long micros, DataType.Temporal type, ZoneId zone) {
        long shown = micros;
        if (type.temporal() == DataType.TemporalKind.TIMESTAMP_LTZ) {
            Instant instant = Instant.ofEpochSecond(Math.floorDiv(micros, MICROS_PER_SECOND));
            shown += zone.getRules().getOffset(instant).getTotalSeconds() * MICROS_PER_SECOND;
        }
        long seconds = Math.floorDiv(shown, MICROS_PER_SECOND);
        long fraction = Math.floorMod(shown, MICROS_PER_SECOND);
        StringBuilder text = new StringBuilder(26);
        if (type.temporal() != DataType.TemporalKind.TIME) {
            text.append(LocalDate.ofEpochDay(Math.floorDiv(seconds, SECONDS_PER_DAY)))
                    .append(' ');
        }
        int ofDay = (int) Math.floorMod(seconds, SECONDS_PER_DAY);
        twoDigits(text, ofDay / 3600);
        text.append(':');
        twoDigits(text, ofDay / 60 % 60);
        text.append(':');
        twoDigits(text, ofDay % 60);
        if (type.precision() > 0) {
            text.append('.');
            String digits = Long.toString(MICROS_PER_SECOND + fraction);
            text.append(digits, 1, 1 + type.precision());
        }
        return text.toString();
    }

    /** Years and months of an interval of months: {@code +2-03}. */
    public static String months(long months) {
        return String.format(
                Locale.ROOT, "%s%d-%02d", months < 0 ? "-" : "+", Math.abs(months / 12), Math.abs(months % 12));
    }

    /** Days and time of an interval of microseconds, with three fraction digits, or six where it needs them. */
    public static String duration(long micros) {
        long seconds = Math.abs(micros / MICROS_PER_SECOND);
        long fraction = Math.abs(micros % MICROS_PER_SECOND);
        StringBuilder text = new StringBuilder(26);
        text.append(micros < 0 ? '-' : '+').append(seconds / SECONDS_PER_DAY).append(' ');
        int ofDay = (int) (seconds % SECONDS_PER_DAY);
        twoDigits(text, ofDay / 3600);
        text.append(':');
        twoDigits(text, ofDay / 60 % 60);
        text.append(':');
        twoDigits(text, ofDay % 60);
        String digits = Long.toString(MICROS_PER_SECOND + fraction);
        return text.append('.').append(digits, 1, fraction % 1000 == 0 ? 4 : 7).toString();
    }

    private static void twoDigits(StringBuilder text, int value) {
        text.append((char) ('0' + value / 10)).append((char) ('0' + value % 10));
    }

    private static List<String> elements(byte[] bytes, int start, DataType element, ZoneId zone) {
        int size = NestedValues.arraySize(bytes, start);
        List<String> texts = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            texts.add(orNull(NestedValues.element(element.kind(), bytes, start, i), element, zone));
        }
        return texts;
    }

    private static String orNull(@Nullable Object value, DataType type, ZoneId zone) {
        return value == null ? "NULL" : render(value, type, zone);
    }
}

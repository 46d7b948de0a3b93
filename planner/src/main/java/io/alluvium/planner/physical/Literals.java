package io.alluvium.planner.physical;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.expression.Expression.Literal;
import io.alluvium.core.row.Int128;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Scalar;
import io.alluvium.planner.bind.DataTypes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.NlsString;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;

/** Literals of the algebra as values in our columns. */
final class Literals {
    private static final long MICROS_A_MILLI = 1000;
    private static final long MILLIS_A_SECOND = 1000;

    private static final int LONG_DIGITS = 19;

    private Literals() {}

    static Literal of(RexLiteral literal, DataType type) {
        if (literal.isNull()) {
            return new Literal(null, type);
        }
        return value(literal, type);
    }

    /** A number with all digits that it has, whatever its type says. */
    static Literal exact(RexLiteral literal) {
        DataType type = DataTypes.of(literal.getType());
        return literal.isNull() || type.isApproximate() ? of(literal, type) : exact(decimal(literal), type);
    }

    private static Literal exact(BigDecimal value, DataType type) {
        BigDecimal shortest = value.stripTrailingZeros();
        int scale = Math.max(0, shortest.scale());
        int whole = Math.max(0, shortest.precision() - shortest.scale());
        boolean fits = type instanceof DataType.Decimal decimal
                ? scale <= decimal.scale() && whole <= decimal.precision() - decimal.scale()
                : type.isInteger() && scale == 0;
        return number(
                value,
                fits
                        ? type
                        : DataType.decimal(Math.max(1, whole + scale), scale).withNullable(false));
    }

    /**
     * A literal as it is compared with values of another type: a number keeps its value, but beside FLOAT and DOUBLE it is the
     * nearest of those, as it would be in a column.
     */
    static Literal comparable(Literal literal, DataType other) {
        BigDecimal value = valueOf(literal);
        if (value == null || literal.type().withNullable(true).equals(other.withNullable(true))) {
            return literal;
        }
        if (other.isApproximate()) {
            return literal.type().isApproximate() ? literal : number(value, other.withNullable(false));
        }
        if (other.isInteger() && isLong(value)) {
            return literal.type().isInteger()
                    ? literal
                    : number(value, DataType.bigint().withNullable(false));
        }
        int digits = Math.max(0, value.precision() - value.scale()) + Math.max(0, value.scale());
        boolean exact = other.isInteger() || other instanceof DataType.Decimal;
        return exact && digits <= DataType.MAX_DECIMAL_PRECISION ? exact(value, other.withNullable(false)) : literal;
    }

    private static boolean isLong(BigDecimal value) {
        return value.stripTrailingZeros().scale() <= 0
                && value.precision() - value.scale() <= LONG_DIGITS
                && value.toBigInteger().bitLength() < Long.SIZE;
    }

    /** The decimal digits of a number; null for NULL, NaN, infinities and what is no number. */
    private static @Nullable BigDecimal valueOf(Literal literal) {
        Object value = literal.value();
        if (value instanceof Double number) {
            return Double.isFinite(number) ? BigDecimal.valueOf(number) : null;
        }
        int scale = literal.type() instanceof DataType.Decimal decimal ? decimal.scale() : 0;
        boolean exact = literal.type().isInteger() || literal.type() instanceof DataType.Decimal;
        if (!exact) {
            return null;
        }
        return value instanceof Long number
                ? BigDecimal.valueOf(number, scale)
                : value instanceof Int128 wide ? new BigDecimal(wide.toBigInteger(), scale) : null;
    }

    /** A text literal. */
    static Literal text(String text) {
        return new Literal(
                text.getBytes(StandardCharsets.UTF_8), DataType.string().withNullable(false));
    }

    private static Literal value(RexLiteral literal, DataType type) {
        return switch (literal.getTypeName()) {
            case BOOLEAN -> new Literal(Boolean.TRUE.equals(literal.getValueAs(Boolean.class)) ? 1L : 0L, type);
            case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL, DOUBLE, FLOAT, REAL -> number(decimal(literal), type);
            case CHAR, VARCHAR -> new Literal(
                    Objects.requireNonNull(literal.getValueAs(NlsString.class))
                            .getValue()
                            .getBytes(StandardCharsets.UTF_8),
                    type);
            case BINARY, VARBINARY -> new Literal(
                    Objects.requireNonNull(literal.getValueAs(ByteString.class)).getBytes(), type);
            case DATE -> new Literal(
                    (long) Objects.requireNonNull(literal.getValueAs(DateString.class))
                            .getDaysSinceEpoch(),
                    type);
            case TIME -> new Literal(
                    time(Objects.requireNonNull(literal.getValueAs(TimeString.class))
                            .toString()),
                    type);
            case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> new Literal(
                    timestamp(Objects.requireNonNull(literal.getValueAs(TimestampString.class))), type);
            case INTERVAL_YEAR, INTERVAL_YEAR_MONTH, INTERVAL_MONTH -> new Literal(
                    decimal(literal).longValueExact(), type);
            case INTERVAL_DAY,
                    INTERVAL_DAY_HOUR,
                    INTERVAL_DAY_MINUTE,
                    INTERVAL_DAY_SECOND,
                    INTERVAL_HOUR,
                    INTERVAL_HOUR_MINUTE,
                    INTERVAL_HOUR_SECOND,
                    INTERVAL_MINUTE,
                    INTERVAL_MINUTE_SECOND,
                    INTERVAL_SECOND -> new Literal(micros(literal), type);
            case SYMBOL -> text(String.valueOf(literal.getValue()));
            default -> throw new AlluviumException(
                    ErrorCode.UNSUPPORTED, "a literal of type " + type.sql() + " is not supported");
        };
    }

    /** Microseconds of a day-time interval. */
    static long micros(RexLiteral interval) {
        return decimal(interval)
                .multiply(BigDecimal.valueOf(MICROS_A_MILLI))
                .setScale(0, RoundingMode.UNNECESSARY)
                .longValueExact();
    }

    private static BigDecimal decimal(RexLiteral literal) {
        return Objects.requireNonNull(literal.getValueAs(BigDecimal.class));
    }

    private static Literal number(BigDecimal value, DataType type) {
        if (type.isApproximate()) {
            boolean single = type.is(Scalar.FLOAT);
            return new Literal(single ? (double) value.floatValue() : value.doubleValue(), type);
        }
        if (type instanceof DataType.Decimal decimal) {
            BigInteger unscaled =
                    value.setScale(decimal.scale(), RoundingMode.HALF_UP).unscaledValue();
            return decimal.precision() <= 18
                    ? new Literal(unscaled.longValueExact(), type)
                    : new Literal(Int128.of(unscaled), type);
        }
        return new Literal(value.setScale(0, RoundingMode.HALF_UP).longValueExact(), type);
    }

    private static long timestamp(TimestampString value) {
        TimestampString whole = value.round(3);
        return whole.getMillisSinceEpoch() * MICROS_A_MILLI + microsBelowMilli(value.toString());
    }

    private static long time(String text) {
        TimeString whole = new TimeString(text).round(3);
        return whole.getMillisOfDay() * MICROS_A_MILLI + microsBelowMilli(text);
    }

    /** The fourth to sixth fraction digit; rounding above has cut them off. */
    private static long microsBelowMilli(String text) {
        int dot = text.indexOf('.');
        if (dot < 0) {
            return 0;
        }
        String digits = (text.substring(dot + 1) + "000000").substring(0, 6);
        return Long.parseLong(digits) % MILLIS_A_SECOND;
    }
}

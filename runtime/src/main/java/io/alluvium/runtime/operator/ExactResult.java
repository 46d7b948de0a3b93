package io.alluvium.runtime.operator;

import io.alluvium.core.row.ColumnBuilder;
import io.alluvium.core.row.Int128;
import io.alluvium.core.type.ColumnKind;
import io.alluvium.core.type.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Turns exact sums into values of a result type; says so where one does not fit. */
final class ExactResult {
    private final DataType type;
    private final int argumentScale;
    private final int scale;
    private final BigInteger limit;
    private final long longLimit;

    /** @param argumentScale digits behind the point of what was summed */
    ExactResult(DataType type, int argumentScale) {
        this.type = type;
        this.argumentScale = argumentScale;
        this.scale = type instanceof DataType.Decimal decimal ? decimal.scale() : 0;
        this.limit = limit(type);
        this.longLimit = limit.bitLength() < 64 ? limit.longValue() : Long.MAX_VALUE;
    }

    /** The greatest absolute value (for integers of the positive side). */
    private static BigInteger limit(DataType type) {
        if (type instanceof DataType.Decimal decimal) {
            return BigInteger.TEN.pow(decimal.precision()).subtract(BigInteger.ONE);
        }
        if (type instanceof DataType.Simple simple) {
            int bits =
                    switch (simple.scalar()) {
                        case TINYINT -> 7;
                        case SMALLINT -> 15;
                        case INT -> 31;
                        case BIGINT, INTERVAL_MICROSECOND, INTERVAL_MONTH -> 63;
                        case BOOLEAN, DATE, FLOAT, DOUBLE, NULL -> 0;
                    };
            return BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
        }
        return BigInteger.ZERO;
    }

    /** Appends a sum; false (and a NULL) where it does not fit. */
    boolean appendSum(ExactSum sum, int slot, ColumnBuilder target) {
        if (type.isApproximate()) {
            target.appendDouble(toDouble(sum, slot, 1));
            return true;
        }
        if (scale == argumentScale && sum.isLong(slot)) {
            long value = sum.low(slot);
            if (fits(value)) {
                appendLong(value, target);
                return true;
            }
        }
        BigInteger value = new BigDecimal(sum.value(slot), argumentScale)
                .setScale(scale, RoundingMode.HALF_UP)
                .unscaledValue();
        return appendChecked(value, target);
    }

    /** Appends a sum divided by a count above zero: integers are cut towards zero, decimals rounded half up. */
    boolean appendAverage(ExactSum sum, int slot, long count, ColumnBuilder target) {
        if (type.isApproximate()) {
            target.appendDouble(toDouble(sum, slot, count));
            return true;
        }
        if (scale == 0 && argumentScale == 0 && !(type instanceof DataType.Decimal) && sum.isLong(slot)) {
            long value = sum.low(slot) / count;
            if (fits(value)) {
                appendLong(value, target);
                return true;
            }
        }
        RoundingMode rounding = type instanceof DataType.Decimal ? RoundingMode.HALF_UP : RoundingMode.DOWN;
        BigInteger value = new BigDecimal(sum.value(slot), argumentScale)
                .divide(BigDecimal.valueOf(count), scale, rounding)
                .unscaledValue();
        return appendChecked(value, target);
    }

    private double toDouble(ExactSum sum, int slot, long count) {
        double value = sum.isLong(slot) && argumentScale == 0
                ? (double) sum.low(slot)
                : new BigDecimal(sum.value(slot), argumentScale).doubleValue();
        double result = value / count;
        return type.is(DataType.Scalar.FLOAT) ? (float) result : result;
    }

    private boolean fits(long value) {
        return value <= longLimit && (value >= -longLimit || value == -longLimit - 1 && isInteger());
    }

    private boolean isInteger() {
        return !(type instanceof DataType.Decimal);
    }

    private void appendLong(long value, ColumnBuilder target) {
        if (type.kind() == ColumnKind.INT128) {
            target.appendInt128(value >> 63, value);
        } else {
            target.appendLong(value);
        }
    }

    private boolean appendChecked(BigInteger value, ColumnBuilder target) {
        BigInteger least = isInteger() ? limit.negate().subtract(BigInteger.ONE) : limit.negate();
        if (value.compareTo(limit) > 0 || value.compareTo(least) < 0) {
            target.appendNull();
            return false;
        }
        if (type.kind() == ColumnKind.INT128) {
            Int128 wide = Int128.of(value);
            target.appendInt128(wide.high(), wide.low());
        } else {
            target.appendLong(value.longValueExact());
        }
        return true;
    }
}

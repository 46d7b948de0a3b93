package io.alluvium.runtime.expression;

import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.Int128;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * Decimal arithmetic of generated code on unscaled values of 128 bits. Results go into a {@link Wide}; a result of more digits
 * than its type has is a failure of the row. Values that fit 64 bits take a fast path, the rest goes through BigInteger.
 */
public final class WideMath {
    private static final BigInteger[] POWERS = powers();
    private static final long[] POWER_HIGH = new long[39];
    private static final long[] POWER_LOW = new long[39];

    static {
        for (int i = 0; i < POWER_HIGH.length; i++) {
            Int128 power = Int128.of(POWERS[i]);
            POWER_HIGH[i] = power.high();
            POWER_LOW[i] = power.low();
        }
    }

    private WideMath() {}

    /** Both operands are multiplied by a power of ten first, so that their scales are the result's. */
    public static void add(
            Wide out, long aHigh, long aLow, int aShift, long bHigh, long bLow, int bShift, int precision, int site) {
        if (aShift == 0 && bShift == 0) {
            addAligned(out, aHigh, aLow, bHigh, bLow, precision, site);
            return;
        }
        if (aHigh == aLow >> 63 && bHigh == bLow >> 63 && aShift <= 18 && bShift <= 18) {
            long aFactor = LongMath.power(aShift);
            long bFactor = LongMath.power(bShift);
            addAligned(
                    out,
                    Math.multiplyHigh(aLow, aFactor),
                    aLow * aFactor,
                    Math.multiplyHigh(bLow, bFactor),
                    bLow * bFactor,
                    precision,
                    site);
            return;
        }
        BigInteger sum =
                big(aHigh, aLow).multiply(POWERS[aShift]).add(big(bHigh, bLow).multiply(POWERS[bShift]));
        store(out, sum, precision, site);
    }

    private static void addAligned(Wide out, long aHigh, long aLow, long bHigh, long bLow, int precision, int site) {
        long low = aLow + bLow;
        long carry = Long.compareUnsigned(low, aLow) < 0 ? 1 : 0;
        long high = aHigh + bHigh + carry; // two numbers below 10^38 cannot leave 128 bits by wrapping to a small one
        if (((aHigh ^ high) & (bHigh ^ high)) < 0 || exceeds(high, low, precision)) {
            throw overflow(big(aHigh, aLow) + " + " + big(bHigh, bLow) + " (unscaled)", precision, site);
        }
        out.set(high, low);
    }

    public static void subtract(
            Wide out, long aHigh, long aLow, int aShift, long bHigh, long bLow, int bShift, int precision, int site) {
        add(out, aHigh, aLow, aShift, bLow == 0 ? -bHigh : ~bHigh, -bLow, bShift, precision, site);
    }

    /** Product, then rounded half up by {@code drop} digits. */
    public static void multiply(
            Wide out, long aHigh, long aLow, long bHigh, long bLow, int drop, int precision, int site) {
        if (aHigh == aLow >> 63 && bHigh == bLow >> 63) {
            long high = Math.multiplyHigh(aLow, bLow);
            long low = aLow * bLow;
            if (drop == 0) {
                if (exceeds(high, low, precision)) {
                    throw overflow(aLow + " * " + bLow + " (unscaled)", precision, site);
                }
                out.set(high, low);
                return;
            }
            if (high == low >> 63) {
                out.set(LongMath.scaleDown(low, drop));
                if (exceeds(out.high, out.low, precision)) {
                    throw overflow(aLow + " * " + bLow + " (unscaled)", precision, site);
                }
                return;
            }
        }
        BigInteger product = big(aHigh, aLow).multiply(big(bHigh, bLow));
        store(out, drop == 0 ? product : roundHalfUp(product, POWERS[drop]), precision, site);
    }

    /** Quotient of the first times ten to the power of {@code shift} (which may be negative), rounded half up. */
    public static void divide(
            Wide out, long aHigh, long aLow, long bHigh, long bLow, int shift, int precision, int site) {
        if ((bHigh | bLow) == 0) {
            throw LongMath.divisionByZero(site);
        }
        if (aHigh == aLow >> 63 && bHigh == bLow >> 63 && shift >= 0 && shift <= 18) {
            long factor = LongMath.power(shift);
            long dividend = aLow * factor;
            if (Math.multiplyHigh(aLow, factor) == dividend >> 63
                    && dividend != Long.MIN_VALUE
                    && bLow != Long.MIN_VALUE) {
                long quotient = dividend / bLow;
                long rest = Math.abs(dividend % bLow);
                if (rest >= Math.abs(bLow) - rest) {
                    quotient += (dividend ^ bLow) < 0 ? -1 : 1;
                }
                out.set(quotient);
                if (exceeds(out.high, out.low, precision)) {
                    throw overflow(aLow + " / " + bLow + " (unscaled)", precision, site);
                }
                return;
            }
        }
        BigInteger dividend = big(aHigh, aLow);
        BigInteger divisor = big(bHigh, bLow);
        if (shift >= 0) {
            dividend = dividend.multiply(POWERS[shift]);
        } else {
            divisor = divisor.multiply(POWERS[-shift]);
        }
        store(out, roundHalfUp(dividend, divisor), precision, site);
    }

    /** Remainder with the sign of the first, both multiplied by a power of ten first. */
    public static void remainder(
            Wide out, long aHigh, long aLow, int aShift, long bHigh, long bLow, int bShift, int precision, int site) {
        if ((bHigh | bLow) == 0) {
            throw LongMath.divisionByZero(site);
        }
        if (aShift == 0 && bShift == 0 && aHigh == aLow >> 63 && bHigh == bLow >> 63) {
            out.set(bLow == -1 ? 0 : aLow % bLow);
            return;
        }
        BigInteger rest = big(aHigh, aLow)
                .multiply(POWERS[aShift])
                .remainder(big(bHigh, bLow).multiply(POWERS[bShift]));
        store(out, rest, precision, site);
    }

    public static void negate(Wide out, long high, long low) {
        out.set(low == 0 ? -high : ~high, -low);
    }

    /** Changes the scale by so many digits (negative: rounds half up) and checks the precision. */
    public static void rescale(Wide out, long high, long low, int digits, int precision, int site) {
        if (high == low >> 63) {
            if (digits <= 0) {
                out.set(digits == 0 ? low : LongMath.scaleDown(low, -digits));
                check(out, precision, site);
                return;
            }
            if (digits <= 18) {
                long factor = LongMath.power(digits);
                out.set(Math.multiplyHigh(low, factor), low * factor);
                check(out, precision, site);
                return;
            }
        }
        if (digits == 0) {
            out.set(high, low);
            check(out, precision, site);
            return;
        }
        BigInteger value = big(high, low);
        store(out, digits > 0 ? value.multiply(POWERS[digits]) : roundHalfUp(value, POWERS[-digits]), precision, site);
    }

    /** -1, 0 or 1; both multiplied by a power of ten first. */
    public static int compare(long aHigh, long aLow, int aShift, long bHigh, long bLow, int bShift) {
        if (aShift == 0 && bShift == 0) {
            return compare(aHigh, aLow, bHigh, bLow);
        }
        if (aHigh == aLow >> 63 && bHigh == bLow >> 63 && aShift <= 18 && bShift <= 18) {
            long aFactor = LongMath.power(aShift);
            long bFactor = LongMath.power(bShift);
            return compare(
                    Math.multiplyHigh(aLow, aFactor), aLow * aFactor, Math.multiplyHigh(bLow, bFactor), bLow * bFactor);
        }
        return big(aHigh, aLow)
                .multiply(POWERS[aShift])
                .compareTo(big(bHigh, bLow).multiply(POWERS[bShift]));
    }

    public static int compare(long aHigh, long aLow, long bHigh, long bLow) {
        return aHigh != bHigh ? Long.compare(aHigh, bHigh) : Long.compareUnsigned(aLow, bLow);
    }

    /** The nearest double. */
    public static double toDouble(long high, long low, int scale) {
        if (high == low >> 63 && low < 1L << 53 && low > -(1L << 53) && scale <= 22) {
            return scale == 0 ? low : low / EXACT_TENS[scale]; // both exact, so the quotient is the nearest double
        }
        return decimal(high, low, scale).doubleValue();
    }

    private static final double[] EXACT_TENS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };

    public static BigDecimal decimal(long high, long low, int scale) {
        return high == low >> 63 ? BigDecimal.valueOf(low, scale) : new BigDecimal(big(high, low), scale);
    }

    /** Stores a decimal under a precision and scale, rounded half up. */
    public static void store(Wide out, BigDecimal value, int precision, int scale, int site) {
        store(out, value.setScale(scale, RoundingMode.HALF_UP).unscaledValue(), precision, site);
    }

    /** True when the number has more than so many digits. */
    public static boolean exceeds(long high, long low, int precision) {
        long absoluteHigh = high;
        long absoluteLow = low;
        if (high < 0) {
            absoluteLow = -low;
            absoluteHigh = low == 0 ? -high : ~high;
        }
        long limit = POWER_HIGH[precision];
        return absoluteHigh > limit
                || absoluteHigh < 0
                || (absoluteHigh == limit && Long.compareUnsigned(absoluteLow, POWER_LOW[precision]) >= 0);
    }

    static void check(Wide value, int precision, int site) {
        if (exceeds(value.high, value.low, precision)) {
            throw overflow(big(value.high, value.low) + " (unscaled)", precision, site);
        }
    }

    static BigInteger big(long high, long low) {
        return new Int128(high, low).toBigInteger();
    }

    private static void store(Wide out, BigInteger value, int precision, int site) {
        if (value.abs().compareTo(POWERS[precision]) >= 0) {
            throw overflow(value + " (unscaled)", precision, site);
        }
        out.set(value.shiftRight(64).longValue(), value.longValue());
    }

    private static BigInteger roundHalfUp(BigInteger dividend, BigInteger divisor) {
        BigInteger[] parts = dividend.divideAndRemainder(divisor);
        if (parts[1].abs().shiftLeft(1).compareTo(divisor.abs()) >= 0) {
            return parts[0].add(dividend.signum() * divisor.signum() < 0 ? BigInteger.ONE.negate() : BigInteger.ONE);
        }
        return parts[0];
    }

    private static RowFailure overflow(String what, int precision, int site) {
        return new RowFailure(ErrorCode.NUMERIC_OVERFLOW, what + " has more than " + precision + " digits", site);
    }

    private static BigInteger[] powers() {
        BigInteger[] powers = new BigInteger[120];
        powers[0] = BigInteger.ONE;
        for (int i = 1; i < powers.length; i++) {
            powers[i] = powers[i - 1].multiply(BigInteger.TEN);
        }
        return powers;
    }
}

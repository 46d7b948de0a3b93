package io.alluvium.runtime.expression;

import io.alluvium.core.error.ErrorCode;

/** Integer arithmetic of generated code: exact, or a failure of the row. Each last parameter is the call's site. */
public final class LongMath {
    private static final long[] POWERS = powers();

    private LongMath() {}

    /** Ten to the power of 0 .. 18. */
    public static long power(int exponent) {
        return POWERS[exponent];
    }

    public static long add(long a, long b, int site) {
        long sum = a + b;
        if (((a ^ sum) & (b ^ sum)) < 0) {
            throw overflow("BIGINT", a + " + " + b, site);
        }
        return sum;
    }

    public static long subtract(long a, long b, int site) {
        long difference = a - b;
        if (((a ^ b) & (a ^ difference)) < 0) {
            throw overflow("BIGINT", a + " - " + b, site);
        }
        return difference;
    }

    public static long multiply(long a, long b, int site) {
        long product = a * b;
        if (Math.multiplyHigh(a, b) != product >> 63) {
            throw overflow("BIGINT", a + " * " + b, site);
        }
        return product;
    }

    /** Quotient towards zero. */
    public static long divide(long a, long b, int site) {
        if (b == 0) {
            throw divisionByZero(site);
        }
        if (b == -1 && a == Long.MIN_VALUE) {
            throw overflow("BIGINT", a + " / " + b, site);
        }
        return a / b;
    }

    /** Remainder with the dividend's sign. */
    public static long remainder(long a, long b, int site) {
        if (b == 0) {
            throw divisionByZero(site);
        }
        return b == -1 ? 0 : a % b;
    }

    public static long negate(long a, int site) {
        if (a == Long.MIN_VALUE) {
            throw overflow("BIGINT", "-(" + a + ")", site);
        }
        return -a;
    }

    public static long toInt(long value, int site) {
        if (value != (int) value) {
            throw overflow("INT", Long.toString(value), site);
        }
        return value;
    }

    public static long toSmallint(long value, int site) {
        if (value != (short) value) {
            throw overflow("SMALLINT", Long.toString(value), site);
        }
        return value;
    }

    public static long toTinyint(long value, int site) {
        if (value != (byte) value) {
            throw overflow("TINYINT", Long.toString(value), site);
        }
        return value;
    }

    /** Checks an unscaled decimal held in a long. */
    public static long toDigits(long unscaled, int precision, int site) {
        if (precision < POWERS.length) {
            long limit = POWERS[precision];
            if (unscaled >= limit || unscaled <= -limit) {
                throw new RowFailure(
                        ErrorCode.NUMERIC_OVERFLOW,
                        "a result has more than " + precision + " digits, unscaled value " + unscaled,
                        site);
            }
        }
        return unscaled;
    }

    /** Divides by ten to a power and rounds half up (away from zero). */
    public static long scaleDown(long unscaled, int digits) {
        if (digits >= POWERS.length) {
            return 0;
        }
        long divisor = POWERS[digits];
        long quotient = unscaled / divisor;
        long rest = Math.abs(unscaled % divisor);
        if (rest >= divisor - rest) {
            quotient += unscaled < 0 ? -1 : 1;
        }
        return quotient;
    }

    static RowFailure divisionByZero(int site) {
        return new RowFailure(ErrorCode.DIVISION_BY_ZERO, "division by zero", site);
    }

    static RowFailure overflow(String type, String what, int site) {
        return new RowFailure(ErrorCode.NUMERIC_OVERFLOW, what + " does not fit " + type, site);
    }

    private static long[] powers() {
        long[] powers = new long[19];
        powers[0] = 1;
        for (int i = 1; i < powers.length; i++) {
            powers[i] = powers[i - 1] * 10;
        }
        return powers;
    }
}

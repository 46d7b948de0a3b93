package io.alluvium.runtime.expression;

/**
 * Comparison of doubles as the canonical bytes of a row define equality, so that filters, joins and groups agree: NaN equals NaN
 * and is greater than everything else; -0.0 equals 0.0. A BIGINT is compared exactly, not as the double next to it. Arithmetic is IEEE 754: a division by zero gives an infinity or NaN.
 */
public final class DoubleMath {
    private static final double TWO_TO_63 = 0x1p63;

    private DoubleMath() {}

    public static boolean equal(double a, double b) {
        return a == b || (Double.isNaN(a) && Double.isNaN(b));
    }

    public static boolean less(double a, double b) {
        return a < b || (Double.isNaN(b) && !Double.isNaN(a));
    }

    /** -1, 0 or 1. */
    public static int compare(double a, double b) {
        return less(a, b) ? -1 : equal(a, b) ? 0 : 1;
    }

    /** -1, 0 or 1: the exact order of a number of 64 bits and a double. */
    public static int compare(long a, double b) {
        if (b >= TWO_TO_63 || Double.isNaN(b)) {
            return -1;
        }
        if (b < -TWO_TO_63) {
            return 1;
        }
        long whole = (long) b; // exact but for a fraction, which doubles above 2^53 do not have
        return a != whole ? Long.compare(a, whole) : Double.compare((double) whole - b + 0.0, 0.0);
    }
}

package io.alluvium.runtime.expression;

/**
 * Comparison of doubles as the canonical bytes of a row define equality, so that filters, joins and groups agree: NaN equals NaN
 * and is greater than everything else; -0.0 equals 0.0. Arithmetic is IEEE 754: a division by zero gives an infinity or NaN.
 */
public final class DoubleMath {
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
}

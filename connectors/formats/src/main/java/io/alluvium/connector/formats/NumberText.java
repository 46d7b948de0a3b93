package io.alluvium.connector.formats;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Exact numbers from text: a value is given as it was written or not at all. */
final class NumberText {
    /** Longer texts are no number of any of our types, and costly to look at. */
    private static final int LONGEST = 1000;

    private static final double[] POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };

    private NumberText() {}

    /**
     * A number times ten to the power of {@code scale} as a long.
     *
     * @throws BadText where the text is no number, has non-zero digits behind the scale, or does not fit
     */
    static long scaled(char[] text, int start, int length, int scale) {
        int end = start + length;
        int i = start;
        boolean negative = i < end && text[i] == '-';
        if (i < end && (negative || text[i] == '+')) {
            i++;
        }
        long value = 0;
        int digits = 0;
        int fraction = -1;
        for (; i < end; i++) {
            char c = text[i];
            if (c >= '0' && c <= '9') {
                if (fraction >= 0 && fraction >= scale) {
                    if (c != '0') {
                        return exactLong(text, start, length, scale);
                    }
                } else {
                    // negative numbers have one more value: sum up below zero
                    if (value < (Long.MIN_VALUE + (c - '0')) / 10) {
                        return exactLong(text, start, length, scale);
                    }
                    value = value * 10 - (c - '0');
                    if (fraction >= 0) {
                        fraction++;
                    }
                }
                digits++;
            } else if (c == '.' && fraction < 0) {
                fraction = 0;
            } else {
                return exactLong(text, start, length, scale);
            }
        }
        if (digits == 0) {
            throw new BadText("not a number that fits exactly");
        }
        for (int k = Math.max(fraction, 0); k < scale; k++) {
            if (value < Long.MIN_VALUE / 10) {
                throw new BadText("not a number that fits exactly");
            }
            value *= 10;
        }
        if (!negative && value == Long.MIN_VALUE) {
            throw new BadText("not a number that fits exactly");
        }
        return negative ? value : -value;
    }

    private static long exactLong(char[] text, int start, int length, int scale) {
        BigDecimal value = decimal(text, start, length, 19, scale);
        if (value == null) {
            throw new BadText("not a number that fits exactly");
        }
        try {
            return value.unscaledValue().longValueExact();
        } catch (ArithmeticException e) {
            throw new BadText("not a number that fits exactly");
        }
    }

    /** A number of exactly this scale and at most this precision, or null where the text is none. */
    static @Nullable BigDecimal decimal(char[] text, int start, int length, int precision, int scale) {
        if (length == 0 || length > LONGEST || !onlyNumberCharacters(text, start, length)) {
            return null;
        }
        BigDecimal value;
        try {
            value = new BigDecimal(text, start, length);
        } catch (NumberFormatException e) {
            return null;
        }
        if (value.signum() == 0) {
            return BigDecimal.ZERO.setScale(scale);
        }
        // judged before the scale is set: 1E+999999999 must not be written out
        BigDecimal shortest = value.stripTrailingZeros();
        long wholeDigits = (long) shortest.precision() - shortest.scale();
        if (shortest.scale() > scale || wholeDigits > precision - scale) {
            return null;
        }
        return shortest.setScale(scale);
    }

    /** The nearest double, as IEEE 754 rounds, or NaN where the text is none (see {@link #special}). */
    static double nearestDouble(char[] text, int start, int length) {
        int end = start + length;
        int i = start;
        boolean negative = i < end && text[i] == '-';
        if (negative) {
            i++;
        }
        long value = 0;
        int digits = 0;
        int fraction = -1;
        for (; i < end && digits <= 15; i++) {
            char c = text[i];
            if (c >= '0' && c <= '9') {
                value = value * 10 + (c - '0');
                digits++;
                if (fraction >= 0) {
                    fraction++;
                }
            } else if (c == '.' && fraction < 0) {
                fraction = 0;
            } else {
                break;
            }
        }
        if (i == end && digits > 0 && digits <= 15) {
            // both operands are exact, so one division rounds correctly (Clinger, "How to read floating point numbers
            // accurately")
            double magnitude = fraction > 0 ? value / POWERS[fraction] : value;
            return negative ? -magnitude : magnitude;
        }
        if (length == 0 || length > LONGEST || !onlyNumberCharacters(text, start, length)) {
            return Double.NaN;
        }
        try {
            return Double.parseDouble(new String(text, start, length));
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    /** The nearest float, or NaN where the text is none. */
    static float nearestFloat(char[] text, int start, int length) {
        if (length == 0 || length > LONGEST || !onlyNumberCharacters(text, start, length)) {
            return Float.NaN;
        }
        try {
            return Float.parseFloat(new String(text, start, length));
        } catch (NumberFormatException e) {
            return Float.NaN;
        }
    }

    /** The values that are no numbers: NaN and the infinities as Java prints them; null for every other text. */
    static @Nullable Double special(char[] text, int start, int length) {
        if (length < 3 || length > 9) {
            return null;
        }
        return switch (new String(text, start, length)) {
            case "NaN" -> Double.NaN;
            case "Infinity", "+Infinity" -> Double.POSITIVE_INFINITY;
            case "-Infinity" -> Double.NEGATIVE_INFINITY;
            default -> null;
        };
    }

    private static boolean onlyNumberCharacters(char[] text, int start, int length) {
        for (int i = start; i < start + length; i++) {
            char c = text[i];
            boolean fine = c >= '0' && c <= '9' || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
            if (!fine) {
                return false;
            }
        }
        return true;
    }
}

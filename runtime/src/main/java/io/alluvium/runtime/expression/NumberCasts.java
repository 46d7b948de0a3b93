package io.alluvium.runtime.expression;

import io.alluvium.core.error.ErrorCode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;

/**
 * Casts between numbers, booleans and text. Integers and decimals lose fraction digits as CAST says (towards zero to an integer,
 * half up to a lower scale); everything else that does not fit is a failure of the row. Text is read exactly: a text with
 * more than the type can hold is refused, never brought near; blanks around it are ignored. A DOUBLE becomes the decimal that
 * its shortest text denotes: 0.1 is 0.1.
 */
public final class NumberCasts {
    private static final byte[] TRUE = {'T', 'R', 'U', 'E'};
    private static final byte[] FALSE = {'F', 'A', 'L', 'S', 'E'};

    private NumberCasts() {}

    /** @param name the type's word for the message */
    public static long toRange(long value, long min, long max, String name, int site) {
        if (value < min || value > max) {
            throw failed(Long.toString(value), name, site);
        }
        return value;
    }

    public static long doubleToLong(double value, long min, long max, String name, int site) {
        // (double) Long.MAX_VALUE is 2^63, which does not fit any more
        double truncated = value < 0 ? Math.ceil(value) : Math.floor(value);
        boolean fits = truncated >= (double) min && (max == Long.MAX_VALUE ? truncated < 0x1p63 : truncated <= max);
        if (!fits) {
            throw failed(Double.toString(value), name, site);
        }
        return (long) truncated;
    }

    public static long wideToLong(long high, long low, int scale, long min, long max, String name, int site) {
        long value;
        if (high == low >> 63) {
            value = scale == 0 ? low : scale > 18 ? 0 : low / LongMath.power(scale);
        } else {
            var integer = WideMath.decimal(high, low, scale).toBigInteger();
            if (integer.bitLength() > 63) {
                throw failed(WideMath.decimal(high, low, scale).toPlainString(), name, site);
            }
            value = integer.longValue();
        }
        if (value < min || value > max) {
            throw failed(WideMath.decimal(high, low, scale).toPlainString(), name, site);
        }
        return value;
    }

    /** Changes a decimal's scale; what has too many digits then is a failed cast. */
    public static void rescale(Wide out, long high, long low, int digits, int precision, int scale, int site) {
        try {
            WideMath.rescale(out, high, low, digits, precision, site);
        } catch (RowFailure tooLong) {
            throw failed(
                    WideMath.decimal(high, low, scale - digits).toPlainString(),
                    "DECIMAL(" + precision + ", " + scale + ")",
                    site);
        }
    }

    public static void doubleToDecimal(Wide out, double value, boolean isFloat, int precision, int scale, int site) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw failed(Double.toString(value), "DECIMAL(" + precision + ", " + scale + ")", site);
        }
        String text = isFloat ? Float.toString((float) value) : Double.toString(value);
        store(out, new BigDecimal(text), precision, scale, text, site);
    }

    public static void store(Wide out, BigDecimal value, int precision, int scale, String shown, int site) {
        try {
            WideMath.store(out, value, precision, scale, site);
        } catch (RowFailure tooLong) {
            throw failed(shown, "DECIMAL(" + precision + ", " + scale + ")", site);
        }
    }

    /** TRUE, T, YES, Y, 1 and FALSE, F, NO, N, 0 in any letter case. */
    public static boolean textToBoolean(byte[] data, int start, int length, int site) {
        String text = new String(data, start, length, StandardCharsets.UTF_8).strip();
        switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "t", "yes", "y", "1" -> {
                return true;
            }
            case "false", "f", "no", "n", "0" -> {
                return false;
            }
            default -> throw failed("'" + text + "'", "BOOLEAN", site);
        }
    }

    /** Digits with an optional sign, and an optional fraction of zeros. */
    public static long textToLong(byte[] data, int start, int length, long min, long max, String name, int site) {
        int position = start;
        int end = start + length;
        while (position < end && data[position] == ' ') {
            position++;
        }
        while (end > position && data[end - 1] == ' ') {
            end--;
        }
        boolean negative = position < end && data[position] == '-';
        if (negative || (position < end && data[position] == '+')) {
            position++;
        }
        int first = position;
        long value = 0;
        boolean good = true;
        while (position < end && data[position] >= '0' && data[position] <= '9') {
            int digit = data[position++] - '0';
            // counts downwards: Long.MIN_VALUE has no positive twin
            if (value < (Long.MIN_VALUE + digit) / 10) {
                good = false;
                break;
            }
            value = value * 10 - digit;
        }
        good &= position > first;
        if (good && position < end && data[position] == '.') {
            position++;
            while (position < end && data[position] == '0') {
                position++;
            }
        }
        good &= position == end && (negative || value != Long.MIN_VALUE);
        value = negative ? value : -value;
        if (!good || value < min || value > max) {
            throw failed(quoted(data, start, length), name, site);
        }
        return value;
    }

    public static double textToDouble(byte[] data, int start, int length, boolean isFloat, int site) {
        String text = new String(data, start, length, StandardCharsets.UTF_8).strip();
        switch (text) {
            case "NaN" -> {
                return Double.NaN;
            }
            case "Infinity", "+Infinity" -> {
                return Double.POSITIVE_INFINITY;
            }
            case "-Infinity" -> {
                return Double.NEGATIVE_INFINITY;
            }
            default -> {
                if (isNumber(text)) {
                    double value = isFloat ? Float.parseFloat(text) : Double.parseDouble(text);
                    if (!Double.isInfinite(value)) {
                        return value;
                    }
                }
                throw failed("'" + text + "'", isFloat ? "FLOAT" : "DOUBLE", site);
            }
        }
    }

    public static void textToDecimal(Wide out, byte[] data, int start, int length, int precision, int scale, int site) {
        if (shortDecimal(out, data, start, length, precision, scale)) {
            return;
        }
        String text = new String(data, start, length, StandardCharsets.UTF_8).strip();
        if (!isNumber(text) || text.length() > 1000) {
            throw failed("'" + text + "'", "DECIMAL(" + precision + ", " + scale + ")", site);
        }
        BigDecimal value;
        try {
            value = new BigDecimal(text);
        } catch (NumberFormatException exponentTooLarge) {
            throw failed("'" + text + "'", "DECIMAL(" + precision + ", " + scale + ")", site);
        }
        // an exponent in the thousands would make setScale build that many digits
        if (value.signum() != 0 && value.precision() - (long) value.scale() > 40) {
            throw failed("'" + text + "'", "DECIMAL(" + precision + ", " + scale + ")", site);
        }
        if (value.signum() == 0 || value.precision() - (long) value.scale() < -40) {
            value = BigDecimal.ZERO;
        }
        store(out, value, precision, scale, "'" + text + "'", site);
    }

    /** Plain texts of up to 18 digits that need no rounding, without objects. */
    private static boolean shortDecimal(Wide out, byte[] data, int start, int length, int precision, int scale) {
        if (length == 0 || length > 20) {
            return false;
        }
        int position = start;
        int end = start + length;
        boolean negative = data[position] == '-';
        if (negative) {
            position++;
        }
        long value = 0;
        int digits = 0;
        int fraction = -1;
        for (; position < end; position++) {
            byte b = data[position];
            if (b >= '0' && b <= '9') {
                value = value * 10 + (b - '0');
                digits++;
                if (fraction >= 0) {
                    fraction++;
                }
            } else if (b == '.' && fraction < 0 && digits > 0) {
                fraction = 0;
            } else {
                return false;
            }
        }
        int shift = scale - Math.max(fraction, 0);
        if (digits == 0 || fraction == 0 || digits > 18 || shift < 0 || digits + shift > 18) {
            return false;
        }
        value *= LongMath.power(shift);
        if (precision <= 18 && value >= LongMath.power(precision)) {
            return false;
        }
        out.set(negative ? -value : value);
        return true;
    }

    /** An optional sign, digits with an optional point, an optional exponent; no hexadecimal, no type letters. */
    private static boolean isNumber(String text) {
        int i = 0;
        int length = text.length();
        if (i < length && (text.charAt(i) == '-' || text.charAt(i) == '+')) {
            i++;
        }
        int digits = 0;
        while (i < length && isDigit(text.charAt(i))) {
            i++;
            digits++;
        }
        if (i < length && text.charAt(i) == '.') {
            i++;
            while (i < length && isDigit(text.charAt(i))) {
                i++;
                digits++;
            }
        }
        if (digits == 0) {
            return false;
        }
        if (i < length && (text.charAt(i) == 'e' || text.charAt(i) == 'E')) {
            i++;
            if (i < length && (text.charAt(i) == '-' || text.charAt(i) == '+')) {
                i++;
            }
            int exponent = i;
            while (i < length && isDigit(text.charAt(i))) {
                i++;
            }
            if (i == exponent) {
                return false;
            }
        }
        return i == length;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    public static byte[] booleanText(boolean value) {
        return value ? TRUE : FALSE;
    }

    public static byte[] longText(long value) {
        return ascii(Long.toString(value));
    }

    public static byte[] doubleText(double value, boolean isFloat) {
        return ascii(isFloat ? Float.toString((float) value) : Double.toString(value));
    }

    public static byte[] decimalText(long high, long low, int scale) {
        if (scale == 0 && high == low >> 63) {
            return longText(low);
        }
        return ascii(WideMath.decimal(high, low, scale).toPlainString());
    }

    public static byte[] hexText(byte[] data, int start, int length) {
        return ascii(HexFormat.of().formatHex(data, start, start + length));
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    static String quoted(byte[] data, int start, int length) {
        int shown = Math.min(length, 200);
        return "'" + new String(data, start, shown, StandardCharsets.UTF_8) + (shown < length ? "…" : "") + "'";
    }

    /** The failure of a cast. */
    public static RowFailure failed(String value, String type, int site) {
        return new RowFailure(ErrorCode.CAST_FAILED, value + " cannot be cast to " + type, site);
    }
}

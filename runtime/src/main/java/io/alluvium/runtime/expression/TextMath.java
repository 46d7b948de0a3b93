package io.alluvium.runtime.expression;

import io.alluvium.core.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Comparison of byte ranges: by unsigned bytes, which for UTF-8 is the order of code points. */
public final class TextMath {
    private static final int MOST_SHOWN = 100;

    private TextMath() {}

    public static boolean equal(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength) {
        return aLength == bLength && Arrays.equals(a, aStart, aStart + aLength, b, bStart, bStart + bLength);
    }

    public static int compare(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength) {
        return Arrays.compareUnsigned(a, aStart, aStart + aLength, b, bStart, bStart + bLength);
    }

    /** Length without trailing blanks; two CHAR values are compared without them. */
    public static int trimmed(byte[] data, int start, int length) {
        int end = length;
        while (end > 0 && data[start + end - 1] == ' ') {
            end--;
        }
        return end;
    }

    /** The length of a text for a column; one of more code points than the column takes is a failure. */
    public static int fitting(byte[] data, int start, int length, int codePoints, boolean fixed, int site) {
        if (prefix(data, start, length, codePoints) < length) {
            String text = new String(data, start, length, StandardCharsets.UTF_8);
            String shown = text.length() > MOST_SHOWN ? text.substring(0, MOST_SHOWN) + "…" : text;
            throw new RowFailure(
                    ErrorCode.VALUE_TOO_LONG,
                    "'" + shown + "' has " + text.codePointCount(0, text.length()) + " characters, too many for "
                            + (fixed ? "CHAR(" : "VARCHAR(") + codePoints + ")",
                    site);
        }
        return length;
    }

    /** Length of the first so many code points. */
    public static int prefix(byte[] data, int start, int length, int codePoints) {
        if (length <= codePoints) {
            return length;
        }
        int seen = 0;
        for (int i = 0; i < length; i++) {
            if ((data[start + i] & 0xC0) != 0x80 && seen++ == codePoints) {
                return i;
            }
        }
        return length;
    }
}

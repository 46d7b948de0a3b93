package io.alluvium.runtime.function;

import io.alluvium.core.function.ScalarFunction;
import io.alluvium.core.function.Utf8;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Functions that build text from text. Positions and lengths count characters (code points), from 1. */
public final class TextFunctions {
    private static final String LENGTH = "The number of characters.";
    private static final String SUBSTRING =
            "The part of a text from a position on, counted from the end when negative, of at most so many characters.";

    private TextFunctions() {}

    @ScalarFunction(
            name = "CONCAT",
            signature = "(STRING...) -> STRING",
            says = "All arguments one after the other; NULL when one is NULL.",
            example = "CONCAT('a', 'b', 'c') = 'abc'")
    @ScalarFunction(
            name = "||",
            signature = "(STRING...) -> STRING",
            says = "All arguments one after the other; NULL when one is NULL.",
            example = "'a' || 'b' = 'ab'")
    public static byte[] concat(Utf8[] texts) {
        int length = 0;
        for (Utf8 text : texts) {
            length += text.length;
        }
        byte[] all = new byte[length];
        int position = 0;
        for (Utf8 text : texts) {
            System.arraycopy(text.data, text.start, all, position, text.length);
            position += text.length;
        }
        return all;
    }

    @ScalarFunction(
            name = "CONCAT_WS",
            signature = "(STRING, STRING...) -> STRING",
            says = "All arguments behind the first with the first between them; NULLs are left out.",
            example = "CONCAT_WS('-', 'a', NULL, 'b') = 'a-b'")
    public static String concatWithSeparator(String separator, @Nullable String[] texts) {
        StringBuilder all = new StringBuilder();
        boolean first = true;
        for (String text : texts) {
            if (text != null) {
                all.append(first ? "" : separator).append(text);
                first = false;
            }
        }
        return all.toString();
    }

    @ScalarFunction(
            name = "CHAR_LENGTH",
            signature = "(STRING) -> INT",
            says = LENGTH,
            example = "CHAR_LENGTH('北京') = 2")
    @ScalarFunction(
            name = "CHARACTER_LENGTH",
            signature = "(STRING) -> INT",
            says = LENGTH,
            example = "CHARACTER_LENGTH('abc') = 3")
    @ScalarFunction(name = "LENGTH", signature = "(STRING) -> INT", says = LENGTH, example = "LENGTH('abc') = 3")
    public static long charLength(Utf8 text) {
        long count = 0;
        for (int i = text.start; i < text.start + text.length; i++) {
            count += (text.data[i] & 0xC0) != 0x80 ? 1 : 0;
        }
        return count;
    }

    @ScalarFunction(
            name = "OCTET_LENGTH",
            signature = "(STRING) -> INT",
            says = "The number of bytes in UTF-8.",
            example = "OCTET_LENGTH('北京') = 6")
    @ScalarFunction(
            name = "OCTET_LENGTH",
            signature = "(BYTES) -> INT",
            says = "The number of bytes in UTF-8.",
            example = "OCTET_LENGTH(X'0102') = 2")
    public static long octetLength(Utf8 text) {
        return text.length;
    }

    @ScalarFunction(
            name = "UPPER",
            signature = "(STRING) -> STRING",
            says = "A text in capital letters.",
            example = "UPPER('gmv') = 'GMV'")
    public static Utf8 upper(Utf8 text) {
        for (int i = text.start; i < text.start + text.length; i++) {
            if (text.data[i] < 0) {
                return Utf8.of(text.toString().toUpperCase(Locale.ROOT));
            }
        }
        byte[] upper = Arrays.copyOfRange(text.data, text.start, text.start + text.length);
        for (int i = 0; i < upper.length; i++) {
            if (upper[i] >= 'a' && upper[i] <= 'z') {
                upper[i] -= 'a' - 'A';
            }
        }
        return new Utf8(upper, 0, upper.length);
    }

    @ScalarFunction(
            name = "LOWER",
            signature = "(STRING) -> STRING",
            says = "A text in small letters.",
            example = "LOWER('GMV') = 'gmv'")
    public static Utf8 lower(Utf8 text) {
        for (int i = text.start; i < text.start + text.length; i++) {
            if (text.data[i] < 0) {
                return Utf8.of(text.toString().toLowerCase(Locale.ROOT));
            }
        }
        byte[] lower = Arrays.copyOfRange(text.data, text.start, text.start + text.length);
        for (int i = 0; i < lower.length; i++) {
            if (lower[i] >= 'A' && lower[i] <= 'Z') {
                lower[i] += 'a' - 'A';
            }
        }
        return new Utf8(lower, 0, lower.length);
    }

    @ScalarFunction(
            name = "INITCAP",
            signature = "(STRING) -> STRING",
            says = "Upper-cases the first letter of each word and lower-cases the rest.",
            example = "INITCAP('real TIME') = 'Real Time'")
    public static String initcap(String text) {
        StringBuilder result = new StringBuilder(text.length());
        boolean inWord = false;
        for (int i = 0; i < text.length(); ) {
            int point = text.codePointAt(i);
            result.appendCodePoint(inWord ? Character.toLowerCase(point) : Character.toUpperCase(point));
            inWord = Character.isLetterOrDigit(point);
            i += Character.charCount(point);
        }
        return result.toString();
    }

    @ScalarFunction(
            name = "SUBSTRING",
            signature = "(STRING, INT) -> STRING",
            says = SUBSTRING,
            example = "SUBSTRING('alluvium', 4) = 'uvium'")
    @ScalarFunction(
            name = "SUBSTR",
            signature = "(STRING, INT) -> STRING",
            says = SUBSTRING,
            example = "SUBSTR('alluvium', -3) = 'ium'")
    public static Utf8 substring(Utf8 text, long position) {
        return range(text, position, Integer.MAX_VALUE);
    }

    @ScalarFunction(
            name = "SUBSTRING",
            signature = "(STRING, INT, INT) -> STRING",
            says = SUBSTRING,
            example = "SUBSTRING('alluvium', 1, 3) = 'all'")
    @ScalarFunction(
            name = "SUBSTR",
            signature = "(STRING, INT, INT) -> STRING",
            says = SUBSTRING,
            example = "SUBSTR('alluvium', 2, 2) = 'll'")
    @ScalarFunction(
            name = "MID",
            signature = "(STRING, INT, INT) -> STRING",
            says = SUBSTRING,
            example = "MID('alluvium', 2, 2) = 'll'")
    public static @Nullable Utf8 substring(Utf8 text, long position, long length) {
        return length < 0 ? null : range(text, position, length);
    }

    @ScalarFunction(
            name = "LEFT",
            signature = "(STRING, INT) -> STRING",
            says = "The first so many characters.",
            example = "LEFT('alluvium', 3) = 'all'")
    public static Utf8 left(Utf8 text, long count) {
        return range(text, 1, Math.max(0, count));
    }

    @ScalarFunction(
            name = "RIGHT",
            signature = "(STRING, INT) -> STRING",
            says = "The last so many characters.",
            example = "RIGHT('alluvium', 3) = 'ium'")
    public static Utf8 right(Utf8 text, long count) {
        long length = charLength(text);
        return range(text, Math.max(0, length - Math.max(0, count)) + 1, length);
    }

    /** Characters from a position that counts from 1, or from the end where negative. */
    private static Utf8 range(Utf8 text, long position, long count) {
        long skip = position > 0 ? position - 1 : position < 0 ? charLength(text) + position : 0;
        if (skip < 0) {
            return new Utf8(text.data, text.start, 0);
        }
        int from = skipCharacters(text, text.start, skip);
        int to = skipCharacters(text, from, count);
        return new Utf8(text.data, from, to - from);
    }

    private static int skipCharacters(Utf8 text, int from, long count) {
        int end = text.start + text.length;
        int position = from;
        for (long seen = 0; seen < count && position < end; seen++) {
            position++;
            while (position < end && (text.data[position] & 0xC0) == 0x80) {
                position++;
            }
        }
        return position;
    }

    @ScalarFunction(
            name = "TRIM",
            signature = "(STRING) -> STRING",
            says = "A text without the blanks, or the characters of the second argument, at both ends.",
            example = "TRIM('  a b ') = 'a b'")
    @ScalarFunction(
            name = "BTRIM",
            signature = "(STRING) -> STRING",
            says = "A text without the blanks, or the characters of the second argument, at both ends.",
            example = "BTRIM(' a ') = 'a'")
    public static Utf8 trim(Utf8 text) {
        return leftTrim(rightTrim(text));
    }

    @ScalarFunction(
            name = "LTRIM",
            signature = "(STRING) -> STRING",
            says = "A text without the blanks, or the characters of the second argument, at its start.",
            example = "LTRIM(' a ') = 'a '")
    public static Utf8 leftTrim(Utf8 text) {
        int from = text.start;
        int end = text.start + text.length;
        while (from < end && text.data[from] == ' ') {
            from++;
        }
        return new Utf8(text.data, from, end - from);
    }

    @ScalarFunction(
            name = "RTRIM",
            signature = "(STRING) -> STRING",
            says = "A text without the blanks, or the characters of the second argument, at its end.",
            example = "RTRIM(' a ') = ' a'")
    public static Utf8 rightTrim(Utf8 text) {
        int end = text.start + text.length;
        while (end > text.start && text.data[end - 1] == ' ') {
            end--;
        }
        return new Utf8(text.data, text.start, end - text.start);
    }

    @ScalarFunction(
            name = "TRIM",
            signature = "(STRING, STRING) -> STRING",
            says = "A text without the blanks, or the characters of the second argument, at both ends.",
            example = "TRIM(BOTH 'x' FROM 'xxaxbx') = 'axb'")
    @ScalarFunction(
            name = "BTRIM",
            signature = "(STRING, STRING) -> STRING",
            says = "A text without the blanks, or the characters of the second argument, at both ends.",
            example = "BTRIM('xyaxy', 'yx') = 'a'")
    public static String trim(String text, String characters) {
        return leftTrim(rightTrim(text, characters), characters);
    }

    @ScalarFunction(
            name = "LTRIM",
            signature = "(STRING, STRING) -> STRING",
            says = "A text without the blanks, or the characters of the second argument, at its start.",
            example = "LTRIM('00120', '0') = '120'")
    public static String leftTrim(String text, String characters) {
        int from = 0;
        while (from < text.length() && characters.indexOf(text.codePointAt(from)) >= 0) {
            from += Character.charCount(text.codePointAt(from));
        }
        return text.substring(from);
    }

    @ScalarFunction(
            name = "RTRIM",
            signature = "(STRING, STRING) -> STRING",
            says = "A text without the blanks, or the characters of the second argument, at its end.",
            example = "RTRIM('1.500', '0') = '1.5'")
    public static String rightTrim(String text, String characters) {
        int end = text.length();
        while (end > 0 && characters.indexOf(text.codePointBefore(end)) >= 0) {
            end -= Character.charCount(text.codePointBefore(end));
        }
        return text.substring(0, end);
    }

    @ScalarFunction(
            name = "REPLACE",
            signature = "(STRING, STRING, STRING) -> STRING",
            says = "A text with every occurrence of the second argument replaced by the third.",
            example = "REPLACE('a.b.c', '.', '-') = 'a-b-c'")
    public static String replace(String text, String wanted, String replacement) {
        return wanted.isEmpty() ? text : text.replace(wanted, replacement);
    }

    @ScalarFunction(
            name = "TRANSLATE",
            signature = "(STRING, STRING, STRING) -> STRING",
            says =
                    "A text with each character of the second argument replaced by the one at the same place of the third, or dropped.",
            example = "TRANSLATE('2024/01', '/', '-') = '2024-01'")
    public static String translate(String text, String from, String to) {
        int[] fromPoints = from.codePoints().toArray();
        int[] toPoints = to.codePoints().toArray();
        StringBuilder result = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            int place = 0;
            while (place < fromPoints.length && fromPoints[place] != point) {
                place++;
            }
            if (place == fromPoints.length) {
                result.appendCodePoint(point);
            } else if (place < toPoints.length) {
                result.appendCodePoint(toPoints[place]);
            }
        });
        return result.toString();
    }

    @ScalarFunction(
            name = "REPEAT",
            signature = "(STRING, INT) -> STRING",
            says = "A text so many times.",
            example = "REPEAT('ab', 3) = 'ababab'")
    public static String repeat(String text, long times) {
        long length = text.length() * Math.max(0, times);
        if (length > 16_000_000) {
            throw new IllegalArgumentException("REPEAT would give a text of " + length + " characters");
        }
        return text.repeat((int) Math.max(0, text.isEmpty() ? 0 : times));
    }

    @ScalarFunction(
            name = "REVERSE",
            signature = "(STRING) -> STRING",
            says = "A text backwards.",
            example = "REVERSE('abc') = 'cba'")
    public static String reverse(String text) {
        return new StringBuilder(text).reverse().toString();
    }

    @ScalarFunction(
            name = "LPAD",
            signature = "(STRING, INT, STRING) -> STRING",
            says = "A text filled up on the left, or cut, to so many characters.",
            example = "LPAD('7', 3, '0') = '007'")
    public static @Nullable String leftPad(String text, long length, String pad) {
        String fill = fill(text, length, pad);
        return fill == null ? null : fill.isEmpty() ? cut(text, length) : fill + text;
    }

    @ScalarFunction(
            name = "RPAD",
            signature = "(STRING, INT, STRING) -> STRING",
            says = "A text filled up on the right, or cut, to so many characters.",
            example = "RPAD('7', 3, 'ab') = '7ab'")
    public static @Nullable String rightPad(String text, long length, String pad) {
        String fill = fill(text, length, pad);
        return fill == null ? null : fill.isEmpty() ? cut(text, length) : text + fill;
    }

    private static @Nullable String fill(String text, long length, String pad) {
        if (length < 0 || length > 16_000_000) {
            return null;
        }
        int missing = (int) length - text.codePointCount(0, text.length());
        if (missing <= 0) {
            return "";
        }
        int padLength = pad.codePointCount(0, pad.length());
        if (padLength == 0) {
            return null;
        }
        String whole = pad.repeat(missing / padLength);
        return whole + pad.substring(0, pad.offsetByCodePoints(0, missing % padLength));
    }

    private static String cut(String text, long length) {
        return text.codePointCount(0, text.length()) <= length
                ? text
                : text.substring(0, text.offsetByCodePoints(0, (int) length));
    }

    @ScalarFunction(
            name = "GREATEST",
            signature = "(T...) -> T",
            says = "The greatest argument; NULL when one is NULL.",
            example = "GREATEST('a', 'c', 'b') = 'c'")
    public static byte[] greatest(byte[][] values) {
        byte[] greatest = values[0];
        for (byte[] value : values) {
            greatest = Arrays.compareUnsigned(greatest, value) < 0 ? value : greatest;
        }
        return greatest;
    }

    @ScalarFunction(
            name = "LEAST",
            signature = "(T...) -> T",
            says = "The least argument; NULL when one is NULL.",
            example = "LEAST('b', 'a') = 'a'")
    public static byte[] least(byte[][] values) {
        byte[] least = values[0];
        for (byte[] value : values) {
            least = Arrays.compareUnsigned(least, value) > 0 ? value : least;
        }
        return least;
    }

    @ScalarFunction(
            name = "ASCII",
            signature = "(STRING) -> INT",
            says = "The number of the first byte, 0 for an empty text.",
            example = "ASCII('A') = 65")
    public static long ascii(Utf8 text) {
        return text.length == 0 ? 0 : text.data[text.start] & 0xFF;
    }

    @ScalarFunction(
            name = "CHR",
            signature = "(BIGINT) -> STRING",
            says = "The character of a number modulo 256; NULL for a negative one.",
            example = "CHR(65) = 'A'")
    public static @Nullable String chr(long number) {
        return number < 0 ? null : String.valueOf((char) (number & 0xFF));
    }

    @ScalarFunction(
            name = "DECODE",
            signature = "(BYTES, STRING) -> STRING",
            says = "Bytes as text of a character set.",
            example = "DECODE(X'E68891', 'UTF-8') = '我'")
    public static String decode(byte[] bytes, String charset) {
        return new String(bytes, Charset.forName(charset));
    }

    @ScalarFunction(
            name = "ENCODE",
            signature = "(STRING, STRING) -> BYTES",
            says = "Text as bytes of a character set.",
            example = "ENCODE('我', 'UTF-8') = X'E68891'")
    public static byte[] encode(String text, String charset) {
        return text.getBytes(Charset.forName(charset));
    }

    static String utf8(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}

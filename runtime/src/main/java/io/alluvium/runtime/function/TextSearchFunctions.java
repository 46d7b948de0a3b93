package io.alluvium.runtime.function;

import io.alluvium.core.function.ScalarFunction;
import io.alluvium.core.function.Utf8;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Functions that look for something in text. Positions count characters from 1; 0 is not found. Patterns are Java's. */
public final class TextSearchFunctions {
    private static final String REGEXP = "TRUE when a part of the text matches the regular expression.";

    private TextSearchFunctions() {}

    /** The pattern of a call, compiled again only when its text changes. */
    public static final class Regex implements PerCall {
        private byte[] last = new byte[0];
        private @Nullable Pattern compiled;

        Pattern of(Utf8 text) {
            Pattern ready = compiled;
            if (ready == null
                    || !Arrays.equals(last, 0, last.length, text.data, text.start, text.start + text.length)) {
                ready = Pattern.compile(text.toString());
                last = Arrays.copyOfRange(text.data, text.start, text.start + text.length);
                compiled = ready;
            }
            return ready;
        }
    }

    @ScalarFunction(
            name = "POSITION",
            signature = "(STRING, STRING) -> INT",
            says = "Where the first text begins in the second.",
            example = "POSITION('u' IN 'alluvium') = 4")
    @ScalarFunction(
            name = "LOCATE",
            signature = "(STRING, STRING) -> INT",
            says = "Where the first text begins in the second.",
            example = "LOCATE('u', 'alluvium') = 4")
    public static long locate(String wanted, String text) {
        return locate(wanted, text, 1);
    }

    @ScalarFunction(
            name = "LOCATE",
            signature = "(STRING, STRING, INT) -> INT",
            says = "Where the first text begins in the second.",
            example = "LOCATE('u', 'alluvium', 5) = 7")
    public static long locate(String wanted, String text, long from) {
        int length = text.codePointCount(0, text.length());
        if (from < 1 || from > length + 1) {
            return 0;
        }
        int found = text.indexOf(wanted, text.offsetByCodePoints(0, (int) from - 1));
        return found < 0 ? 0 : text.codePointCount(0, found) + 1;
    }

    @ScalarFunction(
            name = "INSTR",
            signature = "(STRING, STRING) -> INT",
            says = "Where the second text begins in the first.",
            example = "INSTR('alluvium', 'u') = 4")
    public static long instr(String text, String wanted) {
        return locate(wanted, text, 1);
    }

    @ScalarFunction(
            name = "STARTSWITH",
            signature = "(STRING, STRING) -> BOOLEAN",
            says = "TRUE when the first text begins with the second.",
            example = "STARTSWITH('alluvium', 'all')")
    public static boolean startsWith(Utf8 text, Utf8 prefix) {
        return text.length >= prefix.length
                && Arrays.equals(
                        text.data,
                        text.start,
                        text.start + prefix.length,
                        prefix.data,
                        prefix.start,
                        prefix.start + prefix.length);
    }

    @ScalarFunction(
            name = "ENDSWITH",
            signature = "(STRING, STRING) -> BOOLEAN",
            says = "TRUE when the first text ends with the second.",
            example = "ENDSWITH('alluvium', 'um')")
    public static boolean endsWith(Utf8 text, Utf8 suffix) {
        int end = text.start + text.length;
        return text.length >= suffix.length
                && Arrays.equals(
                        text.data, end - suffix.length, end, suffix.data, suffix.start, suffix.start + suffix.length);
    }

    @ScalarFunction(
            name = "SPLIT_INDEX",
            signature = "(STRING, STRING, INT) -> STRING",
            says = "The part at an index from 0 of a text split at a separator; NULL when there is none.",
            example = "SPLIT_INDEX('a,b,c', ',', 1) = 'b'")
    public static @Nullable String splitIndex(String text, String separator, long index) {
        if (index < 0 || separator.isEmpty()) {
            return null;
        }
        int from = 0;
        for (long skipped = 0; skipped < index; skipped++) {
            int next = text.indexOf(separator, from);
            if (next < 0) {
                return null;
            }
            from = next + separator.length();
        }
        int end = text.indexOf(separator, from);
        return end < 0 ? text.substring(from) : text.substring(from, end);
    }

    @ScalarFunction(
            name = "SUBSTRING_INDEX",
            signature = "(STRING, STRING, INT) -> STRING",
            says = "What stands before so many separators, or, where negative, behind so many from the end.",
            example = "SUBSTRING_INDEX('www.mysql.com', '.', -2) = 'mysql.com'")
    public static String substringIndex(String text, String separator, long count) {
        if (count == 0 || separator.isEmpty()) {
            return "";
        }
        int position = count > 0 ? -separator.length() : text.length();
        for (long seen = 0; seen < Math.abs(count); seen++) {
            position = count > 0
                    ? text.indexOf(separator, position + separator.length())
                    : text.lastIndexOf(separator, position - 1);
            if (position < 0) {
                return text;
            }
        }
        return count > 0 ? text.substring(0, position) : text.substring(position + separator.length());
    }

    @ScalarFunction(
            name = "REGEXP",
            signature = "(STRING, STRING) -> BOOLEAN",
            says = REGEXP,
            example = "REGEXP('order-17', '[0-9]+')")
    @ScalarFunction(
            name = "RLIKE",
            signature = "(STRING, STRING) -> BOOLEAN",
            says = REGEXP,
            example = "NOT RLIKE('order', '[0-9]+')")
    public static boolean regexp(Regex regex, String text, Utf8 pattern) {
        return regex.of(pattern).matcher(text).find();
    }

    @ScalarFunction(
            name = "REGEXP_EXTRACT",
            signature = "(STRING, STRING) -> STRING",
            says = "The first match of a regular expression, or of one of its groups; NULL when nothing matches.",
            example = "REGEXP_EXTRACT('order-17', '[0-9]+') = '17'")
    public static @Nullable String regexpExtract(Regex regex, String text, Utf8 pattern) {
        return regexpExtract(regex, text, pattern, 0);
    }

    @ScalarFunction(
            name = "REGEXP_EXTRACT",
            signature = "(STRING, STRING, INT) -> STRING",
            says = "The first match of a regular expression, or of one of its groups; NULL when nothing matches.",
            example = "REGEXP_EXTRACT('a=1&b=2', 'b=([^&]*)', 1) = '2'")
    public static @Nullable String regexpExtract(Regex regex, String text, Utf8 pattern, long group) {
        Matcher matcher = regex.of(pattern).matcher(text);
        return group < 0 || group > matcher.groupCount() || !matcher.find() ? null : matcher.group((int) group);
    }

    @ScalarFunction(
            name = "REGEXP_REPLACE",
            signature = "(STRING, STRING, STRING) -> STRING",
            says = "A text with every match of a regular expression replaced by a text, which is taken literally.",
            example = "REGEXP_REPLACE('a1b22', '[0-9]+', '#') = 'a#b#'")
    public static String regexpReplace(Regex regex, String text, Utf8 pattern, String replacement) {
        return regex.of(pattern).matcher(text).replaceAll(Matcher.quoteReplacement(replacement));
    }
}

package io.alluvium.runtime.function;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One field of a time pattern.
 *
 * @param width digits it is filled up to (1: as many as needed); for names 3 is the short form, 4 the whole
 * @param literal the bytes of a LITERAL
 * @param lenient reads fewer digits than the width, as MySQL does
 */
record TimeField(Kind kind, int width, byte[] literal, boolean lenient) {

    enum Kind {
        LITERAL,
        YEAR,
        MONTH,
        DAY,
        HOUR,
        HOUR_OF_HALF,
        MINUTE,
        SECOND,
        FRACTION,
        HALF,
        MONTH_NAME,
        DAY_NAME,
        DAY_OF_YEAR,
        DAY_OF_WEEK_FROM_SUNDAY;

        /** True when the field does not depend on the time of the day. */
        boolean ofDate() {
            return switch (this) {
                case LITERAL, YEAR, MONTH, DAY, MONTH_NAME, DAY_NAME, DAY_OF_YEAR, DAY_OF_WEEK_FROM_SUNDAY -> true;
                case HOUR, HOUR_OF_HALF, MINUTE, SECOND, FRACTION, HALF -> false;
            };
        }
    }

    private static final byte[] NONE = new byte[0];

    int leastDigits() {
        return lenient || width == 1 ? 1 : width;
    }

    int mostDigits() {
        return switch (kind) {
            case YEAR -> width == 2 ? 2 : 4;
            case DAY_OF_YEAR -> 3;
            default -> 2;
        };
    }

    private static TimeField of(Kind kind, int width, boolean lenient) {
        return new TimeField(kind, width, NONE, lenient);
    }

    private static TimeField text(String literal) {
        return new TimeField(Kind.LITERAL, 0, literal.getBytes(StandardCharsets.UTF_8), false);
    }

    /** The fields of a Java pattern, or null when it has letters that only {@code DateTimeFormatter} knows. */
    static @Nullable List<TimeField> ofJava(String pattern) {
        List<TimeField> fields = new ArrayList<>();
        int i = 0;
        while (i < pattern.length()) {
            char c = pattern.charAt(i);
            if (c == '\'') {
                int end = quoteEnd(pattern, i + 1);
                if (end < 0) {
                    return null;
                }
                String quoted = pattern.substring(i + 1, end);
                fields.add(text(quoted.isEmpty() ? "'" : quoted.replace("''", "'")));
                i = end + 1;
                continue;
            }
            int end = i + 1;
            while (end < pattern.length() && pattern.charAt(end) == c) {
                end++;
            }
            int count = end - i;
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            if (!letter) {
                if (c == '[' || c == ']' || c == '{' || c == '}' || c == '#') {
                    return null;
                }
                fields.add(text(pattern.substring(i, end)));
            } else {
                TimeField field = ofLetter(c, count);
                if (field == null) {
                    return null;
                }
                fields.add(field);
            }
            i = end;
        }
        return fields;
    }

    /** Where quoted text ends; two quotes inside it are one. */
    private static int quoteEnd(String pattern, int from) {
        int end = pattern.indexOf('\'', from);
        while (end > from && end + 1 < pattern.length() && pattern.charAt(end + 1) == '\'') {
            end = pattern.indexOf('\'', end + 2);
        }
        return end;
    }

    private static @Nullable TimeField ofLetter(char letter, int count) {
        return switch (letter) {
            case 'y', 'u' -> count == 2 || count == 4 ? of(Kind.YEAR, count, false) : null;
            case 'M', 'L' -> count <= 2
                    ? of(Kind.MONTH, count, false)
                    : count <= 4 ? of(Kind.MONTH_NAME, count, false) : null;
            case 'd' -> count <= 2 ? of(Kind.DAY, count, false) : null;
            case 'H' -> count <= 2 ? of(Kind.HOUR, count, false) : null;
            case 'h' -> count <= 2 ? of(Kind.HOUR_OF_HALF, count, false) : null;
            case 'm' -> count <= 2 ? of(Kind.MINUTE, count, false) : null;
            case 's' -> count <= 2 ? of(Kind.SECOND, count, false) : null;
            case 'S' -> count <= 9 ? of(Kind.FRACTION, count, false) : null;
            case 'a' -> count == 1 ? of(Kind.HALF, 2, false) : null;
            case 'E' -> count <= 4 ? of(Kind.DAY_NAME, Math.max(3, count), false) : null;
            case 'D' -> count == 3 || count == 1 ? of(Kind.DAY_OF_YEAR, count, false) : null;
            default -> null;
        };
    }

    /** The fields of a MySQL pattern. */
    static List<TimeField> ofMySql(String pattern) {
        List<TimeField> fields = new ArrayList<>();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c != '%' || i + 1 == pattern.length()) {
                fields.add(text(String.valueOf(c)));
                continue;
            }
            char letter = pattern.charAt(++i);
            switch (letter) {
                case 'Y' -> fields.add(of(Kind.YEAR, 4, true));
                case 'y' -> fields.add(of(Kind.YEAR, 2, true));
                case 'm' -> fields.add(of(Kind.MONTH, 2, true));
                case 'c' -> fields.add(of(Kind.MONTH, 1, true));
                case 'd' -> fields.add(of(Kind.DAY, 2, true));
                case 'e' -> fields.add(of(Kind.DAY, 1, true));
                case 'H' -> fields.add(of(Kind.HOUR, 2, true));
                case 'k' -> fields.add(of(Kind.HOUR, 1, true));
                case 'h', 'I' -> fields.add(of(Kind.HOUR_OF_HALF, 2, true));
                case 'l' -> fields.add(of(Kind.HOUR_OF_HALF, 1, true));
                case 'i' -> fields.add(of(Kind.MINUTE, 2, true));
                case 's', 'S' -> fields.add(of(Kind.SECOND, 2, true));
                case 'f' -> fields.add(of(Kind.FRACTION, 6, true));
                case 'p' -> fields.add(of(Kind.HALF, 2, true));
                case 'T' -> fields.addAll(ofMySql("%H:%i:%s"));
                case 'r' -> fields.addAll(ofMySql("%h:%i:%s %p"));
                case 'M' -> fields.add(of(Kind.MONTH_NAME, 4, true));
                case 'b' -> fields.add(of(Kind.MONTH_NAME, 3, true));
                case 'W' -> fields.add(of(Kind.DAY_NAME, 4, true));
                case 'a' -> fields.add(of(Kind.DAY_NAME, 3, true));
                case 'j' -> fields.add(of(Kind.DAY_OF_YEAR, 3, true));
                case 'w' -> fields.add(of(Kind.DAY_OF_WEEK_FROM_SUNDAY, 1, true));
                case '%' -> fields.add(text("%"));
                default -> throw new IllegalArgumentException(
                        "%" + letter + " in the time pattern '" + pattern + "' is not supported");
            }
        }
        return fields;
    }
}

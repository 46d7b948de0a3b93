package io.alluvium.runtime.expression;

import io.alluvium.core.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A compiled pattern of LIKE or SIMILAR TO. LIKE knows two wildcards, {@code %} (any characters) and {@code _} (one character);
 * the escape character makes the next of {@code %}, {@code _} and itself literal; everything else stands for itself, line ends
 * included. Without ESCAPE there is no escape character. SIMILAR TO adds {@code | * + ? {n,m} ( ) [ ]} of the SQL standard.
 */
public abstract class TextPattern {
    TextPattern() {}

    public abstract boolean matches(byte[] data, int start, int length);

    /** @param escape a code point, or -1 for none */
    static TextPattern compile(byte[] pattern, int escape, boolean similar) {
        String text = new String(pattern, StandardCharsets.UTF_8);
        if (similar) {
            return new Regex(Pattern.compile(similarRegex(text, escape), Pattern.DOTALL));
        }
        return like(text, escape);
    }

    /** The last pattern that was asked for, for patterns that are no constants. */
    public static final class Cache {
        private final int escape;
        private final boolean similar;
        private byte @Nullable [] last;
        private @Nullable TextPattern compiled;

        Cache(int escape, boolean similar) {
            this.escape = escape;
            this.similar = similar;
        }

        public TextPattern pattern(byte[] data, int start, int length, int site) {
            byte[] known = last;
            TextPattern ready = compiled;
            if (ready == null || known == null || !Arrays.equals(known, 0, known.length, data, start, start + length)) {
                known = Arrays.copyOfRange(data, start, start + length);
                try {
                    ready = compile(known, escape, similar);
                } catch (IllegalArgumentException e) {
                    throw new RowFailure(ErrorCode.EXPRESSION_FAILED, String.valueOf(e.getMessage()), site);
                }
                last = known;
                compiled = ready;
            }
            return ready;
        }
    }

    private static TextPattern like(String text, int escape) {
        // pieces of literal text between the wildcards; a piece may hold '_' as -1
        List<int[]> pieces = new ArrayList<>();
        List<Integer> piece = new ArrayList<>();
        boolean single = false;
        int[] points = text.codePoints().toArray();
        for (int i = 0; i < points.length; i++) {
            int point = points[i];
            if (point == escape) {
                if (i + 1 == points.length
                        || (points[i + 1] != '%' && points[i + 1] != '_' && points[i + 1] != escape)) {
                    throw new IllegalArgumentException(
                            "the escape character in pattern '" + text + "' stands before no wildcard");
                }
                piece.add(points[++i]);
            } else if (point == '%') {
                pieces.add(piece.stream().mapToInt(Integer::intValue).toArray());
                piece.clear();
            } else if (point == '_') {
                piece.add(-1);
                single = true;
            } else {
                piece.add(point);
            }
        }
        pieces.add(piece.stream().mapToInt(Integer::intValue).toArray());
        if (single) {
            return new Wildcards(pieces);
        }
        byte[][] bytes = pieces.stream()
                .map(points2 -> new String(points2, 0, points2.length).getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        return new Pieces(bytes);
    }

    /** Literal pieces with {@code %} between them, matched as bytes. */
    private static final class Pieces extends TextPattern {
        private final byte[][] pieces;

        Pieces(byte[][] pieces) {
            this.pieces = pieces;
        }

        @Override
        public boolean matches(byte[] data, int start, int length) {
            byte[] first = pieces[0];
            int end = start + length;
            if (length < first.length || !Arrays.equals(first, 0, first.length, data, start, start + first.length)) {
                return false;
            }
            int position = start + first.length;
            if (pieces.length == 1) {
                return position == end;
            }
            for (int i = 1; i < pieces.length - 1; i++) {
                position = find(data, position, end, pieces[i]);
                if (position < 0) {
                    return false;
                }
                position += pieces[i].length;
            }
            byte[] last = pieces[pieces.length - 1];
            return end - last.length >= position && Arrays.equals(last, 0, last.length, data, end - last.length, end);
        }
    }

    static int find(byte[] data, int start, int end, byte[] wanted) {
        if (wanted.length == 0) {
            return start;
        }
        byte first = wanted[0];
        for (int i = start; i <= end - wanted.length; i++) {
            if (data[i] == first && Arrays.equals(data, i, i + wanted.length, wanted, 0, wanted.length)) {
                return i;
            }
        }
        return -1;
    }

    /** Pieces in which -1 stands for one character; greedy from the left, which is enough for {@code %}. */
    private static final class Wildcards extends TextPattern {
        private final List<int[]> pieces;

        Wildcards(List<int[]> pieces) {
            this.pieces = pieces;
        }

        @Override
        public boolean matches(byte[] data, int start, int length) {
            int[] text = new String(data, start, length, StandardCharsets.UTF_8)
                    .codePoints()
                    .toArray();
            int[] first = pieces.get(0);
            if (!matchesAt(text, 0, first)) {
                return false;
            }
            int position = first.length;
            if (pieces.size() == 1) {
                return position == text.length;
            }
            for (int i = 1; i < pieces.size() - 1; i++) {
                int[] piece = pieces.get(i);
                while (position + piece.length <= text.length && !matchesAt(text, position, piece)) {
                    position++;
                }
                if (position + piece.length > text.length) {
                    return false;
                }
                position += piece.length;
            }
            int[] last = pieces.get(pieces.size() - 1);
            return text.length - last.length >= position && matchesAt(text, text.length - last.length, last);
        }

        private static boolean matchesAt(int[] text, int at, int[] piece) {
            if (at + piece.length > text.length) {
                return false;
            }
            for (int i = 0; i < piece.length; i++) {
                if (piece[i] != -1 && piece[i] != text[at + i]) {
                    return false;
                }
            }
            return true;
        }
    }

    private static final class Regex extends TextPattern {
        private final Pattern pattern;

        Regex(Pattern pattern) {
            this.pattern = pattern;
        }

        @Override
        public boolean matches(byte[] data, int start, int length) {
            return pattern.matcher(new String(data, start, length, StandardCharsets.UTF_8))
                    .matches();
        }
    }

    private static String similarRegex(String text, int escape) {
        StringBuilder regex = new StringBuilder();
        boolean inClass = false;
        int[] points = text.codePoints().toArray();
        for (int i = 0; i < points.length; i++) {
            int point = points[i];
            if (point == escape) {
                if (i + 1 == points.length) {
                    throw new IllegalArgumentException("pattern '" + text + "' ends in its escape character");
                }
                quote(regex, points[++i]);
            } else if (inClass) {
                if (point == ']') {
                    inClass = false;
                    regex.append(']');
                } else if (point == '[' && i + 1 < points.length && points[i + 1] == ':') {
                    int close = text.indexOf(":]", text.offsetByCodePoints(0, i));
                    String name = close < 0 ? "" : text.substring(text.offsetByCodePoints(0, i) + 2, close);
                    regex.append(characterClass(name, text));
                    i += name.length() + 3;
                } else if (point == '\\' || point == '[' || point == '&') {
                    quote(regex, point);
                } else {
                    regex.appendCodePoint(point);
                }
            } else {
                switch (point) {
                    case '%' -> regex.append(".*");
                    case '_' -> regex.append('.');
                    case '[' -> {
                        inClass = true;
                        regex.append('[');
                    }
                    case '|', '*', '+', '?', '{', '}', '(', ')' -> regex.appendCodePoint(point);
                    default -> quote(regex, point);
                }
            }
        }
        return regex.toString();
    }

    private static String characterClass(String name, String pattern) {
        return switch (name.toUpperCase(Locale.ROOT)) {
            case "ALPHA" -> "\\p{Alpha}";
            case "UPPER" -> "\\p{Upper}";
            case "LOWER" -> "\\p{Lower}";
            case "DIGIT" -> "\\d";
            case "ALNUM" -> "\\p{Alnum}";
            case "SPACE", "WHITESPACE" -> "\\s";
            default -> throw new IllegalArgumentException(
                    "character class \"" + name + "\" in pattern '" + pattern + "' is not known");
        };
    }

    private static void quote(StringBuilder regex, int point) {
        if (!Character.isLetterOrDigit(point) && point < 128) {
            regex.append('\\');
        }
        regex.appendCodePoint(point);
    }
}

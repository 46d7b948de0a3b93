package io.alluvium.connector.formats;

import io.alluvium.core.row.ColumnBuilder;
import io.alluvium.core.type.DataType;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Chooses how the text of a MySQL column is read, from the declared type and MySQL's own. */
final class MysqlText {
    private MysqlText() {}

    /**
     * A parser for a column.
     *
     * @param mysqlType such as {@code varchar(20)} or {@code enum('a','b')}; null where unknown
     * @param labels ENUM and SET become labels where the column is declared as text
     */
    static ValueParser parser(
            String field, DataType type, @Nullable String mysqlType, TextRules rules, boolean labels) {
        ValueParser plain = ValueParser.of(field, type, rules);
        if (mysqlType == null) {
            return plain;
        }
        String lower = mysqlType.trim().toLowerCase(Locale.ROOT);
        boolean bytes = lower.startsWith("binary") || lower.startsWith("varbinary") || lower.contains("blob");
        if (type instanceof DataType.Text) {
            if (bytes) {
                return new BytesAsText(plain);
            }
            if (labels && lower.startsWith("enum(")) {
                return new EnumLabel(plain, labels(mysqlType));
            }
            if (labels && lower.startsWith("set(")) {
                return new SetLabels(plain, labels(mysqlType));
            }
        }
        if (type instanceof DataType.Binary) {
            if (lower.startsWith("bit")) {
                return new BitAsBytes(plain, bits(lower));
            }
            boolean text = lower.startsWith("char")
                    || lower.startsWith("varchar")
                    || lower.contains("text")
                    || lower.startsWith("json")
                    || lower.startsWith("enum")
                    || lower.startsWith("set");
            if (text) {
                return new TextAsBytes(plain);
            }
        }
        return plain;
    }

    /** The labels of {@code enum('a','it''s','b\\c')}: quotes are doubled, a backslash escapes. */
    static List<String> labels(String mysqlType) {
        List<String> labels = new ArrayList<>();
        StringBuilder label = new StringBuilder();
        boolean inside = false;
        for (int i = mysqlType.indexOf('(') + 1; i < mysqlType.length(); i++) {
            char c = mysqlType.charAt(i);
            char next = i + 1 < mysqlType.length() ? mysqlType.charAt(i + 1) : 0;
            if (!inside) {
                inside = c == '\'';
            } else if (c == '\'' && next == '\'') {
                label.append('\'');
                i++;
            } else if (c == '\\' && next != 0) {
                label.append(unescaped(next));
                i++;
            } else if (c == '\'') {
                labels.add(label.toString());
                label.setLength(0);
                inside = false;
            } else {
                label.append(c);
            }
        }
        return labels;
    }

    private static char unescaped(char c) {
        return switch (c) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case '0' -> 0;
            default -> c;
        };
    }

    private static int bits(String bitType) {
        String digits = bitType.replaceAll("\\D", "");
        return digits.isEmpty() ? 1 : Integer.parseInt(digits);
    }

    /** Reads a text as another text first. */
    private abstract static class Translated extends ValueParser {
        private final ValueParser plain;

        Translated(ValueParser plain) {
            super(plain.field(), plain.type());
            this.plain = plain;
        }

        abstract char[] translated(char[] text, int start, int length);

        @Override
        void appendExact(char[] text, int start, int length, ColumnBuilder target) {
            char[] other = translated(text, start, length);
            plain.appendExact(other, 0, other.length, target);
        }

        @Override
        @Nullable
        Object exact(char[] text, int start, int length) {
            char[] other = translated(text, start, length);
            return plain.exact(other, 0, other.length);
        }
    }

    /** An ENUM's ordinal as its label; 0 is MySQL's empty error value. Text that is a label already stays. */
    private static final class EnumLabel extends Translated {
        private final List<String> labels;

        EnumLabel(ValueParser plain, List<String> labels) {
            super(plain);
            this.labels = labels;
        }

        @Override
        char[] translated(char[] text, int start, int length) {
            String value = new String(text, start, length);
            if (value.isEmpty() || value.equals("0")) {
                return new char[0];
            }
            if (value.length() <= 5 && value.chars().allMatch(c -> c >= '0' && c <= '9')) {
                int ordinal = Integer.parseInt(value);
                if (ordinal >= 1 && ordinal <= labels.size()) {
                    return labels.get(ordinal - 1).toCharArray();
                }
            }
            if (!labels.contains(value)) {
                throw new BadText("neither a number nor a label of " + labels);
            }
            return value.toCharArray();
        }
    }

    /** A SET's bit mask as its labels with commas between. Text of labels stays. */
    private static final class SetLabels extends Translated {
        private final List<String> labels;

        SetLabels(ValueParser plain, List<String> labels) {
            super(plain);
            this.labels = labels;
        }

        @Override
        char[] translated(char[] text, int start, int length) {
            String value = new String(text, start, length);
            if (value.isEmpty()) {
                return new char[0];
            }
            if (value.length() <= 20 && value.chars().allMatch(c -> c >= '0' && c <= '9')) {
                BigInteger mask = new BigInteger(value);
                if (mask.bitLength() <= labels.size()) {
                    List<String> chosen = new ArrayList<>();
                    for (int bit = 0; bit < labels.size(); bit++) {
                        if (mask.testBit(bit)) {
                            chosen.add(labels.get(bit));
                        }
                    }
                    return String.join(",", chosen).toCharArray();
                }
            }
            if (!labels.containsAll(Arrays.asList(value.split(",", -1)))) {
                throw new BadText("neither a bit mask nor labels of " + labels);
            }
            return value.toCharArray();
        }
    }

    /** A BLOB declared as text: its bytes (a character each) are UTF-8. */
    private static final class BytesAsText extends Translated {
        BytesAsText(ValueParser plain) {
            super(plain);
        }

        @Override
        char[] translated(char[] text, int start, int length) {
            byte[] bytes = new byte[length];
            for (int i = 0; i < length; i++) {
                char c = text[start + i];
                if (c > 0xFF) {
                    throw new BadText("has a character that is no byte");
                }
                bytes[i] = (byte) c;
            }
            if (!Utf8Text.isValid(bytes, 0, length)) {
                throw new BadText("bytes that are no UTF-8 text, declare the column BYTES");
            }
            return new String(bytes, StandardCharsets.UTF_8).toCharArray();
        }
    }

    /** A text column declared as bytes: the text in UTF-8. */
    private static final class TextAsBytes extends Translated {
        TextAsBytes(ValueParser plain) {
            super(plain);
        }

        @Override
        char[] translated(char[] text, int start, int length) {
            byte[] utf8 = new String(text, start, length).getBytes(StandardCharsets.UTF_8);
            return new String(utf8, StandardCharsets.ISO_8859_1).toCharArray();
        }
    }

    /** BIT(n), an unsigned number, as its bytes, the highest first. */
    private static final class BitAsBytes extends Translated {
        private final int bits;

        BitAsBytes(ValueParser plain, int bits) {
            super(plain);
            this.bits = bits;
        }

        @Override
        char[] translated(char[] text, int start, int length) {
            BigInteger value;
            try {
                value = new BigInteger(new String(text, start, length));
            } catch (NumberFormatException e) {
                throw new BadText("not a bit value");
            }
            if (value.signum() < 0 || value.bitLength() > bits) {
                throw new BadText("not a value of bit(" + bits + ")");
            }
            char[] bytes = new char[(bits + 7) / 8];
            for (int i = 0; i < bytes.length; i++) {
                bytes[bytes.length - 1 - i] = (char) (value.shiftRight(8 * i).intValue() & 0xFF);
            }
            return bytes;
        }
    }
}

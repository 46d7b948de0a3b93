package io.alluvium.connector.formats;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.ColumnBuilder;
import io.alluvium.core.row.Int128;
import io.alluvium.core.type.DataType;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Turns text into values of one declared type. A text reaches the type exactly or is refused; there are no near values: no
 * rounded decimal, no cut fraction, no wrapped integer. (FLOAT and DOUBLE take the nearest value, as their texts mean.)
 * ARRAY, MAP and ROW are read as JSON. Used by one thread.
 */
public abstract class ValueParser {
    private static final int SHOWN = 100;

    private final String field;
    private final DataType type;

    ValueParser(String field, DataType type) {
        this.field = field;
        this.type = type;
    }

    /** @param field the column or path named in errors */
    public static ValueParser of(String field, DataType type, TextRules rules) {
        if (type instanceof DataType.Simple simple) {
            return switch (simple.scalar()) {
                case BOOLEAN -> new BooleanText(field, type);
                case TINYINT -> new Exact(field, type, 0, Byte.MIN_VALUE, Byte.MAX_VALUE);
                case SMALLINT -> new Exact(field, type, 0, Short.MIN_VALUE, Short.MAX_VALUE);
                case INT -> new Exact(field, type, 0, Integer.MIN_VALUE, Integer.MAX_VALUE);
                case BIGINT, INTERVAL_MONTH, INTERVAL_MICROSECOND -> new Exact(
                        field, type, 0, Long.MIN_VALUE, Long.MAX_VALUE);
                case FLOAT, DOUBLE -> new Approximate(field, type);
                case DATE -> new Time(field, type, rules);
                case NULL -> throw AlluviumException.internal("column " + field + " of type NULL");
            };
        }
        if (type instanceof DataType.Decimal decimal) {
            if (decimal.precision() > 18) {
                return new WideDecimal(field, decimal);
            }
            long limit = 1;
            for (int i = 0; i < decimal.precision(); i++) {
                limit *= 10;
            }
            return new Exact(field, type, decimal.scale(), 1 - limit, limit - 1);
        }
        if (type instanceof DataType.Text text) {
            return new Characters(field, text);
        }
        if (type instanceof DataType.Binary binary) {
            return new Bytes(field, binary, rules.binary());
        }
        if (type instanceof DataType.Temporal) {
            return new Time(field, type, rules);
        }
        return new NestedText(field, type, rules);
    }

    public final String field() {
        return field;
    }

    public final DataType type() {
        return type;
    }

    /**
     * Appends the value of a text that is not null.
     *
     * @throws AlluviumException RECORD_INVALID naming field, declared type and text; nothing was appended then
     */
    public final void append(char[] text, int start, int length, ColumnBuilder target) {
        try {
            appendExact(text, start, length, target);
        } catch (BadText bad) {
            throw invalid(new String(text, start, Math.min(length, SHOWN + 1)), bad.reason());
        }
    }

    public final void append(String text, ColumnBuilder target) {
        append(text.toCharArray(), 0, text.length(), target);
    }

    /** The value as {@link io.alluvium.core.row.Column#value} gives it, for elements of nested values. */
    public final @Nullable Object value(char[] text, int start, int length) {
        try {
            return exact(text, start, length);
        } catch (BadText bad) {
            throw invalid(new String(text, start, Math.min(length, SHOWN + 1)), bad.reason());
        }
    }

    /** Appends NULL, which a NOT NULL column refuses. */
    public final void appendNull(ColumnBuilder target) {
        checkNull();
        target.appendNull();
    }

    /** @throws AlluviumException RECORD_INVALID where the declared type is NOT NULL */
    public final void checkNull() {
        if (!type.nullable()) {
            throw new AlluviumException(
                    ErrorCode.RECORD_INVALID, "field \"" + field + "\" is NULL, but declared " + type.ddl());
        }
    }

    /** The error for a text that is no value of the type. */
    final AlluviumException invalid(String text, @Nullable String reason) {
        String shown = text.length() > SHOWN ? text.substring(0, SHOWN) + ".." : text;
        return new AlluviumException(
                ErrorCode.RECORD_INVALID,
                "field \"" + field + "\" of type " + type.sql() + " holds \"" + shown + "\""
                        + (reason == null ? "" : ": " + reason));
    }

    abstract void appendExact(char[] text, int start, int length, ColumnBuilder target);

    abstract @Nullable Object exact(char[] text, int start, int length);

    /** Types held in a long. */
    private abstract static class Longs extends ValueParser {
        Longs(String field, DataType type) {
            super(field, type);
        }

        abstract long number(char[] text, int start, int length);

        @Override
        void appendExact(char[] text, int start, int length, ColumnBuilder target) {
            target.appendLong(number(text, start, length));
        }

        @Override
        @Nullable
        Object exact(char[] text, int start, int length) {
            return number(text, start, length);
        }
    }

    /** Integers and short decimals. */
    private static final class Exact extends Longs {
        private final int scale;
        private final long least;
        private final long most;

        Exact(String field, DataType type, int scale, long least, long most) {
            super(field, type);
            this.scale = scale;
            this.least = least;
            this.most = most;
        }

        @Override
        long number(char[] text, int start, int length) {
            long value = NumberText.scaled(text, start, length, scale);
            if (value < least || value > most) {
                throw new BadText("out of range");
            }
            return value;
        }
    }

    private static final class BooleanText extends Longs {
        BooleanText(String field, DataType type) {
            super(field, type);
        }

        @Override
        long number(char[] text, int start, int length) {
            if (length == 1 && (text[start] == '0' || text[start] == '1')) {
                return text[start] - '0';
            }
            String word = new String(text, start, Math.min(length, 6));
            if (word.equalsIgnoreCase("true")) {
                return 1;
            }
            if (word.equalsIgnoreCase("false")) {
                return 0;
            }
            throw new BadText("neither true, false, 1 nor 0");
        }
    }

    private static final class WideDecimal extends ValueParser {
        private final DataType.Decimal type;

        WideDecimal(String field, DataType.Decimal type) {
            super(field, type);
            this.type = type;
        }

        @Override
        void appendExact(char[] text, int start, int length, ColumnBuilder target) {
            Int128 value = exact(text, start, length);
            target.appendInt128(value.high(), value.low());
        }

        @Override
        Int128 exact(char[] text, int start, int length) {
            BigDecimal value = NumberText.decimal(text, start, length, type.precision(), type.scale());
            if (value == null) {
                throw new BadText("not a number that fits exactly");
            }
            return Int128.of(value.unscaledValue());
        }
    }

    private static final class Approximate extends ValueParser {
        private final boolean single;

        Approximate(String field, DataType type) {
            super(field, type);
            this.single = type.is(DataType.Scalar.FLOAT);
        }

        @Override
        void appendExact(char[] text, int start, int length, ColumnBuilder target) {
            target.appendDouble(number(text, start, length));
        }

        @Override
        Object exact(char[] text, int start, int length) {
            return number(text, start, length);
        }

        private double number(char[] text, int start, int length) {
            double value = single
                    ? NumberText.nearestFloat(text, start, length)
                    : NumberText.nearestDouble(text, start, length);
            if (Double.isFinite(value)) {
                return value;
            }
            if (Double.isInfinite(value)) {
                throw new BadText("out of range");
            }
            Double special = NumberText.special(text, start, length);
            if (special == null) {
                throw new BadText("not a number");
            }
            return special;
        }
    }

    private static final class Characters extends ValueParser {
        private final int most;
        private final boolean fixed;
        private final Utf8Text utf8 = new Utf8Text();

        Characters(String field, DataType.Text type) {
            super(field, type);
            this.most = type.length();
            this.fixed = type.fixed();
        }

        @Override
        void appendExact(char[] text, int start, int length, ColumnBuilder target) {
            encode(text, start, length);
            target.appendBytes(utf8.bytes, 0, utf8.length);
        }

        @Override
        Object exact(char[] text, int start, int length) {
            encode(text, start, length);
            return utf8.copy();
        }

        private void encode(char[] text, int start, int length) {
            int kept = length;
            if (fixed) {
                while (kept > 0 && text[start + kept - 1] == ' ') {
                    kept--;
                }
            }
            if (!utf8.encode(text, start, kept)) {
                throw new BadText("holds half a surrogate pair");
            }
            if (utf8.length > most && Utf8Text.codePoints(utf8.bytes, 0, utf8.length) > most) {
                throw new BadText("longer than the type");
            }
        }
    }

    private static final class Bytes extends ValueParser {
        private final int most;
        private final boolean fixed;
        private final TextRules.BinaryText written;

        Bytes(String field, DataType.Binary type, TextRules.BinaryText written) {
            super(field, type);
            this.most = type.length();
            this.fixed = type.fixed();
            this.written = written;
        }

        @Override
        void appendExact(char[] text, int start, int length, ColumnBuilder target) {
            target.appendBytes(exact(text, start, length));
        }

        @Override
        byte[] exact(char[] text, int start, int length) {
            byte[] bytes =
                    switch (written) {
                        case BASE64 -> base64(text, start, length);
                        case CHAR_A_BYTE -> charAByte(text, start, length);
                    };
            if (bytes.length > most) {
                throw new BadText("longer than the type");
            }
            // BINARY(n) is padded with zero bytes, which MySQL's binary log leaves out
            return fixed ? Arrays.copyOf(bytes, most) : bytes;
        }

        private static byte[] base64(char[] text, int start, int length) {
            try {
                return Base64.getDecoder().decode(new String(text, start, length));
            } catch (IllegalArgumentException e) {
                throw new BadText("not base64");
            }
        }

        private static byte[] charAByte(char[] text, int start, int length) {
            byte[] bytes = new byte[length];
            for (int i = 0; i < length; i++) {
                char c = text[start + i];
                if (c > 0xFF) {
                    throw new BadText("has a character that is no byte");
                }
                bytes[i] = (byte) c;
            }
            return bytes;
        }
    }

    /** DATE, TIME, TIMESTAMP and TIMESTAMP_LTZ. */
    private static final class Time extends ValueParser {
        private final TextRules rules;
        private final TemporalText reader = new TemporalText();
        private final DataType.@Nullable Temporal temporal;

        Time(String field, DataType type, TextRules rules) {
            super(field, type);
            this.rules = rules;
            this.temporal = type instanceof DataType.Temporal precise ? precise : null;
        }

        @Override
        void appendExact(char[] text, int start, int length, ColumnBuilder target) {
            long value = number(text, start, length);
            if (value == TemporalText.ZERO_DATE) {
                appendNull(target);
            } else {
                target.appendLong(value);
            }
        }

        @Override
        @Nullable
        Object exact(char[] text, int start, int length) {
            long value = number(text, start, length);
            return value == TemporalText.ZERO_DATE ? null : (Long) value;
        }

        private long number(char[] text, int start, int length) {
            long value = read(text, start, length);
            if (value == TemporalText.ZERO_DATE && !rules.zeroDateIsNull()) {
                throw new BadText("a date with a month or day of zero");
            }
            return value;
        }

        private long read(char[] text, int start, int length) {
            if (temporal == null) {
                return reader.date(text, start, length);
            }
            return switch (temporal.temporal()) {
                case TIME -> reader.time(text, start, length, temporal.precision());
                case TIMESTAMP -> reader.timestamp(text, start, length, temporal.precision());
                case TIMESTAMP_LTZ -> reader.instant(text, start, length, temporal.precision(), rules.zone());
            };
        }
    }
}

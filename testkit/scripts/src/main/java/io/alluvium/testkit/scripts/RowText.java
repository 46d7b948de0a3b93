package io.alluvium.testkit.scripts;

import io.alluvium.core.row.Int128;
import io.alluvium.core.row.NestedValues;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowCodec;
import io.alluvium.core.row.ValueText;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.TemporalKind;
import io.alluvium.core.type.Schema;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rows as scripts write them: values divided by blanks; text with blanks in single quotes ({@code ''} inside is a quote);
 * {@code NULL}; times as {@code 2026-01-31T10:00:00.5}; bytes in hex; {@code [a, b]}, {@code {k=v}}, {@code (a, b)} for arrays,
 * maps and rows.
 */
final class RowText {
    private static final MathContext SHOWN_DIGITS = new MathContext(10);

    private final String text;
    private final ZoneId zone;
    private int position;

    private RowText(String text, ZoneId zone) {
        this.text = text;
        this.zone = zone;
    }

    /**
     * The values of one row, as a column gives them.
     *
     * @param zone of TIMESTAMP_LTZ
     * @throws IllegalArgumentException saying what is wrong
     */
    static @Nullable Object[] parse(Schema schema, String text, ZoneId zone) {
        RowText reader = new RowText(text, zone);
        @Nullable Object[] values = new @Nullable Object[schema.size()];
        for (int i = 0; i < values.length; i++) {
            reader.skipBlanks();
            if (reader.atEnd()) {
                throw new IllegalArgumentException(i + " values for " + schema.size() + " columns " + schema);
            }
            try {
                values[i] = reader.value(schema.type(i), " ");
            } catch (ArithmeticException | DateTimeException | IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "column \"" + schema.name(i) + "\" " + schema.type(i).sql() + ": " + e.getMessage(), e);
            }
            if (!reader.atEnd() && reader.text.charAt(reader.position) != ' ') {
                throw new IllegalArgumentException("column \"" + schema.name(i) + "\" has more behind its value: "
                        + reader.text.substring(reader.position));
            }
        }
        reader.skipBlanks();
        if (!reader.atEnd()) {
            throw new IllegalArgumentException("more than " + schema.size() + " values for columns " + schema + ": "
                    + reader.text.substring(reader.position));
        }
        return values;
    }

    /** The text of a row as {@link #parse} reads it; doubles are rounded to ten digits, so equal texts are equal rows. */
    static String render(Schema schema, @Nullable Object[] values, ZoneId zone) {
        StringBuilder row = new StringBuilder();
        for (int i = 0; i < values.length; i++) {
            row.append(i == 0 ? "" : " ").append(render(schema.type(i), values[i], zone));
        }
        return row.toString();
    }

    static String render(RowBatch batch, int row, ZoneId zone) {
        @Nullable Object[] values = new @Nullable Object[batch.schema().size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = batch.column(i).value(row);
        }
        return render(batch.schema(), values, zone);
    }

    private static String render(DataType type, @Nullable Object value, ZoneId zone) {
        if (value == null) {
            return "NULL";
        }
        if (value instanceof Double number) {
            boolean special = number.isNaN() || number.isInfinite();
            return special
                    ? number.toString()
                    : new BigDecimal(number)
                            .round(SHOWN_DIGITS)
                            .stripTrailingZeros()
                            .toPlainString();
        }
        String shown = ValueText.render(value, type, zone);
        if (type instanceof DataType.Temporal) {
            return shown.replace(' ', 'T');
        }
        boolean plain =
                !(type instanceof DataType.Text) || (shown.matches("[^\\s'\\[\\](){}#]+") && !shown.equals("NULL"));
        return plain ? shown : "'" + shown.replace("'", "''").replace("\n", "\\n") + "'";
    }

    private @Nullable Object value(DataType type, String ends) {
        if (type instanceof DataType.Array array) {
            return isNull(ends) ? null : array(array);
        }
        if (type instanceof DataType.MapOf map) {
            return isNull(ends) ? null : map(map);
        }
        if (type instanceof DataType.Row row) {
            return isNull(ends) ? null : row(row);
        }
        if (!atEnd() && text.charAt(position) == '\'') {
            return scalar(type, quoted());
        }
        String token = token(ends);
        return token.equals("NULL") ? null : scalar(type, token);
    }

    private Object array(DataType.Array type) {
        List<@Nullable Object> elements = new ArrayList<>();
        expect('[');
        while (!accept(']')) {
            elements.add(value(type.element(), " ,]"));
            accept(',');
        }
        return NestedValues.array(type.element().kind(), elements);
    }

    private Object map(DataType.MapOf type) {
        Map<Object, @Nullable Object> entries = new LinkedHashMap<>();
        expect('{');
        while (!accept('}')) {
            Object key = value(type.key(), " =");
            if (key == null) {
                throw new IllegalArgumentException("a map has no NULL key");
            }
            expect('=');
            skipBlanks();
            entries.put(key, value(type.value(), " ,}"));
            accept(',');
        }
        return NestedValues.map(type, entries);
    }

    private Object row(DataType.Row type) {
        @Nullable Object[] fields = new @Nullable Object[type.fields().size()];
        expect('(');
        for (int i = 0; i < fields.length; i++) {
            skipBlanks();
            fields[i] = value(type.fields().get(i).type(), " ,)");
            accept(',');
        }
        expect(')');
        return RowCodec.of(new Schema(type.fields())).encodeValues(fields);
    }

    private Object scalar(DataType type, String token) {
        if (type instanceof DataType.Simple simple) {
            return switch (simple.scalar()) {
                case BOOLEAN -> flag(token);
                case TINYINT -> (long) Byte.parseByte(token);
                case SMALLINT -> (long) Short.parseShort(token);
                case INT -> (long) Integer.parseInt(token);
                case BIGINT, INTERVAL_MONTH, INTERVAL_MICROSECOND -> Long.parseLong(token);
                case FLOAT -> (double) Float.parseFloat(token);
                case DOUBLE -> Double.parseDouble(token);
                case DATE -> LocalDate.parse(token).toEpochDay();
                case NULL -> throw new IllegalArgumentException("the column is always NULL");
            };
        }
        if (type instanceof DataType.Decimal decimal) {
            BigDecimal number = new BigDecimal(token).setScale(decimal.scale());
            Object held = ValueText.ofDecimal(number, decimal);
            return decimal.precision() > 18 && held instanceof Long small ? Int128.of(small) : held;
        }
        if (type instanceof DataType.Text) {
            return token.getBytes(StandardCharsets.UTF_8);
        }
        if (type instanceof DataType.Binary) {
            return HexFormat.of().parseHex(token);
        }
        if (type instanceof DataType.Temporal temporal) {
            return micros(temporal.temporal(), token);
        }
        throw new IllegalArgumentException("no text form for " + type.sql());
    }

    private long micros(TemporalKind kind, String token) {
        if (kind == TemporalKind.TIME) {
            return LocalTime.parse(token).toNanoOfDay() / 1000;
        }
        LocalDateTime time = LocalDateTime.parse(token.strip().replace(' ', 'T'));
        ZoneOffset offset = kind == TemporalKind.TIMESTAMP
                ? ZoneOffset.UTC
                : zone.getRules().getOffset(time);
        return time.toEpochSecond(offset) * 1_000_000 + time.getNano() / 1000;
    }

    private static long flag(String token) {
        if (token.equalsIgnoreCase("true")) {
            return 1;
        }
        if (token.equalsIgnoreCase("false")) {
            return 0;
        }
        throw new IllegalArgumentException("\"" + token + "\" is neither TRUE nor FALSE");
    }

    private boolean isNull(String ends) {
        skipBlanks();
        boolean found = text.startsWith("NULL", position)
                && (position + 4 == text.length() || ends.indexOf(text.charAt(position + 4)) >= 0);
        if (found) {
            position += 4;
        }
        return found;
    }

    private String quoted() {
        StringBuilder inside = new StringBuilder();
        for (position++; !atEnd(); position++) {
            char c = text.charAt(position);
            boolean quote = c == '\'';
            if (quote && !text.startsWith("''", position)) {
                position++;
                return inside.toString();
            }
            inside.append(c);
            position += quote ? 1 : 0;
        }
        throw new IllegalArgumentException("a quote is not closed");
    }

    private String token(String ends) {
        int start = position;
        while (!atEnd() && ends.indexOf(text.charAt(position)) < 0) {
            position++;
        }
        if (start == position) {
            throw new IllegalArgumentException("a value is missing at \"" + text.substring(start) + "\"");
        }
        return text.substring(start, position);
    }

    private boolean accept(char c) {
        skipBlanks();
        boolean found = !atEnd() && text.charAt(position) == c;
        if (found) {
            position++;
            skipBlanksInside(c);
        }
        return found;
    }

    /** Behind a closing bracket a blank ends the value; elsewhere blanks do not matter. */
    private void skipBlanksInside(char c) {
        if (c != ']' && c != '}' && c != ')') {
            skipBlanks();
        }
    }

    private void expect(char c) {
        if (!accept(c)) {
            throw new IllegalArgumentException("\"" + c + "\" expected at \"" + text.substring(position) + "\"");
        }
    }

    private void skipBlanks() {
        while (!atEnd() && text.charAt(position) == ' ') {
            position++;
        }
    }

    private boolean atEnd() {
        return position >= text.length();
    }
}

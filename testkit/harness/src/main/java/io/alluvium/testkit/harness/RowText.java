package io.alluvium.testkit.harness;

import io.alluvium.core.row.NestedValues;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.ValueText;
import io.alluvium.core.type.ColumnKind;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Scalar;
import io.alluvium.core.type.Schema;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rows as tests write them: values divided by blanks, text with blanks in single quotes, {@code NULL}, {@code [a, b]},
 * {@code {k=v}}; times as {@code 2026-01-31T10:00:00.5}, as {@code 10:00:00} (of 1970-01-01), or as plain microseconds.
 */
public final class RowText {
    private RowText() {}

    /** The values of one row (see {@link io.alluvium.core.row.Column#value}). */
    public static @Nullable Object[] parse(Schema schema, String text) {
        List<String> tokens = split(text, ' ');
        if (tokens.size() != schema.size()) {
            throw new IllegalArgumentException(
                    tokens.size() + " values for " + schema.size() + " columns " + schema + ": " + text);
        }
        @Nullable Object[] values = new @Nullable Object[schema.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(schema.type(i), tokens.get(i));
        }
        return values;
    }

    /** One row of a batch, as {@link #parse} reads it; doubles are rounded to ten digits. */
    public static String render(RowBatch batch, int row) {
        @Nullable Object[] values = new @Nullable Object[batch.schema().size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = batch.column(i).value(row);
        }
        return render(batch.schema(), values);
    }

    public static String render(Schema schema, @Nullable Object[] values) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < values.length; i++) {
            text.append(i == 0 ? "" : " ").append(render(schema.type(i), values[i]));
        }
        return text.toString();
    }

    private static String render(DataType type, @Nullable Object value) {
        if (value == null) {
            return "NULL";
        }
        if (value instanceof Double number) {
            if (number.isNaN() || number.isInfinite()) {
                return number.toString();
            }
            return new BigDecimal(number)
                    .round(new MathContext(10))
                    .stripTrailingZeros()
                    .toPlainString();
        }
        String text = ValueText.render(value, type, ZoneOffset.UTC);
        if (type instanceof DataType.Temporal) {
            return text.replace(' ', 'T');
        }
        boolean quoted = type instanceof DataType.Text && (text.isEmpty() || text.contains(" ") || text.equals("NULL"));
        return quoted ? "'" + text + "'" : text;
    }

    private static @Nullable Object value(DataType type, String token) {
        if (token.equals("NULL")) {
            return null;
        }
        String text = token.startsWith("'") ? token.substring(1, token.length() - 1) : token;
        if (type instanceof DataType.Decimal decimal) {
            return ValueText.ofDecimal(new BigDecimal(text).setScale(decimal.scale()), decimal);
        }
        if (type instanceof DataType.Text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        if (type instanceof DataType.Temporal) {
            return micros(text);
        }
        if (type instanceof DataType.Array array) {
            List<@Nullable Object> elements = new ArrayList<>();
            for (String element : split(inside(text), ',')) {
                elements.add(value(array.element(), element));
            }
            return NestedValues.array(array.element().kind(), elements);
        }
        if (type instanceof DataType.MapOf map) {
            Map<Object, @Nullable Object> entries = new LinkedHashMap<>();
            for (String entry : split(inside(text), ',')) {
                int equals = entry.indexOf('=');
                Object key = value(map.key(), entry.substring(0, equals));
                if (key == null) {
                    throw new IllegalArgumentException("NULL key in " + text);
                }
                entries.put(key, value(map.value(), entry.substring(equals + 1)));
            }
            return NestedValues.map(map, entries);
        }
        if (type.kind() == ColumnKind.DOUBLE) {
            return Double.parseDouble(text);
        }
        if (type.is(Scalar.BOOLEAN)) {
            return text.toUpperCase(Locale.ROOT).equals("TRUE") ? 1L : 0L;
        }
        if (type.is(Scalar.DATE)) {
            return LocalDate.parse(text).toEpochDay();
        }
        if (type.kind() == ColumnKind.LONG) {
            return Long.parseLong(text);
        }
        throw new IllegalArgumentException("no text form for " + type.sql());
    }

    /** Microseconds since 1970 of a time as tests write it. */
    public static long micros(String text) {
        if (text.matches("-?\\d+")) {
            return Long.parseLong(text);
        }
        String full = text.contains("-") ? text.replace(' ', 'T') : "1970-01-01T" + text;
        LocalDateTime time = LocalDateTime.parse(full);
        return time.toEpochSecond(ZoneOffset.UTC) * 1_000_000 + time.getNano() / 1000;
    }

    private static String inside(String text) {
        return text.substring(1, text.length() - 1);
    }

    /** Splits at a separator outside of quotes and brackets. */
    private static List<String> split(String text, char separator) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        boolean quoted = false;
        StringBuilder part = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            quoted ^= c == '\'';
            if (!quoted && (c == '[' || c == '{')) {
                depth++;
            } else if (!quoted && (c == ']' || c == '}')) {
                depth--;
            }
            boolean ends = !quoted && depth == 0 && (c == separator || c == ' ');
            if (!ends) {
                part.append(c);
            } else if (part.length() > 0) {
                parts.add(part.toString());
                part.setLength(0);
            }
        }
        if (part.length() > 0) {
            parts.add(part.toString());
        }
        return parts;
    }
}

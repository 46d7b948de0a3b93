package io.alluvium.testkit.harness;

import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.DataType.Scalar;
import io.alluvium.core.type.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads schemas as tests write them: {@code id BIGINT NOT NULL, name STRING, tags ARRAY<MAP<STRING, STRING>>}. */
public final class SchemaText {
    private final String text;
    private int position;

    private SchemaText(String text) {
        this.text = text;
    }

    public static Schema parse(String text) {
        SchemaText reader = new SchemaText(text);
        List<Field> fields = new ArrayList<>();
        do {
            String name = reader.word();
            fields.add(new Field(name, reader.type()));
        } while (reader.accept(","));
        reader.skipBlanks();
        if (reader.position < text.length()) {
            throw new IllegalArgumentException("cannot read schema at: " + text.substring(reader.position));
        }
        return new Schema(fields);
    }

    private DataType type() {
        String word = word().toUpperCase(Locale.ROOT);
        DataType type =
                switch (word) {
                    case "DECIMAL" -> decimal();
                    case "TIMESTAMP" -> DataType.timestamp(precision(6));
                    case "TIMESTAMP_LTZ" -> DataType.timestampLtz(precision(6));
                    case "TIME" -> new DataType.Temporal(DataType.TemporalKind.TIME, precision(0), true);
                    case "STRING" -> DataType.string();
                    case "VARCHAR" -> new DataType.Text(precision(DataType.MAX_LENGTH), false, true);
                    case "BYTES" -> DataType.bytes();
                    case "ARRAY" -> {
                        expect("<");
                        DataType element = type();
                        expect(">");
                        yield DataType.array(element);
                    }
                    case "MAP" -> {
                        expect("<");
                        DataType key = type();
                        expect(",");
                        DataType value = type();
                        expect(">");
                        yield DataType.map(key, value);
                    }
                    default -> DataType.of(Scalar.valueOf(word));
                };
        if (accept("NOT")) {
            expect("NULL");
            return type.withNullable(false);
        }
        return type;
    }

    private DataType decimal() {
        expect("(");
        int precision = Integer.parseInt(word());
        expect(",");
        int scale = Integer.parseInt(word());
        expect(")");
        return DataType.decimal(precision, scale);
    }

    private int precision(int otherwise) {
        if (!accept("(")) {
            return otherwise;
        }
        int precision = Integer.parseInt(word());
        expect(")");
        return precision;
    }

    private String word() {
        skipBlanks();
        int start = position;
        while (position < text.length() && isWordPart(text.charAt(position))) {
            position++;
        }
        if (start == position) {
            throw new IllegalArgumentException("word expected at: " + text.substring(start));
        }
        return text.substring(start, position);
    }

    private static boolean isWordPart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '$';
    }

    private boolean accept(String token) {
        skipBlanks();
        if (text.regionMatches(true, position, token, 0, token.length())) {
            position += token.length();
            return true;
        }
        return false;
    }

    private void expect(String token) {
        if (!accept(token)) {
            throw new IllegalArgumentException(token + " expected at: " + text.substring(position));
        }
    }

    private void skipBlanks() {
        while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
            position++;
        }
    }
}

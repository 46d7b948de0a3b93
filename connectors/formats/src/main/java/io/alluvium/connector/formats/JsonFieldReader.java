package io.alluvium.connector.formats;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.ColumnBuilder;
import io.alluvium.core.row.NestedValues;
import io.alluvium.core.row.RowCodec;
import io.alluvium.core.type.ColumnKind;
import io.alluvium.core.type.DataType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the JSON value under a parser as one declared type: numbers by their digits, never through a double; an object or
 * array into a STRING as its own JSON text; ARRAY, MAP and ROW element by element. Used by one thread.
 */
abstract class JsonFieldReader {
    /** Where the parser says which of its own settings keep the text out of its messages. */
    private static final Pattern PARSER_PLACE = Pattern.compile("\\[Source: [^;\\]]*; (line: \\d+, column: \\d+)\\]");

    private static final char[] TRUE = {'t', 'r', 'u', 'e'};
    private static final char[] FALSE = {'f', 'a', 'l', 's', 'e'};

    final ValueParser texts;

    JsonFieldReader(ValueParser texts) {
        this.texts = texts;
    }

    static JsonFieldReader of(String field, DataType type, TextRules rules) {
        if (type instanceof DataType.Array array) {
            return new Elements(field, array, rules);
        }
        if (type instanceof DataType.MapOf map) {
            return new Entries(field, map, rules);
        }
        if (type instanceof DataType.Row row) {
            return new Fields(field, row, rules);
        }
        return new Plain(ValueParser.of(field, type, rules));
    }

    /**
     * Appends the value at the parser's current token and leaves the parser at the value's last token.
     *
     * @param record the bytes the parser reads, for values that are kept as JSON text
     */
    abstract void append(JsonParser parser, byte[] record, int recordStart, ColumnBuilder target) throws IOException;

    /** The value at the parser's current token. */
    abstract @Nullable Object value(JsonParser parser, byte[] record, int recordStart) throws IOException;

    /** Scalars. */
    private static final class Plain extends JsonFieldReader {
        private final boolean text;

        Plain(ValueParser texts) {
            super(texts);
            this.text = texts.type() instanceof DataType.Text;
        }

        @Override
        void append(JsonParser parser, byte[] record, int recordStart, ColumnBuilder target) throws IOException {
            JsonToken token = parser.currentToken();
            if (token == JsonToken.VALUE_NULL) {
                texts.appendNull(target);
            } else if (token == JsonToken.VALUE_TRUE) {
                texts.append(TRUE, 0, 4, target);
            } else if (token == JsonToken.VALUE_FALSE) {
                texts.append(FALSE, 0, 5, target);
            } else if (token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY) {
                target.appendBytes(jsonText(parser, record, recordStart));
            } else {
                texts.append(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength(), target);
            }
        }

        @Override
        @Nullable
        Object value(JsonParser parser, byte[] record, int recordStart) throws IOException {
            JsonToken token = parser.currentToken();
            if (token == JsonToken.VALUE_NULL) {
                texts.checkNull();
                return null;
            }
            if (token == JsonToken.VALUE_TRUE) {
                return texts.value(TRUE, 0, 4);
            }
            if (token == JsonToken.VALUE_FALSE) {
                return texts.value(FALSE, 0, 5);
            }
            if (token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY) {
                return jsonText(parser, record, recordStart);
            }
            return texts.value(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
        }

        private byte[] jsonText(JsonParser parser, byte[] record, int recordStart) throws IOException {
            byte[] json = rawValue(parser, record, recordStart);
            if (!text) {
                throw texts.invalid(new String(json, StandardCharsets.UTF_8), "not a scalar");
            }
            int most = ((DataType.Text) texts.type()).length();
            if (json.length > most && Utf8Text.codePoints(json, 0, json.length) > most) {
                throw texts.invalid(new String(json, StandardCharsets.UTF_8), "longer than the type");
            }
            return json;
        }
    }

    /** The bytes of the object or array at the parser, which is left at its end. */
    static byte[] rawValue(JsonParser parser, byte[] record, int recordStart) throws IOException {
        int from = recordStart + (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        int to = recordStart + (int) parser.currentLocation().getByteOffset();
        return Arrays.copyOfRange(record, from, to);
    }

    /** Types held as canonical bytes. */
    private abstract static class Nested extends JsonFieldReader {
        Nested(String field, DataType type, TextRules rules) {
            super(new NestedText(field, type, rules));
        }

        abstract byte[] bytes(JsonParser parser, byte[] record, int recordStart) throws IOException;

        @Override
        void append(JsonParser parser, byte[] record, int recordStart, ColumnBuilder target) throws IOException {
            byte[] value = (byte[]) value(parser, record, recordStart);
            if (value == null) {
                target.appendNull();
            } else {
                target.appendBytes(value);
            }
        }

        @Override
        @Nullable
        Object value(JsonParser parser, byte[] record, int recordStart) throws IOException {
            if (parser.currentToken() == JsonToken.VALUE_NULL) {
                texts.checkNull();
                return null;
            }
            return bytes(parser, record, recordStart);
        }

        final void expect(JsonParser parser, JsonToken wanted) throws IOException {
            if (parser.currentToken() != wanted) {
                throw texts.invalid(
                        String.valueOf(parser.getText()),
                        wanted == JsonToken.START_ARRAY ? "not a JSON array" : "not a JSON object");
            }
        }
    }

    private static final class Elements extends Nested {
        private final JsonFieldReader element;
        private final ColumnKind kind;

        Elements(String field, DataType.Array type, TextRules rules) {
            super(field, type, rules);
            this.element = of(field + "[]", type.element(), rules);
            this.kind = type.element().kind();
        }

        @Override
        byte[] bytes(JsonParser parser, byte[] record, int recordStart) throws IOException {
            expect(parser, JsonToken.START_ARRAY);
            List<@Nullable Object> values = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                values.add(element.value(parser, record, recordStart));
            }
            return NestedValues.array(kind, values);
        }
    }

    private static final class Entries extends Nested {
        private final DataType.MapOf type;
        private final ValueParser keys;
        private final JsonFieldReader values;

        Entries(String field, DataType.MapOf type, TextRules rules) {
            super(field, type, rules);
            this.type = type;
            this.keys = ValueParser.of(field + " key", type.key(), rules);
            this.values = of(field + " value", type.value(), rules);
        }

        @Override
        byte[] bytes(JsonParser parser, byte[] record, int recordStart) throws IOException {
            expect(parser, JsonToken.START_OBJECT);
            Map<Object, @Nullable Object> entries = new LinkedHashMap<>();
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String name = parser.currentName();
                Object key = keys.value(name.toCharArray(), 0, name.length());
                if (key == null) {
                    throw texts.invalid(name, "a key that is NULL");
                }
                parser.nextToken();
                entries.put(key, values.value(parser, record, recordStart));
            }
            return NestedValues.map(type, entries);
        }
    }

    private static final class Fields extends Nested {
        private final RowCodec codec;
        private final JsonFieldReader[] readers;
        private final Map<String, Integer> positions = new HashMap<>();

        Fields(String field, DataType.Row type, TextRules rules) {
            super(field, type, rules);
            this.codec = RowCodec.of(type);
            this.readers = new JsonFieldReader[type.fields().size()];
            for (int i = 0; i < readers.length; i++) {
                DataType.Field inner = type.fields().get(i);
                readers[i] = of(field + "." + inner.name(), inner.type(), rules);
                positions.putIfAbsent(inner.name(), i);
            }
        }

        @Override
        byte[] bytes(JsonParser parser, byte[] record, int recordStart) throws IOException {
            expect(parser, JsonToken.START_OBJECT);
            @Nullable Object[] values = new Object[readers.length];
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                Integer position = positions.get(parser.currentName());
                parser.nextToken();
                if (position == null) {
                    parser.skipChildren();
                } else {
                    values[position] = readers[position].value(parser, record, recordStart);
                }
            }
            for (int i = 0; i < readers.length; i++) {
                if (values[i] == null) {
                    readers[i].texts.checkNull();
                }
            }
            return codec.encodeValues(values);
        }
    }

    /** The error for bytes that are no JSON. */
    static AlluviumException notJson(IOException e) {
        String problem = e instanceof com.fasterxml.jackson.core.JsonProcessingException json
                ? json.getOriginalMessage()
                : String.valueOf(e.getMessage());
        String readable = PARSER_PLACE.matcher(problem).replaceAll("$1");
        return new AlluviumException(ErrorCode.RECORD_INVALID, "record is not JSON: " + readable, null, e);
    }
}

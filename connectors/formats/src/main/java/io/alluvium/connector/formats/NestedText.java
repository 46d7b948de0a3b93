package io.alluvium.connector.formats;

import com.fasterxml.jackson.core.JsonParser;
import io.alluvium.core.row.ColumnBuilder;
import io.alluvium.core.type.DataType;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads JSON text as an ARRAY, MAP or ROW. */
final class NestedText extends ValueParser {
    private final TextRules rules;
    private final Utf8Text utf8 = new Utf8Text();
    private @Nullable JsonFieldReader reader;

    NestedText(String field, DataType type, TextRules rules) {
        super(field, type);
        // bytes inside JSON are base64, wherever the JSON comes from
        this.rules = new TextRules(rules.zone(), rules.zeroDateIsNull(), TextRules.BinaryText.BASE64);
    }

    @Override
    void appendExact(char[] text, int start, int length, ColumnBuilder target) {
        byte[] value = exact(text, start, length);
        if (value == null) {
            appendNull(target);
        } else {
            target.appendBytes(value);
        }
    }

    @Override
    byte @Nullable [] exact(char[] text, int start, int length) {
        if (!utf8.encode(text, start, length)) {
            throw new BadText("holds half a surrogate pair");
        }
        if (reader == null) {
            reader = JsonFieldReader.of(field(), type(), rules);
        }
        byte[] json = Arrays.copyOf(utf8.bytes, utf8.length);
        try (JsonParser parser = Json.parser(json, 0, json.length)) {
            if (parser.nextToken() == null) {
                throw new BadText("not JSON");
            }
            byte[] value = (byte[]) reader.value(parser, json, 0);
            if (parser.nextToken() != null) {
                throw new BadText("more than one JSON value");
            }
            return value;
        } catch (IOException e) {
            throw new BadText("not JSON");
        }
    }
}

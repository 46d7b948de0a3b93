package io.alluvium.runtime.function;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;

/** Writes the value at a parser's token as compact JSON, numbers digit by digit as they stand. */
final class JsonText {
    private JsonText() {}

    /** Leaves the parser at the value's last token. */
    static void write(JsonParser parser, StringBuilder target) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_OBJECT) {
            target.append('{');
            boolean first = true;
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                target.append(first ? "" : ",");
                quote(parser.currentName(), target);
                target.append(':');
                parser.nextToken();
                write(parser, target);
                first = false;
            }
            target.append('}');
        } else if (token == JsonToken.START_ARRAY) {
            target.append('[');
            boolean first = true;
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                target.append(first ? "" : ",");
                write(parser, target);
                first = false;
            }
            target.append(']');
        } else if (token == JsonToken.VALUE_STRING) {
            quote(parser.getText(), target);
        } else {
            target.append(parser.getText());
        }
    }

    static void quote(String text, StringBuilder target) {
        target.append('"');
        JsonStringEncoder.getInstance().quoteAsString(text, target);
        target.append('"');
    }
}

package io.alluvium.examples.mall;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes JSON as Canal's serializer does: no spaces, nulls written out, text beyond ASCII as it is. */
final class JsonText {
    private JsonText() {}

    /** Appends a value made of maps (in their order), lists, strings, numbers, booleans and nulls. */
    static StringBuilder append(StringBuilder out, @Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            out.append('{');
            String separator = "";
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                out.append(separator);
                quote(out, String.valueOf(entry.getKey())).append(':');
                append(out, entry.getValue());
                separator = ",";
            }
            return out.append('}');
        }
        if (value instanceof List<?> list) {
            out.append('[');
            String separator = "";
            for (Object item : list) {
                out.append(separator);
                append(out, item);
                separator = ",";
            }
            return out.append(']');
        }
        if (value instanceof String text) {
            return quote(out, text);
        }
        return out.append(value);
    }

    static String of(@Nullable Object value) {
        return append(new StringBuilder(), value).toString();
    }

    private static StringBuilder quote(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < ' ') {
                        out.append("\\u00").append(c < 16 ? "0" : "1").append(Character.forDigit(c & 15, 16));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        return out.append('"');
    }
}

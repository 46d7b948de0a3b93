package io.alluvium.connector.formats;

import io.alluvium.core.type.DataType;
import org.jspecify.annotations.Nullable;

/** ARRAY, MAP and ROW values as JSON text, for stores that have no such types. Used by one thread. */
public final class NestedJson {
    private final DataType type;
    private final ValueParser parser;
    private final JsonText text = new JsonText(false);

    public NestedJson(String field, DataType type) {
        this.type = type;
        this.parser = ValueParser.of(field, type, TextRules.plain());
    }

    /** JSON text of canonical bytes, in UTF-8. */
    public byte[] write(byte[] value) {
        text.clear();
        text.value(value, type);
        return text.copy();
    }

    /**
     * Canonical bytes of JSON text.
     *
     * @throws io.alluvium.core.error.AlluviumException RECORD_INVALID naming field, type and text
     */
    public byte @Nullable [] read(String json) {
        return (byte[]) parser.value(json.toCharArray(), 0, json.length());
    }
}

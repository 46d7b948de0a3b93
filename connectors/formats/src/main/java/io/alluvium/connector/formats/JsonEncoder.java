package io.alluvium.connector.formats;

import io.alluvium.core.connector.RecordEncoder;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.Schema;
import java.io.ByteArrayOutputStream;

/** Writes rows as JSON objects, a field a column in the table's order. */
final class JsonEncoder implements RecordEncoder {
    private final Schema schema;
    private final boolean ignoreNulls;
    private final JsonText text;
    private final byte[][] names;

    JsonEncoder(Schema schema, boolean isoTimestamps, boolean ignoreNulls) {
        this.schema = schema;
        this.ignoreNulls = ignoreNulls;
        this.text = new JsonText(isoTimestamps);
        this.names = new byte[schema.size()][];
        for (int i = 0; i < names.length; i++) {
            text.clear();
            text.string(schema.name(i));
            text.raw(':');
            names[i] = text.copy();
        }
    }

    @Override
    public void encode(RowBatch rows, int before, int after, long commitMillis, ByteArrayOutputStream target) {
        if (before >= 0 || after < 0) {
            throw AlluviumException.internal("an update or delete reached the format json");
        }
        text.clear();
        char separator = '{';
        for (int column = 0; column < names.length; column++) {
            if (ignoreNulls && rows.column(column).isNull(after)) {
                continue;
            }
            text.raw(separator);
            text.raw(names[column]);
            text.value(rows.column(column), after, schema.type(column));
            separator = ',';
        }
        if (separator == '{') {
            text.raw('{');
        }
        text.raw('}');
        text.writeTo(target);
    }
}

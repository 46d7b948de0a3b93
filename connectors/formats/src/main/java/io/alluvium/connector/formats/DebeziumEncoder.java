package io.alluvium.connector.formats;

import io.alluvium.core.connector.RecordEncoder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.Schema;
import java.io.ByteArrayOutputStream;

/**
 * Writes changes as envelopes with whole images: an insert has {@code after}, a delete {@code before}, an update both. {@code ts_ms}
 * is the version of the commit.
 */
final class DebeziumEncoder implements RecordEncoder {
    private final Schema schema;
    private final JsonText text;
    private final byte[][] names;

    DebeziumEncoder(Schema schema, boolean isoTimestamps) {
        this.schema = schema;
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
        text.clear();
        text.raw("{\"before\":");
        image(rows, before);
        text.raw(",\"after\":");
        image(rows, after);
        text.raw(",\"op\":");
        text.raw(before < 0 ? "\"c\"" : after < 0 ? "\"d\"" : "\"u\"");
        text.raw(",\"ts_ms\":");
        text.number(commitMillis);
        text.raw('}');
        text.writeTo(target);
    }

    private void image(RowBatch rows, int row) {
        if (row < 0) {
            text.raw("null");
            return;
        }
        char separator = '{';
        for (int column = 0; column < names.length; column++) {
            text.raw(separator);
            text.raw(names[column]);
            text.value(rows.column(column), row, schema.type(column));
            separator = ',';
        }
        text.raw('}');
    }
}

package io.alluvium.testkit.scripts.memory;

import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowCodec;
import io.alluvium.core.row.ValueText;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A row, or its key, by its canonical bytes. */
record RowKey(byte[] bytes) implements Comparable<RowKey> {

    static RowKey of(RowBatch batch, int row) {
        return of(batch, row, IntStream.range(0, batch.schema().size()).toArray());
    }

    static RowKey of(RowBatch batch, int row, int[] columns) {
        @Nullable Object[] values = new @Nullable Object[columns.length];
        for (int i = 0; i < columns.length; i++) {
            values[i] = batch.column(columns[i]).value(row);
        }
        return new RowKey(RowCodec.of(batch.schema(), columns).encodeValues(values));
    }

    /** The row for people. */
    static String text(RowBatch batch, int row) {
        StringBuilder text = new StringBuilder("(");
        for (int i = 0; i < batch.schema().size(); i++) {
            Object value = batch.column(i).value(row);
            text.append(i == 0 ? "" : ", ")
                    .append(
                            value == null
                                    ? "NULL"
                                    : ValueText.render(value, batch.schema().type(i), ZoneOffset.UTC));
        }
        return text.append(")").toString();
    }

    @Override
    public int compareTo(RowKey other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RowKey key && Arrays.equals(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }
}

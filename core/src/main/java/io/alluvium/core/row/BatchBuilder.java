package io.alluvium.core.row;

import io.alluvium.core.type.Schema;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects rows into a batch: append a value to each column, then {@link #endRow}. Single-threaded; reusable after
 * {@link #build}.
 */
public final class BatchBuilder {
    private final Schema schema;
    private final ColumnBuilder[] columns;
    private long[] weights = new long[64];
    private boolean insertOnly = true;
    private int size;

    public BatchBuilder(Schema schema) {
        this.schema = schema;
        this.columns = new ColumnBuilder[schema.size()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = new ColumnBuilder(schema.type(i).kind());
        }
    }

    public Schema schema() {
        return schema;
    }

    public ColumnBuilder column(int index) {
        return columns[index];
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /** True when the batch has as many rows or bytes as a batch should have. */
    public boolean isFull() {
        if (size >= RowBatch.TARGET_ROWS) {
            return true;
        }
        long bytes = 0;
        for (ColumnBuilder column : columns) {
            bytes += column.dataSize();
        }
        return bytes >= 1 << 20;
    }

    /** Ends a row whose every column got one value. A weight of 0 is not allowed. */
    public void endRow(long weight) {
        if (size == weights.length) {
            weights = Arrays.copyOf(weights, size * 2);
        }
        weights[size++] = weight;
        insertOnly &= weight == 1;
    }

    /** Takes back every row from this one on, and any half-written row. */
    public void truncate(int rows) {
        for (ColumnBuilder column : columns) {
            column.truncate(rows);
        }
        size = Math.min(size, rows);
        insertOnly = insertOnly || Arrays.stream(weights, 0, size).allMatch(weight -> weight == 1);
    }

    /** Appends a row given as objects (see {@link ColumnBuilder#append}); not for hot code. */
    public void appendRow(long weight, @Nullable Object... values) {
        for (int i = 0; i < columns.length; i++) {
            columns[i].append(values[i]);
        }
        endRow(weight);
    }

    /** Appends one row of a batch with the same column kinds, under another weight. */
    public void appendFrom(RowBatch batch, int row, long weight) {
        for (int i = 0; i < columns.length; i++) {
            columns[i].appendFrom(batch.column(i), row);
        }
        endRow(weight);
    }

    /** The rows appended since the last call; the builder is empty afterwards. */
    public RowBatch build() {
        Column[] built = new Column[columns.length];
        for (int i = 0; i < columns.length; i++) {
            if (columns[i].size() != size) {
                throw new IllegalStateException("column " + i + " (" + schema.name(i) + ") has " + columns[i].size()
                        + " values in a batch of " + size + " rows");
            }
            built[i] = columns[i].build();
        }
        RowBatch batch = new RowBatch(schema, List.of(built), size, insertOnly ? null : weights);
        weights = new long[64];
        insertOnly = true;
        size = 0;
        return batch;
    }
}

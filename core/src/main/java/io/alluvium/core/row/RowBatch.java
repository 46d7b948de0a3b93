package io.alluvium.core.row;

import io.alluvium.core.type.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Up to a few thousand rows of one schema, one column a field, and a weight a row: +n adds the row n times, -n takes it away n
 * times. A batch without weights holds insertions only, once each. Weights are never 0. Immutable once emitted.
 *
 * @param weights one a row, or null when every weight is +1
 */
public record RowBatch(Schema schema, List<Column> columns, int size, long @Nullable [] weights) {

    /** How many rows builders aim at. */
    public static final int TARGET_ROWS = 2048;

    @SuppressWarnings("RedundantRecordConstructor") // a compact one loses the annotation of the array type
    public RowBatch(Schema schema, List<Column> columns, int size, long @Nullable [] weights) {
        if (columns.size() != schema.size()) {
            throw new IllegalArgumentException(columns.size() + " columns for schema " + schema);
        }
        this.schema = schema;
        this.columns = List.copyOf(columns);
        this.size = size;
        this.weights = weights;
    }

    public Column column(int index) {
        return columns.get(index);
    }

    public LongColumn longs(int index) {
        return (LongColumn) columns.get(index);
    }

    public DoubleColumn doubles(int index) {
        return (DoubleColumn) columns.get(index);
    }

    public Int128Column int128s(int index) {
        return (Int128Column) columns.get(index);
    }

    public BytesColumn bytes(int index) {
        return (BytesColumn) columns.get(index);
    }

    public long weight(int row) {
        return weights == null ? 1 : weights[row];
    }

    /** The rows at these positions, in this order, with their weights. */
    public RowBatch gather(int[] rows, int count) {
        Column[] chosen = new Column[columns.size()];
        for (int i = 0; i < chosen.length; i++) {
            chosen[i] = columns.get(i).gather(rows, count);
        }
        long[] chosenWeights = null;
        if (weights != null) {
            chosenWeights = new long[count];
            for (int i = 0; i < count; i++) {
                chosenWeights[i] = weights[rows[i]];
            }
        }
        return new RowBatch(schema, List.of(chosen), count, chosenWeights);
    }

    /** The same rows with other columns (for projections that only drop or reorder columns). */
    public RowBatch withColumns(Schema newSchema, List<Column> newColumns) {
        return new RowBatch(newSchema, newColumns, size, weights);
    }

    /** Sum of the weights. */
    public long totalWeight() {
        if (weights == null) {
            return size;
        }
        long total = 0;
        for (int row = 0; row < size; row++) {
            total += weights[row];
        }
        return total;
    }

    /** A rough size in memory, for budgets. */
    public long bytesHeld() {
        long bytes = weights == null ? 0 : 8L * size;
        for (Column column : columns) {
            if (column instanceof BytesColumn texts) {
                bytes += 8L * size;
                long sum = 0;
                for (int row = 0; row < size; row++) {
                    sum += texts.isNull(row) ? 0 : texts.lengths()[row];
                }
                bytes += sum;
            } else {
                bytes += column instanceof Int128Column ? 16L * size : 8L * size;
            }
        }
        return bytes;
    }
}

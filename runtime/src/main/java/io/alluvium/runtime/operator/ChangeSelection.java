package io.alluvium.runtime.operator;

import io.alluvium.core.operator.Output;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.Schema;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Picks rows, each with a weight, from a set of columns and emits them in batches of the usual size. Rows whose weight is 0 are
 * left out.
 */
final class ChangeSelection {
    private int[] rows = new int[256];
    private long[] weights = new long[256];
    private int size;

    void add(int row, long weight) {
        if (weight == 0) {
            return;
        }
        if (size == rows.length) {
            rows = Arrays.copyOf(rows, size * 2);
            weights = Arrays.copyOf(weights, size * 2);
        }
        rows[size] = row;
        weights[size++] = weight;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Emits the picked rows of these columns, and forgets them. */
    void emit(Schema schema, Column[] columns, Output output) {
        for (int from = 0; from < size; from += RowBatch.TARGET_ROWS) {
            int count = Math.min(RowBatch.TARGET_ROWS, size - from);
            int[] chosen = Arrays.copyOfRange(rows, from, from + count);
            long[] chosenWeights = Arrays.copyOfRange(weights, from, from + count);
            Column[] gathered = new Column[columns.length];
            for (int i = 0; i < columns.length; i++) {
                gathered[i] = columns[i].gather(chosen, count);
            }
            output.emit(new RowBatch(schema, Arrays.asList(gathered), count, nullIfOnes(chosenWeights)));
        }
        size = 0;
    }

    private static long @Nullable [] nullIfOnes(long[] weights) {
        for (long weight : weights) {
            if (weight != 1) {
                return weights;
            }
        }
        return null;
    }
}

package io.alluvium.runtime.operator;

import io.alluvium.core.row.RowBatch;
import io.alluvium.runtime.state.LongCells;

/** Counts rows, or rows whose arguments are not NULL. */
final class CountAccumulator implements Accumulator {
    private final LongCells counts;
    private final int[] arguments;

    /** @param arguments columns of which none may be NULL */
    CountAccumulator(LongCells counts, int... arguments) {
        this.counts = counts;
        this.arguments = arguments;
    }

    long count(int slot) {
        return counts.get(slot);
    }

    @Override
    public void fold(RowBatch batch, int[] slots, long[] weights) {
        int size = batch.size();
        boolean[][] nulls = new boolean[arguments.length][];
        int nullable = 0;
        for (int argument : arguments) {
            boolean[] marks = batch.column(argument).nulls();
            if (marks != null) {
                nulls[nullable++] = marks;
            }
        }
        if (nullable == 0) {
            for (int row = 0; row < size; row++) {
                counts.add(slots[row], weights[row]);
            }
            return;
        }
        for (int row = 0; row < size; row++) {
            boolean anyNull = false;
            for (int i = 0; i < nullable; i++) {
                anyNull |= nulls[i][row];
            }
            if (!anyNull) {
                counts.add(slots[row], weights[row]);
            }
        }
    }

    @Override
    public boolean isZero(int slot) {
        return counts.get(slot) == 0;
    }
}

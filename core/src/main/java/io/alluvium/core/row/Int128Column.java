package io.alluvium.core.row;

import io.alluvium.core.type.ColumnKind;
import org.jspecify.annotations.Nullable;

/** A column of 128-bit integers as two arrays: the unscaled values of decimals with more than 18 digits. */
public record Int128Column(long[] high, long[] low, boolean @Nullable [] nulls) implements Column {

    @Override
    public ColumnKind kind() {
        return ColumnKind.INT128;
    }

    @Override
    public Int128Column gather(int[] rows, int count) {
        long[] chosenHigh = new long[count];
        long[] chosenLow = new long[count];
        for (int i = 0; i < count; i++) {
            chosenHigh[i] = high[rows[i]];
            chosenLow[i] = low[rows[i]];
        }
        return new Int128Column(chosenHigh, chosenLow, Column.gatherNulls(nulls, rows, count));
    }

    @Override
    public @Nullable Object value(int row) {
        return isNull(row) ? null : new Int128(high[row], low[row]);
    }
}

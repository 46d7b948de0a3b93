package io.alluvium.core.row;

import io.alluvium.core.type.ColumnKind;
import org.jspecify.annotations.Nullable;

/** A column of longs: booleans (0, 1), integers, short decimals, dates and times. */
public record LongColumn(long[] values, boolean @Nullable [] nulls) implements Column {

    @Override
    public ColumnKind kind() {
        return ColumnKind.LONG;
    }

    @Override
    public LongColumn gather(int[] rows, int count) {
        long[] chosen = new long[count];
        for (int i = 0; i < count; i++) {
            chosen[i] = values[rows[i]];
        }
        return new LongColumn(chosen, Column.gatherNulls(nulls, rows, count));
    }

    @Override
    public @Nullable Object value(int row) {
        return isNull(row) ? null : values[row];
    }
}

package io.alluvium.core.row;

import io.alluvium.core.type.ColumnKind;
import org.jspecify.annotations.Nullable;

/** A column of doubles: FLOAT (each value is a float's) and DOUBLE. */
public record DoubleColumn(double[] values, boolean @Nullable [] nulls) implements Column {

    @Override
    public ColumnKind kind() {
        return ColumnKind.DOUBLE;
    }

    @Override
    public DoubleColumn gather(int[] rows, int count) {
        double[] chosen = new double[count];
        for (int i = 0; i < count; i++) {
            chosen[i] = values[rows[i]];
        }
        return new DoubleColumn(chosen, Column.gatherNulls(nulls, rows, count));
    }

    @Override
    public @Nullable Object value(int row) {
        return isNull(row) ? null : values[row];
    }
}

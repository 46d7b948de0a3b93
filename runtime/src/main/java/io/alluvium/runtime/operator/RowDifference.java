package io.alluvium.runtime.operator;

import io.alluvium.core.row.BytesColumn;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.DoubleColumn;
import io.alluvium.core.row.Int128Column;
import io.alluvium.core.row.LongColumn;
import io.alluvium.core.row.RowHash;
import java.util.Arrays;

/** Compares the first half of a column with its second half. */
final class RowDifference {
    private RowDifference() {}

    /** Marks {@code differs[i]} where row i and row {@code half + i} are not the same value. */
    static void mark(Column column, int half, boolean[] differs) {
        boolean[] nulls = column.nulls();
        for (int i = 0; i < half; i++) {
            if (differs[i]) {
                continue;
            }
            int other = half + i;
            if (nulls != null && (nulls[i] || nulls[other])) {
                differs[i] = nulls[i] != nulls[other];
            } else {
                differs[i] = !equal(column, i, other);
            }
        }
    }

    private static boolean equal(Column column, int row, int other) {
        if (column instanceof LongColumn longs) {
            return longs.values()[row] == longs.values()[other];
        }
        if (column instanceof DoubleColumn doubles) {
            return RowHash.canonicalBits(doubles.values()[row]) == RowHash.canonicalBits(doubles.values()[other]);
        }
        if (column instanceof Int128Column wide) {
            return wide.high()[row] == wide.high()[other] && wide.low()[row] == wide.low()[other];
        }
        BytesColumn texts = (BytesColumn) column;
        int start = texts.starts()[row];
        int otherStart = texts.starts()[other];
        return Arrays.equals(
                texts.data(),
                start,
                start + texts.lengths()[row],
                texts.data(),
                otherStart,
                otherStart + texts.lengths()[other]);
    }
}

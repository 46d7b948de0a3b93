package io.alluvium.core.row;

import io.alluvium.core.type.ColumnKind;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A column of byte ranges in one shared array: text in UTF-8, binary, and nested values. Ranges may lie in any order and may
 * overlap, so that selecting rows copies eight bytes a row and constants are stored once.
 */
public record BytesColumn(byte[] data, int[] starts, int[] lengths, boolean @Nullable [] nulls) implements Column {

    @Override
    public ColumnKind kind() {
        return ColumnKind.BYTES;
    }

    @Override
    public BytesColumn gather(int[] rows, int count) {
        int[] chosenStarts = new int[count];
        int[] chosenLengths = new int[count];
        for (int i = 0; i < count; i++) {
            chosenStarts[i] = starts[rows[i]];
            chosenLengths[i] = lengths[rows[i]];
        }
        return new BytesColumn(data, chosenStarts, chosenLengths, Column.gatherNulls(nulls, rows, count));
    }

    /** A copy of one row's bytes, or null. */
    @Override
    public byte @Nullable [] value(int row) {
        return isNull(row) ? null : Arrays.copyOfRange(data, starts[row], starts[row] + lengths[row]);
    }
}

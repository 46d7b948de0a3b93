package io.alluvium.core.row;

import io.alluvium.core.type.ColumnKind;
import org.jspecify.annotations.Nullable;

/**
 * The values of one field for all rows of a batch. Immutable once its batch was emitted; arrays may be longer than the number
 * of rows, what lies behind is undefined, and so is the value of a row that is null. Hot loops take the arrays out once.
 */
public sealed interface Column permits LongColumn, DoubleColumn, Int128Column, BytesColumn {

    ColumnKind kind();

    /** True at the rows that are NULL; null when no row is. */
    boolean @Nullable [] nulls();

    default boolean isNull(int row) {
        boolean[] nulls = nulls();
        return nulls != null && nulls[row];
    }

    /** The rows at these positions, in this order. Bytes are shared, not copied. */
    Column gather(int[] rows, int count);

    /** The value of one row as an object ({@link Long}, {@link Double}, {@link Int128}, {@code byte[]}) or null; not for hot code. */
    @Nullable
    Object value(int row);

    /** Gathers the null marks, or null where none of the chosen rows is null. */
    static boolean @Nullable [] gatherNulls(boolean @Nullable [] nulls, int[] rows, int count) {
        if (nulls == null) {
            return null;
        }
        boolean[] chosen = new boolean[count];
        boolean any = false;
        for (int i = 0; i < count; i++) {
            boolean isNull = nulls[rows[i]];
            chosen[i] = isNull;
            any |= isNull;
        }
        return any ? chosen : null;
    }
}

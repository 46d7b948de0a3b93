package io.alluvium.runtime.operator;

import io.alluvium.core.row.RowBatch;

/** A running value of each group in cells of the groups' table; shared by all calls that need the same. */
interface Accumulator {

    /** Prepares a group that is new, before its first fold. */
    default void begin(int slot) {}

    /**
     * Folds a batch in.
     *
     * @param slots the group of each row
     * @param weights one a row, 0 to leave it out
     */
    void fold(RowBatch batch, int[] slots, long[] weights);

    /** True when the group is back to where it began. */
    boolean isZero(int slot);
}

package io.alluvium.runtime.operator;

import io.alluvium.core.row.RowBatch;

/** The condition of a join beyond its equal keys. */
@FunctionalInterface
interface JoinResidual {

    /**
     * Writes the positions of the pairs that fulfil the condition, ascending, and returns how many.
     *
     * @param pairs left columns, then right columns
     * @param rows has room for all of them
     */
    int select(RowBatch pairs, int[] rows);
}

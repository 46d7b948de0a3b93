package io.alluvium.core.operator;

import io.alluvium.core.row.RowBatch;

/** Where an operator sends its results. Never blocks; a batch without rows is ignored. */
@FunctionalInterface
public interface Output {
    void emit(RowBatch batch);
}

package io.alluvium.runtime.engine;

import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.row.RowBatch;

/** Where the rows and markers of a station go: a station of the same worker, or those of all workers by key. Never blocks. */
interface Target {
    void data(RowBatch batch);

    void marker(EpochEnd end);
}

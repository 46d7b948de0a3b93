package io.alluvium.runtime.engine;

import io.alluvium.core.row.RowBatch;
import java.util.List;

/** Takes the results of Collect nodes. */
@FunctionalInterface
public interface Collector {
    /**
     * The net changes of an epoch, in order of epochs; only called where there are any. After a restart from a checkpoint the
     * changes since then come again.
     */
    void changes(String node, long epoch, List<RowBatch> net);
}

package io.alluvium.runtime.engine;

import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.operator.Operator;
import io.alluvium.core.operator.Output;
import io.alluvium.core.row.RowBatch;
import java.util.ArrayList;
import java.util.List;

/** Keeps the rows of an epoch for the coordinator, which nets them over all workers and hands them to the job's starter. */
final class CollectOperator implements Operator {
    private final String node;
    private final Worker worker;
    private List<RowBatch> rows = new ArrayList<>();

    CollectOperator(String node, Worker worker) {
        this.node = node;
        this.worker = worker;
    }

    @Override
    public void process(int input, RowBatch batch, Output output) {
        rows.add(batch);
    }

    @Override
    public void endEpoch(EpochEnd epoch, Output output) {
        worker.outcome(epoch.epoch()).collected.put(node, rows);
        rows = new ArrayList<>();
    }
}

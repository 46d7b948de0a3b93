package io.alluvium.runtime.engine;

import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.operator.Operator;
import io.alluvium.core.operator.OperatorContext;
import io.alluvium.core.operator.Output;
import io.alluvium.core.operator.StateReader;
import io.alluvium.core.operator.StateWriter;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.RowBatch;

/** Emits constant rows once in the life of a job, in the first worker. State: one entry when they were emitted. */
final class ValuesOperator implements Operator {
    private static final String EMITTED = "emitted";

    private final PlanNode.Values node;
    private boolean emitted;
    private boolean owner;

    ValuesOperator(PlanNode.Values node) {
        this.node = node;
    }

    @Override
    public void open(OperatorContext context) {
        owner = context.worker() == 0;
    }

    @Override
    public void process(int input, RowBatch batch, Output output) {
        throw new IllegalStateException("values " + node.id() + " has no input");
    }

    @Override
    public void endEpoch(EpochEnd epoch, Output output) {
        if (emitted || !owner) {
            return;
        }
        BatchBuilder builder = new BatchBuilder(node.schema());
        for (var row : node.rows()) {
            for (int i = 0; i < row.size(); i++) {
                builder.column(i).append(row.get(i).value());
            }
            builder.endRow(1);
            if (builder.isFull()) {
                output.emit(builder.build());
            }
        }
        output.emit(builder.build());
        emitted = true;
    }

    @Override
    public void snapshot(StateWriter writer) {
        if (emitted) {
            writer.put(EMITTED, 0, new byte[0], new byte[0]);
        }
    }

    @Override
    public void restore(StateReader reader) {
        reader.read(EMITTED, (group, key, keyStart, keyLength, value, start, length) -> emitted = true);
    }
}

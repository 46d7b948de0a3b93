package io.alluvium.runtime.operator;

import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.operator.Operator;
import io.alluvium.core.operator.OperatorContext;
import io.alluvium.core.operator.Output;
import io.alluvium.core.operator.StateReader;
import io.alluvium.core.operator.StateWriter;
import io.alluvium.core.row.RowBatch;

/** Two operators in a row as one, exchanged by the same key; their states need names that differ. */
record Chain(Operator first, Operator second) implements Operator {
    @Override
    public void open(OperatorContext context) {
        first.open(context);
        second.open(context);
    }

    @Override
    public void process(int input, RowBatch batch, Output output) {
        first.process(input, batch, result -> second.process(0, result, output));
    }

    @Override
    public void endEpoch(EpochEnd epoch, Output output) {
        first.endEpoch(epoch, result -> second.process(0, result, output));
        second.endEpoch(epoch, output);
    }

    @Override
    public void snapshot(StateWriter writer) {
        first.snapshot(writer);
        second.snapshot(writer);
    }

    @Override
    public void restore(StateReader reader) {
        first.restore(reader);
        second.restore(reader);
    }
}

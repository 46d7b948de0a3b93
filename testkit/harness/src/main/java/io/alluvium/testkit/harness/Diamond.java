package io.alluvium.testkit.harness;

import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.operator.Operator;
import io.alluvium.core.operator.OperatorContext;
import io.alluvium.core.operator.Output;
import io.alluvium.core.operator.StateReader;
import io.alluvium.core.operator.StateWriter;
import io.alluvium.core.row.RowBatch;

/**
 * A diamond as one operator: what comes in goes down two paths that meet in a third operator, whose marker comes only when
 * both paths have ended the epoch. The paths take turns in being first.
 */
public final class Diamond implements Operator {
    private final Operator left;
    private final Operator right;
    private final Operator bottom;
    private boolean rightFirst;

    public Diamond(Operator left, Operator right, Operator bottom) {
        this.left = left;
        this.right = right;
        this.bottom = bottom;
    }

    @Override
    public void open(OperatorContext context) {
        left.open(context);
        right.open(context);
        bottom.open(context);
    }

    @Override
    public void process(int input, RowBatch batch, Output output) {
        rightFirst = !rightFirst;
        if (rightFirst) {
            right.process(0, batch, result -> bottom.process(1, result, output));
        }
        left.process(0, batch, result -> bottom.process(0, result, output));
        if (!rightFirst) {
            right.process(0, batch, result -> bottom.process(1, result, output));
        }
    }

    @Override
    public void endEpoch(EpochEnd epoch, Output output) {
        if (epoch.epoch() % 2 == 0) {
            right.endEpoch(epoch, result -> bottom.process(1, result, output));
        }
        left.endEpoch(epoch, result -> bottom.process(0, result, output));
        if (epoch.epoch() % 2 != 0) {
            right.endEpoch(epoch, result -> bottom.process(1, result, output));
        }
        bottom.endEpoch(epoch, output);
    }

    @Override
    public void snapshot(StateWriter writer) {
        left.snapshot(new Named("left.", writer));
        right.snapshot(new Named("right.", writer));
        bottom.snapshot(new Named("bottom.", writer));
    }

    @Override
    public void restore(StateReader reader) {
        left.restore((state, visitor) -> reader.read("left." + state, visitor));
        right.restore((state, visitor) -> reader.read("right." + state, visitor));
        bottom.restore((state, visitor) -> reader.read("bottom." + state, visitor));
    }

    @Override
    public void close() {
        left.close();
        right.close();
        bottom.close();
    }

    /** Passes entries on under the name of one of the three. */
    private record Named(String prefix, StateWriter writer) implements StateWriter {
        @Override
        public void put(
                String state,
                int keyGroup,
                byte[] key,
                int keyStart,
                int keyLength,
                byte[] value,
                int valueStart,
                int valueLength) {
            writer.put(prefix + state, keyGroup, key, keyStart, keyLength, value, valueStart, valueLength);
        }

        @Override
        public void remove(String state, int keyGroup, byte[] key, int keyStart, int keyLength) {
            writer.remove(prefix + state, keyGroup, key, keyStart, keyLength);
        }
    }
}

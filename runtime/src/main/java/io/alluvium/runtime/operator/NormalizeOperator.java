package io.alluvium.runtime.operator;

import io.alluvium.core.operator.Counter;
import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.operator.Operator;
import io.alluvium.core.operator.OperatorContext;
import io.alluvium.core.operator.Output;
import io.alluvium.core.operator.StateReader;
import io.alluvium.core.operator.StateWriter;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.Schema;
import io.alluvium.runtime.state.RowImages;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Makes a keyed stream consistent whose changes may be repeated, or come without the old image. Input: changes in the order of
 * their split; an addition is the key's new image, a removal takes the key away. Output: the net change of each key's image at
 * the end of the epoch; the old image is the remembered one, byte for byte, whatever a removal said. State: the last image a key.
 *
 * <p>An addition that repeats the image is dropped and counted ({@code deduplicated}); so is a removal of a key that has none
 * ({@code unseen}).
 */
public final class NormalizeOperator implements Operator {
    private final RowImages images;
    private final RowChanges changes;
    private @Nullable Counter deduplicated;
    private @Nullable Counter unseen;
    private Column[] columns = {};
    private byte[] scratch = new byte[256];

    public NormalizeOperator(PlanNode.Normalize node, Schema input, int[] routing) {
        this.images = new RowImages("images", input, JoinInputs.ints(node.keys()), routing);
        this.changes = new RowChanges(node.schema(), images.codec(), false);
    }

    @Override
    public void open(OperatorContext context) {
        deduplicated = context.counter("deduplicated");
        unseen = context.counter("unseen");
    }

    @Override
    public void process(int input, RowBatch batch, Output output) {
        if (deduplicated == null || unseen == null) {
            throw new IllegalStateException("operator is not open");
        }
        int[] slots = images.bind(batch);
        columns = batch.columns().toArray(columns);
        for (int row = 0; row < batch.size(); row++) {
            int slot = slots[row];
            long weight = batch.weight(row);
            if (weight > 0) {
                if (isImage(slot, row)) {
                    deduplicated.add(weight);
                } else {
                    images.replace(slot, row);
                }
            } else {
                if (!images.isSet(slot)) {
                    unseen.add(weight);
                }
                images.clear(slot);
            }
        }
    }

    private boolean isImage(int slot, int row) {
        int size = images.codec().encodedSize(columns, row);
        if (!images.isSet(slot) || images.length(slot) != size) {
            return false;
        }
        if (scratch.length < size) {
            scratch = new byte[size * 2];
        }
        images.codec().encode(columns, row, scratch, 0);
        int start = images.start(slot);
        return Arrays.equals(scratch, 0, size, images.page(slot), start, start + size);
    }

    @Override
    public void endEpoch(EpochEnd epoch, Output output) {
        for (int i = 0; i < images.touchedCount(); i++) {
            if (images.isUnchanged(i)) {
                continue;
            }
            long before = images.before(i);
            if (before != 0) {
                changes.add(images.pageOf(before), images.startOf(before), 0, -1, output);
            }
            int slot = images.touchedSlot(i);
            if (images.isSet(slot)) {
                changes.add(images.page(slot), images.start(slot), 0, 1, output);
            }
        }
        changes.flush(output);
        images.endEpoch();
    }

    @Override
    public void snapshot(StateWriter writer) {
        images.snapshot(writer);
    }

    @Override
    public void restore(StateReader reader) {
        images.restore(reader);
    }

    @Override
    public long stateBytes() {
        return images.bytesHeld();
    }
}

package io.alluvium.runtime.operator;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
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
 * ({@code unseen}). A row with NULL in a key column belongs to no key: it goes to the dead letters, its removal alike.
 */
public final class NormalizeOperator implements Operator {
    private final int[] keys;
    private final RowImages images;
    private final RowChanges changes;
    private @Nullable FailedRows withoutKey;
    private @Nullable Counter deduplicated;
    private @Nullable Counter unseen;
    private Column[] columns = {};
    private byte[] scratch = new byte[256];

    public NormalizeOperator(PlanNode.Normalize node, Schema input, int[] routing) {
        this.keys = JoinInputs.ints(node.keys());
        this.images = new RowImages("images", input, keys, routing);
        this.changes = new RowChanges(node.schema(), images.codec(), false);
    }

    @Override
    public void open(OperatorContext context) {
        withoutKey = new FailedRows(context);
        deduplicated = context.counter("deduplicated");
        unseen = context.counter("unseen");
    }

    @Override
    public void process(int input, RowBatch all, Output output) {
        if (deduplicated == null || unseen == null || withoutKey == null) {
            throw new IllegalStateException("operator is not open");
        }
        RowBatch batch = withKeys(all, withoutKey);
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

    /** The rows that have a key. */
    private RowBatch withKeys(RowBatch batch, FailedRows withoutKey) {
        boolean any = false;
        for (int key : keys) {
            any |= batch.column(key).nulls() != null;
        }
        if (!any) {
            return batch;
        }
        int[] good = new int[batch.size()];
        int count = 0;
        for (int row = 0; row < batch.size(); row++) {
            int missing = nullKey(batch, row);
            if (missing < 0) {
                good[count++] = row;
            } else {
                withoutKey.failed(batch, row, noKey(batch, missing));
            }
        }
        return count == batch.size() ? batch : batch.gather(good, count);
    }

    private int nullKey(RowBatch batch, int row) {
        for (int key : keys) {
            if (batch.column(key).isNull(row)) {
                return key;
            }
        }
        return -1;
    }

    private static AlluviumException noKey(RowBatch batch, int column) {
        String name = batch.schema().name(column);
        boolean field = name.startsWith("$");
        return new AlluviumException(
                ErrorCode.NULL_KEY,
                field
                        ? "the change has no field \"" + name.substring(1) + "\", which is its key"
                        : "key column \"" + name + "\" is NULL",
                field
                        ? "write the field as the log does, letter case included"
                        : "a row of a table with a primary key needs a value in each of its columns");
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

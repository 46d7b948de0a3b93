package io.alluvium.runtime.operator;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.operator.Operator;
import io.alluvium.core.operator.Output;
import io.alluvium.core.operator.StateReader;
import io.alluvium.core.operator.StateWriter;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.Schema;
import io.alluvium.runtime.state.RowImages;

/**
 * The first row of each partition over input without removals: ROW_NUMBER() = 1, deduplication. Output: the net change of each
 * partition whose first row changed, at the end of the epoch. State: the best row so far of each partition, encoded in place.
 */
public final class BestRowOperator implements Operator {
    private final PlanNode.Rank node;
    private final RowImages best;
    private final RowOrder order;
    private final RowChanges changes;
    private Column[] columns = {};

    /** @param routing columns by which the input is exchanged */
    public BestRowOperator(PlanNode.Rank node, Schema input, int[] routing) {
        this.node = node;
        this.best = new RowImages("best", input, JoinInputs.ints(node.partition()), routing);
        this.order = new RowOrder(best.codec(), node.order());
        this.changes = new RowChanges(node.schema(), best.codec(), node.withNumber());
    }

    @Override
    public void process(int input, RowBatch batch, Output output) {
        int[] slots = best.bind(batch);
        columns = batch.columns().toArray(columns);
        for (int row = 0; row < batch.size(); row++) {
            int slot = slots[row];
            if (batch.weight(row) < 0) {
                throw AlluviumException.internal(
                        "a removal came from an input that was planned insert-only, node " + node.id());
            }
            if (!best.isSet(slot) || order.compare(columns, row, best.page(slot), best.start(slot)) < 0) {
                best.replace(slot, row);
            }
        }
    }

    @Override
    public void endEpoch(EpochEnd epoch, Output output) {
        for (int i = 0; i < best.touchedCount(); i++) {
            long before = best.before(i);
            if (before != 0) {
                changes.add(best.pageOf(before), best.startOf(before), 1, -1, output);
            }
            int slot = best.touchedSlot(i);
            changes.add(best.page(slot), best.start(slot), 1, 1, output);
        }
        changes.flush(output);
        best.endEpoch();
    }

    @Override
    public void snapshot(StateWriter writer) {
        best.snapshot(writer);
    }

    @Override
    public void restore(StateReader reader) {
        best.restore(reader);
    }

    @Override
    public long stateBytes() {
        return best.bytesHeld();
    }
}

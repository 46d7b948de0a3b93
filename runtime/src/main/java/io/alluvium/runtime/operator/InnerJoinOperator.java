package io.alluvium.runtime.operator;

import io.alluvium.core.operator.Counter;
import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.operator.Operator;
import io.alluvium.core.operator.OperatorContext;
import io.alluvium.core.operator.Output;
import io.alluvium.core.operator.StateReader;
import io.alluvium.core.operator.StateWriter;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowCodec;
import io.alluvium.core.type.Schema;
import io.alluvium.runtime.state.AppendedRows;
import io.alluvium.runtime.state.IntList;
import io.alluvium.runtime.state.KeyedRows;
import io.alluvium.runtime.state.KeyedTable;
import io.alluvium.runtime.state.RowMultiset;
import org.jspecify.annotations.Nullable;

/**
 * INNER JOIN on equal keys. Input: any changes on both sides. Output: pairs under the product of their weights, at once: the join
 * is linear in each input, signed multiplicities included. State: the rows of both inputs by key; an input without removals is
 * appended, one with removals is a multiset. A batch looks its keys up once, to be remembered and to probe the other side.
 */
public final class InnerJoinOperator implements Operator {
    private final PlanNode.Join node;
    private final Schema pairSchema;
    private final KeyedTable keys;
    private final JoinInput[] inputs;
    private final KeyedRows[] sides;
    private final boolean insertOnly;
    private @Nullable JoinProbe probe;
    private @Nullable Counter belowZero;
    private final @Nullable JoinResidual givenResidual;

    public InnerJoinOperator(PlanNode.Join node, Schema left, Schema right) {
        this(node, left, right, null);
    }

    /** @param residual replaces the node's compiled condition, for tests */
    InnerJoinOperator(PlanNode.Join node, Schema left, Schema right, @Nullable JoinResidual residual) {
        this.node = node;
        this.givenResidual = residual;
        this.pairSchema = left.concat(right);
        this.insertOnly = node.leftInsertOnly() && node.rightInsertOnly();
        this.keys = JoinInputs.keyTable(node, left);
        this.inputs = JoinInputs.of(node, left, right, false, false);
        this.sides = new KeyedRows[] {
            side("left", inputs[0], node.leftInsertOnly()), side("right", inputs[1], node.rightInsertOnly())
        };
    }

    private KeyedRows side(String state, JoinInput input, boolean append) {
        return append
                ? new AppendedRows(state, keys, RowCodec.of(input.schema()), input.keys())
                : new RowMultiset(state, keys, input.schema(), input.keys(), input.hash());
    }

    @Override
    public void open(OperatorContext context) {
        belowZero = context.counter("below_zero");
        probe = new JoinProbe(pairSchema, node.schema(), JoinInputs.residual(node, pairSchema, givenResidual, context));
    }

    @Override
    public void process(int index, RowBatch batch, Output output) {
        if (probe == null) {
            throw new IllegalStateException("operator " + node.id() + " is not open");
        }
        JoinInput input = inputs[index];
        input.take(batch);
        if (input.count == 0) {
            return;
        }
        keys.upsert(input.columns, input.hashes, input.count, input.slots);
        if (!insertOnly) {
            for (int i = 0; i < input.count; i++) {
                keys.touch(input.slots[i]);
            }
        }
        sides[index].add(batch, input.rows, input.count, input.slots, input.hashes);
        probe.run(batch, input, sides[1 - index], null, index == 0, output);
    }

    @Override
    public void endEpoch(EpochEnd epoch, Output output) {
        long owed = sides[0].endEpoch() + sides[1].endEpoch();
        if (belowZero != null) {
            belowZero.add(owed);
        }
        IntList touched = keys.touched();
        int count = touched.size();
        for (int i = 0; i < count; i++) {
            int slot = touched.get(i);
            if (keys.isLive(slot) && sides[0].first(slot) == 0 && sides[1].first(slot) == 0) {
                keys.remove(slot);
            }
        }
        keys.endEpoch();
    }

    @Override
    public void snapshot(StateWriter writer) {
        sides[0].snapshot(writer);
        sides[1].snapshot(writer);
        keys.forgetChanges();
    }

    @Override
    public void restore(StateReader reader) {
        sides[0].restore(reader);
        sides[1].restore(reader);
    }

    @Override
    public long stateBytes() {
        return keys.bytesHeld() + sides[0].bytesHeld() + sides[1].bytesHeld();
    }
}

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
import io.alluvium.core.plan.PlanNode.JoinKind;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.Schema;
import io.alluvium.runtime.state.IntList;
import io.alluvium.runtime.state.KeyedTable;
import io.alluvium.runtime.state.RowMultiset;
import org.jspecify.annotations.Nullable;

/**
 * LEFT, RIGHT, FULL, SEMI, ANTI and null-aware ANTI joins. Input: any changes on both sides. Output: of outer joins the pairs at
 * once (they are an inner join); at the end of the epoch the net change of the rows without a match (padded with NULL), or of
 * the left rows that are shown. State: the rows of both inputs by key with multiplicities, and with a residual condition a match
 * count a row.
 *
 * <p>Rows below zero are counted ({@code below_zero}). A row matches while a row of the other side under its key, for which the residual holds, has a multiplicity above zero. A
 * row with a NULL key matches nothing unless the key is null-safe. NOT IN (null-aware ANTI): over an empty right side every left
 * row is shown, even NULL; while the right side holds a NULL none is; else those that are neither NULL nor on the right.
 */
public final class OuterJoinOperator implements Operator {
    private final PlanNode.Join node;
    private final JoinKind kind;
    private final Schema pairSchema;
    private final KeyedTable keys;
    private final JoinInput[] inputs;
    private final RowMultiset[] sides;
    private final JoinKeyChanges changes;
    private final boolean[] preserved;
    private final @Nullable JoinResidual givenResidual;
    private final @Nullable MatchCounts[] counts = new @Nullable MatchCounts[2];
    private @Nullable JoinProbe probe;
    private @Nullable Counter belowZero;
    private ListMode mode = ListMode.EMPTY;
    private long listRows;
    private long listNulls;

    /** What the right side of NOT IN is as a whole. */
    private enum ListMode {
        EMPTY,
        HAS_NULL,
        PLAIN
    }

    public OuterJoinOperator(PlanNode.Join node, Schema left, Schema right) {
        this(node, left, right, null);
    }

    /** @param residual replaces the node's compiled condition, for tests */
    OuterJoinOperator(PlanNode.Join node, Schema left, Schema right, @Nullable JoinResidual residual) {
        this.node = node;
        this.kind = node.kind();
        this.givenResidual = residual;
        this.pairSchema = left.concat(right);
        this.keys = JoinInputs.keyTable(node, left);
        this.preserved = new boolean[] {kind != JoinKind.RIGHT, kind == JoinKind.RIGHT || kind == JoinKind.FULL};
        boolean list = kind == JoinKind.NULL_AWARE_ANTI;
        this.inputs = JoinInputs.of(node, left, right, preserved[0], preserved[1] || list);
        this.sides = new RowMultiset[] {
            new RowMultiset("left", keys, left, inputs[0].keys(), inputs[0].hash()),
            new RowMultiset("right", keys, right, inputs[1].keys(), inputs[1].hash())
        };
        boolean[] nullSafe = new boolean[node.nullSafe().size()];
        for (int i = 0; i < nullSafe.length; i++) {
            nullSafe[i] = node.nullSafe().get(i);
        }
        this.changes = new JoinKeyChanges(keys, nullSafe, sides);
        if (list && (node.residual() != null || residual != null)) {
            throw new AlluviumException(
                    ErrorCode.UNSUPPORTED, "NOT IN with a further condition", "write it as NOT EXISTS");
        }
    }

    private boolean emitsPairs() {
        return kind == JoinKind.LEFT || kind == JoinKind.RIGHT || kind == JoinKind.FULL;
    }

    @Override
    public void open(OperatorContext context) {
        belowZero = context.counter("below_zero");
        JoinResidual residual = JoinInputs.residual(node, pairSchema, givenResidual, context);
        probe = emitsPairs() ? new JoinProbe(pairSchema, node.schema(), residual) : null;
        if (residual != null) {
            // a pair that fails was reported when it was emitted
            JoinResidual counting =
                    emitsPairs() ? JoinInputs.silentResidual(node, pairSchema, residual, context) : residual;
            for (int side = 0; side < 2; side++) {
                counts[side] = preserved[side]
                        ? new MatchCounts(
                                pairSchema, counting, side == 0, sides[side], sides[1 - side], changes.unmatched())
                        : null;
            }
        }
    }

    @Override
    public void process(int index, RowBatch batch, Output output) {
        JoinInput input = inputs[index];
        input.take(batch);
        if (input.count == 0) {
            return;
        }
        keys.upsert(input.columns, input.hashes, input.count, input.slots);
        for (int i = 0; i < input.count; i++) {
            changes.touch(input.slots[i]);
        }
        sides[index].add(batch, input.rows, input.count, input.slots, input.hashes);
        if (probe != null) {
            probe.run(batch, input, sides[1 - index], changes.unmatched(), index == 0, output);
        }
    }

    @Override
    public void endEpoch(EpochEnd epoch, Output output) {
        ListMode modeBefore = mode;
        if (kind == JoinKind.NULL_AWARE_ANTI) {
            judgeList();
        }
        for (int side = 0; side < 2; side++) {
            if (preserved[side]) {
                emitUnpaired(side, modeBefore, output);
            }
        }
        long owed = sides[0].endEpoch() + sides[1].endEpoch();
        if (belowZero != null) {
            belowZero.add(owed);
        }
        forgetEmptyKeys();
    }

    private void judgeList() {
        IntList touched = keys.touched();
        for (int i = 0; i < touched.size(); i++) {
            int slot = touched.get(i);
            countList(slot, sides[1].positives(slot) - changes.positivesBefore(1, slot));
        }
    }

    private void countList(int keySlot, long added) {
        listRows += added;
        if (keys.isKeyNull(keySlot, 0)) {
            listNulls += added;
        }
        mode = listRows == 0 ? ListMode.EMPTY : listNulls > 0 ? ListMode.HAS_NULL : ListMode.PLAIN;
    }

    private void emitUnpaired(int side, ListMode modeBefore, Output output) {
        RowMultiset own = sides[side];
        UnpairedRows unpaired = new UnpairedRows(node.schema(), own, side == 0, emitsPairs());
        MatchCounts counting = counts[side];
        if (counting != null) {
            counting.update();
            for (int i = 0; i < own.touchedCount(); i++) {
                long row = own.touchedHandle(i);
                emit(unpaired, own, row, own.matchesBefore(row) > 0, own.matches(row) > 0, modeBefore, output);
            }
        } else if (mode != modeBefore) {
            for (long row = 1; row <= own.handleLimit(); row++) {
                if (own.isLive(row)) {
                    emitByKey(unpaired, side, row, modeBefore, output);
                }
            }
        } else {
            IntList touched = keys.touched();
            for (int i = 0; i < touched.size(); i++) {
                if (changes.flipped(1 - side, touched.get(i))) {
                    for (long row = own.first(touched.get(i)); row != 0; row = own.next(row)) {
                        emitByKey(unpaired, side, row, modeBefore, output);
                    }
                }
            }
            for (int i = 0; i < own.touchedCount(); i++) {
                long row = own.touchedHandle(i);
                if (!changes.flipped(1 - side, own.keySlot(row))) {
                    emitByKey(unpaired, side, row, modeBefore, output);
                }
            }
        }
        unpaired.flush(output);
    }

    private void emitByKey(UnpairedRows unpaired, int side, long row, ListMode modeBefore, Output output) {
        int key = sides[side].keySlot(row);
        boolean before = changes.matchedBefore(1 - side, key);
        emit(unpaired, sides[side], row, before, changes.matchedNow(1 - side, key), modeBefore, output);
    }

    private void emit(
            UnpairedRows unpaired,
            RowMultiset own,
            long row,
            boolean matchedBefore,
            boolean matchedNow,
            ListMode modeBefore,
            Output output) {
        int key = own.keySlot(row);
        long before = isShown(matchedBefore, key, modeBefore) ? Math.max(0, own.weightBefore(row)) : 0;
        long now = isShown(matchedNow, key, mode) ? Math.max(0, own.weight(row)) : 0;
        if (now != before) {
            unpaired.add(row, now - before, output);
        }
    }

    private boolean isShown(boolean matched, int key, ListMode list) {
        return switch (kind) {
            case SEMI -> matched;
            case LEFT, RIGHT, FULL, ANTI -> !matched;
            case NULL_AWARE_ANTI -> switch (list) {
                case EMPTY -> true;
                case HAS_NULL -> false;
                case PLAIN -> !matched && !keys.isKeyNull(key, 0);
            };
            case INNER -> throw new AssertionError(kind);
        };
    }

    private void forgetEmptyKeys() {
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
        for (int slot = 0; slot < keys.slotLimit(); slot++) {
            if (keys.isLive(slot)) {
                changes.mark(slot);
                if (kind == JoinKind.NULL_AWARE_ANTI) {
                    countList(slot, sides[1].positives(slot));
                }
            }
        }
    }

    @Override
    public long stateBytes() {
        return keys.bytesHeld() + sides[0].bytesHeld() + sides[1].bytesHeld();
    }
}

package io.alluvium.runtime.operator;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.operator.Counter;
import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.operator.Operator;
import io.alluvium.core.operator.OperatorContext;
import io.alluvium.core.operator.Output;
import io.alluvium.core.operator.StateReader;
import io.alluvium.core.operator.StateWriter;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.plan.PlanNode.GroupWindow;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.ColumnBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowHash;
import io.alluvium.core.type.Schema;
import io.alluvium.runtime.state.IntList;
import io.alluvium.runtime.state.KeyHashes;
import io.alluvium.runtime.state.KeyedTable;
import io.alluvium.runtime.state.LongCells;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * GROUP BY and SELECT DISTINCT. Input: any changes, or inserts only. Output: the net change of each group touched in the epoch,
 * at its end; with a final-only window each group once, when the watermark passes its end. State: one row a group (multiplicity
 * and accumulators), and for DISTINCT calls and for MIN/MAX over changing input the values of each group.
 *
 * <p>A group is shown while its multiplicity is above zero and none of its results overflows its type; one that overflows is
 * counted ({@code overflowed}; {@code overflowing} are those of now) and shown again when it fits; groups below zero are counted ({@code below_zero}). It is forgotten when its multiplicity and all accumulators are
 * zero, or, where the window says so, when the watermark passes its end; rows that come for a forgotten window are dropped and
 * counted ({@code late_waking}): rows late for their own split were dropped where they met the window.
 *
 * <p>Without keys there is always one row, held by the worker that owns the empty key: COUNT is 0 and SUM is NULL over nothing.
 * That row is emitted at the end of the very first epoch even if no row came, so an engine must end one epoch on this operator
 * although it has no input; whether it was emitted is part of the state. Called by its worker's thread only.
 */
public final class AggregateOperator implements Operator {
    private final Schema input;
    private final Schema output;
    private final int[] keys;
    private final @Nullable GroupWindow window;
    private final int endKey;
    private final AggregateState state;
    private final KeyedTable groups;
    private final KeyHashes inputHash;
    private final KeyHashes keyHash;
    private final Schema keySchema;
    private final @Nullable LongCells emitted;
    private final @Nullable LongCells scheduled;
    private final WindowTimer timer = new WindowTimer();

    private final ColumnBuilder[] before;
    private final IntList touched = new IntList();
    private boolean[] shown = new boolean[64];
    private boolean[] fitted = new boolean[64];
    private int[] slots = new int[0];
    private int[] fresh = new int[0];
    private @Nullable Counter overflowed;
    private @Nullable Counter overflowing;
    private long overflowingBefore;
    private @Nullable Counter late;
    private @Nullable Counter belowZero;
    private long belowZeroBefore;
    private boolean ownsEmptyKey = true;

    /** @param routing columns of the input by which it is exchanged, all of them group keys */
    public AggregateOperator(PlanNode.Aggregate node, Schema input, int[] routing) {
        this.input = input;
        this.output = node.schema();
        this.keys = node.keys().stream().mapToInt(Integer::intValue).toArray();
        this.window = node.window();
        this.endKey = window == null ? -1 : node.keys().indexOf(window.endColumn());
        this.state = new AggregateState(input, keys, node.calls(), node.insertOnly());
        this.groups = state.groups();
        this.inputHash = new KeyHashes(keys, routing);
        this.keySchema = input.select(keys);
        int[] all = new int[keys.length];
        Arrays.setAll(all, i -> i);
        this.keyHash =
                new KeyHashes(all, Arrays.stream(routing).map(this::keyPosition).toArray());
        this.emitted = keys.length == 0 ? groups.addLongs() : null;
        this.scheduled = window == null ? null : groups.addTransientLongs();
        this.before = new ColumnBuilder[state.calls()];
        for (int i = 0; i < before.length; i++) {
            before[i] = new ColumnBuilder(output.type(keys.length + i).kind());
        }
        if (window != null && endKey < 0) {
            throw AlluviumException.internal(
                    "window end column " + window.endColumn() + " is not a key of aggregate " + node.id());
        }
    }

    private int keyPosition(int column) {
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] == column) {
                return i;
            }
        }
        throw AlluviumException.internal("rows are exchanged by column " + column
                + ", which is not among the group keys " + Arrays.toString(keys));
    }

    @Override
    public void open(OperatorContext context) {
        timer.open(context);
        overflowed = context.counter("overflowed");
        overflowing = context.counter("overflowing");
        late = context.counter("late_waking");
        belowZero = context.counter("below_zero");
        ownsEmptyKey =
                RowHash.workerOf(RowHash.keyGroup(RowHash.emptyKey()), context.parallelism()) == context.worker();
    }

    @Override
    public void process(int inputIndex, RowBatch all, Output out) {
        RowBatch batch = window != null && window.dropState() ? inTime(all) : all;
        int size = batch.size();
        if (size == 0) {
            return;
        }
        if (slots.length < size) {
            slots = new int[Math.max(size, RowBatch.TARGET_ROWS)];
            fresh = new int[slots.length];
        }
        long[] hashes = inputHash.hash(batch);
        groups.upsert(KeyHashes.columns(batch, keys), hashes, size, slots);
        int count = 0;
        for (int row = 0; row < size; row++) {
            if (groups.touch(slots[row])) {
                fresh[count++] = slots[row];
            }
        }
        remember(fresh, count);
        state.fold(batch, slots, hashes);
    }

    private RowBatch inTime(RowBatch batch) {
        if (window == null || late == null) {
            return batch;
        }
        long[] ends = batch.longs(window.endColumn()).values();
        int[] kept = new int[batch.size()];
        int count = 0;
        for (int row = 0; row < batch.size(); row++) {
            if (batch.column(window.endColumn()).isNull(row) || !timer.isComplete(ends[row])) {
                kept[count++] = row;
            } else {
                late.add(batch.weight(row));
            }
        }
        return count == batch.size() ? batch : batch.gather(kept, count);
    }

    /** Notes what these groups show, before they change. */
    private void remember(int[] chosen, int count) {
        int first = touched.size();
        if (shown.length < first + count) {
            shown = Arrays.copyOf(shown, Math.max(first + count, shown.length * 2));
        }
        if (fitted.length < count) {
            fitted = new boolean[Math.max(count, fitted.length * 2)];
        }
        for (int i = 0; i < count; i++) {
            int slot = chosen[i];
            boolean isShown = emitted != null ? emitted.get(slot) != 0 : state.rows(slot) > 0;
            if (state.rows(slot) == 0) {
                state.begin(slot);
            }
            shown[first + i] = isShown;
            fitted[i] = true;
            belowZeroBefore += state.rows(slot) >>> 63;
            touched.add(slot);
            schedule(slot);
        }
        appendResults(chosen, count, fitted);
        for (int i = 0; i < count; i++) {
            if (!fitted[i]) {
                shown[first + i] = false;
                overflowingBefore += emitted != null || state.rows(chosen[i]) > 0 ? 1 : 0;
            }
        }
    }

    private void schedule(int slot) {
        if (window == null || scheduled == null || scheduled.get(slot) != 0 || groups.isKeyNull(slot, endKey)) {
            return;
        }
        long end = groups.keyLong(slot, endKey);
        boolean waits = window.finalOnly() || window.dropState();
        if (waits && !timer.isComplete(end)) {
            scheduled.set(slot, 1);
            timer.add(end, slot);
        }
    }

    /** Appends a row of results a group; takes the mark of those that overflow. */
    private void appendResults(int[] chosen, int count, boolean[] marks) {
        for (int call = 0; call < before.length; call++) {
            for (int i = 0; i < count; i++) {
                if (!state.append(call, chosen[i], before[call])) {
                    marks[i] = false;
                }
            }
        }
    }

    @Override
    public void endEpoch(EpochEnd epoch, Output out) {
        bearEmptyGroup();
        long watermarkBefore = timer.watermark();
        IntList due = timer.advance(epoch.watermarkMicros());
        countBelowZero();
        emitTouched(watermarkBefore, out);
        if (window != null) {
            endWindows(window, due, out);
        }
        for (int i = 0; i < touched.size(); i++) {
            int slot = touched.get(i);
            if (emitted == null && groups.isLive(slot) && state.isZero(slot)) {
                groups.remove(slot);
            }
        }
        touched.clear();
        state.endEpoch();
    }

    /** Groups whose removals wait for their additions. */
    private void countBelowZero() {
        long now = 0;
        for (int i = 0; i < touched.size(); i++) {
            now += state.rows(touched.get(i)) >>> 63;
        }
        if (belowZero != null) {
            belowZero.add(now - belowZeroBefore);
        }
        belowZeroBefore = 0;
    }

    /** The one row of an aggregate without keys exists from the first epoch on. */
    private void bearEmptyGroup() {
        if (emitted == null || groups.size() > 0 || !ownsEmptyKey) {
            return;
        }
        int[] slot = new int[1];
        groups.upsert(new Column[0], new long[] {RowHash.emptyKey()}, 1, slot);
        groups.touch(slot[0]);
        remember(slot, 1);
    }

    private void emitTouched(long watermarkBefore, Output out) {
        int count = touched.size();
        if (count == 0) {
            return;
        }
        int[] chosen = new int[count];
        touched.copyTo(0, count, chosen);
        boolean[] shownAfter = new boolean[count];
        boolean[] fits = new boolean[count];
        for (int i = 0; i < count; i++) {
            shownAfter[i] = emitted != null || state.rows(chosen[i]) > 0;
            fits[i] = true;
        }
        appendResults(chosen, count, fits);
        Column[] columns = resultColumns(chosen);
        boolean[] differs = new boolean[count];
        for (int call = 0; call < before.length; call++) {
            RowDifference.mark(columns[keys.length + call], count, differs);
        }
        countOverflows(shownAfter, fits);
        ChangeSelection changes = new ChangeSelection();
        for (int i = 0; i < count; i++) {
            boolean after = shownAfter[i] && fits[i];
            if (emitted != null) {
                emitted.set(chosen[i], after ? 1 : 0);
            }
            if (isHeldBack(chosen[i], watermarkBefore) || shown[i] && after && !differs[i]) {
                continue;
            }
            changes.add(i, shown[i] ? -1 : 0);
            changes.add(count + i, after ? 1 : 0);
        }
        changes.emit(output, columns, out);
    }

    private void countOverflows(boolean[] exist, boolean[] fit) {
        long now = 0;
        for (int i = 0; i < exist.length; i++) {
            now += exist[i] && !fit[i] ? 1 : 0;
        }
        if (overflowed != null && overflowing != null) {
            overflowed.add(now);
            overflowing.add(now - overflowingBefore);
        }
        overflowingBefore = 0;
    }

    /** A group of a final-only window says nothing before its window has ended. */
    private boolean isHeldBack(int slot, long watermarkBefore) {
        return window != null
                && window.finalOnly()
                && (groups.isKeyNull(slot, endKey) || groups.keyLong(slot, endKey) > watermarkBefore);
    }

    /** Keys (twice, as before and after have the same) and the results appended so far. */
    private Column[] resultColumns(int[] chosen) {
        Column[] columns = new Column[output.size()];
        for (int key = 0; key < keys.length; key++) {
            ColumnBuilder builder = new ColumnBuilder(output.type(key).kind());
            for (int half = 0; half < 2; half++) {
                for (int slot : chosen) {
                    groups.appendKey(key, slot, builder);
                }
            }
            columns[key] = builder.build();
        }
        for (int call = 0; call < before.length; call++) {
            columns[keys.length + call] = before[call].build();
        }
        return columns;
    }

    private void endWindows(GroupWindow ended, IntList due, Output out) {
        int[] chosen = new int[due.size()];
        int count = 0;
        for (int i = 0; i < due.size(); i++) {
            int slot = due.get(i);
            boolean waits = scheduled != null && groups.isLive(slot) && scheduled.get(slot) != 0;
            if (waits && scheduled != null && timer.isComplete(groups.keyLong(slot, endKey))) {
                scheduled.set(slot, 0);
                chosen[count++] = slot;
            }
        }
        chosen = Arrays.copyOf(chosen, count);
        if (ended.finalOnly()) {
            emitFinal(chosen, out);
        }
        if (ended.dropState()) {
            for (int slot : chosen) {
                state.drop(slot);
            }
        }
    }

    private void emitFinal(int[] chosen, Output out) {
        int count = chosen.length;
        boolean[] fits = new boolean[count];
        Arrays.fill(fits, true);
        appendResults(chosen, count, fits);
        Column[] columns = resultColumns(chosen);
        ChangeSelection changes = new ChangeSelection();
        for (int i = 0; i < count; i++) {
            if (state.rows(chosen[i]) > 0) {
                if (!fits[i] && overflowed != null) {
                    overflowed.add(1);
                }
                changes.add(i, fits[i] ? 1 : 0);
            }
        }
        changes.emit(output, columns, out);
    }

    @Override
    public void snapshot(StateWriter writer) {
        state.snapshot(writer);
        if (window != null) {
            timer.snapshot(writer);
        }
    }

    @Override
    public void restore(StateReader reader) {
        state.restore(reader, keySchema, keyHash);
        if (window != null) {
            timer.restore(reader);
            for (int slot = 0; slot < groups.slotLimit(); slot++) {
                if (groups.isLive(slot)) {
                    schedule(slot);
                }
            }
        }
    }

    @Override
    public long stateBytes() {
        return state.bytesHeld();
    }
}

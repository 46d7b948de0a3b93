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
import io.alluvium.core.type.ColumnKind;
import io.alluvium.core.type.Schema;
import io.alluvium.runtime.state.IntList;
import io.alluvium.runtime.state.KeyHashes;
import io.alluvium.runtime.state.KeyedTable;
import io.alluvium.runtime.state.LongCells;
import io.alluvium.runtime.state.OrderedSlots;
import io.alluvium.runtime.state.RowMultiset;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Top-N: the rows of each partition whose ROW_NUMBER lies in [from, to]. Input: any changes. Output: at the end of the epoch the
 * net change of the shown rows of each touched partition, removals first. State: all rows of each partition in an ordered
 * multiset; over input without removals only the first {@code to}. Rows with a multiplicity not above zero have no rank; those
 * below zero are counted ({@code below_zero}).
 */
public final class RankOperator implements Operator {
    private final PlanNode.Rank node;
    private final KeyedTable partitions;
    private final LongCells roots;
    private final RowMultiset rows;
    private final OrderedSlots sets;
    private final RowOrder order;
    private final RowChanges changes;
    private final int[] keys;
    private final KeyHashes hash;
    private @Nullable Counter belowZero;
    private int[] slots = new int[0];
    private int[] all = new int[0];

    /** @param routing columns by which the input is exchanged, all of them partition keys */
    public RankOperator(PlanNode.Rank node, Schema input, int[] routing) {
        this.node = node;
        this.keys = JoinInputs.ints(node.partition());
        this.hash = new KeyHashes(keys, routing);
        ColumnKind[] kinds = new ColumnKind[keys.length];
        for (int i = 0; i < kinds.length; i++) {
            kinds[i] = input.type(keys[i]).kind();
        }
        this.partitions = new KeyedTable("partitions", kinds);
        this.roots = partitions.addTransientLongs();
        this.rows = new RowMultiset("rows", partitions, input, keys, hash);
        this.order = new RowOrder(rows.codec(), node.order());
        this.sets = rows.orderedBy(this::compare);
        this.changes = new RowChanges(node.schema(), rows.codec(), node.withNumber());
    }

    private int compare(int slot, int otherSlot) {
        return compareHandles(slot + 1L, otherSlot + 1L);
    }

    private int compareHandles(long handle, long other) {
        return order.compare(rows.page(handle), rows.start(handle), rows.page(other), rows.start(other));
    }

    @Override
    public void open(OperatorContext context) {
        belowZero = context.counter("below_zero");
    }

    @Override
    public void process(int input, RowBatch batch, Output output) {
        int size = batch.size();
        if (slots.length < size) {
            slots = new int[Math.max(size, RowBatch.TARGET_ROWS)];
            all = new int[slots.length];
            Arrays.setAll(all, i -> i);
        }
        long[] hashes = hash.hash(batch);
        partitions.upsert(KeyHashes.columns(batch, keys), hashes, size, slots);
        for (int row = 0; row < size; row++) {
            partitions.touch(slots[row]);
        }
        rows.add(batch, all, size, slots, hashes);
    }

    @Override
    public void endEpoch(EpochEnd epoch, Output output) {
        IntList touched = partitions.touched();
        int count = touched.size();
        ShownRows[] before = new ShownRows[count];
        for (int i = 0; i < count; i++) {
            before[i] = new ShownRows();
            before[i].collect(roots.get(touched.get(i)), true);
        }
        for (int i = 0; i < rows.touchedCount(); i++) {
            move(rows.touchedHandle(i));
        }
        ShownRows after = new ShownRows();
        for (int i = 0; i < count; i++) {
            int partition = touched.get(i);
            after.clear();
            after.collect(roots.get(partition), false);
            if (node.withNumber()) {
                emitByNumber(before[i], after, output);
            } else {
                emitByRow(before[i], after, output);
            }
        }
        changes.flush(output);
        if (node.insertOnly()) {
            for (int i = 0; i < count; i++) {
                forgetBehindLast(touched.get(i));
            }
        }
        long owed = rows.endEpoch();
        if (belowZero != null) {
            belowZero.add(owed);
        }
        for (int i = 0; i < count; i++) {
            if (rows.first(touched.get(i)) == 0) {
                partitions.remove(touched.get(i));
            }
        }
        partitions.endEpoch();
    }

    /** Keeps in the ordered sets exactly the rows whose multiplicity is above zero. */
    private void move(long handle) {
        boolean was = rows.weightBefore(handle) > 0;
        boolean is = rows.weight(handle) > 0;
        int partition = rows.keySlot(handle);
        int slot = (int) handle - 1;
        if (!was && is) {
            roots.set(partition, sets.insert(roots.get(partition), slot));
        } else if (was && !is) {
            roots.set(partition, sets.remove(roots.get(partition), slot));
        }
    }

    /** The shown rows of a partition in order, each as often as it is shown. */
    private final class ShownRows {
        private long[] handles = new long[8];
        private int size;

        void clear() {
            size = 0;
        }

        void collect(long root, boolean beforeEpoch) {
            long[] rank = {0};
            sets.visit(root, slot -> {
                long handle = slot + 1L;
                long copies = beforeEpoch ? rows.weightBefore(handle) : rows.weight(handle);
                long first = Math.max(rank[0] + 1, node.from());
                rank[0] = Math.addExact(rank[0], copies);
                for (long number = first; number <= Math.min(rank[0], node.to()); number++) {
                    add(handle);
                }
                return rank[0] < node.to();
            });
        }

        private void add(long handle) {
            if (size == handles.length) {
                handles = Arrays.copyOf(handles, size * 2);
            }
            handles[size++] = handle;
        }
    }

    private void emitByNumber(ShownRows before, ShownRows after, Output output) {
        for (int i = 0; i < before.size; i++) {
            if (i >= after.size || after.handles[i] != before.handles[i]) {
                emit(before.handles[i], node.from() + i, -1, output);
            }
        }
        for (int i = 0; i < after.size; i++) {
            if (i >= before.size || after.handles[i] != before.handles[i]) {
                emit(after.handles[i], node.from() + i, 1, output);
            }
        }
    }

    /** Both lists are in the same order: what only one of them has is a change. */
    private void emitByRow(ShownRows before, ShownRows after, Output output) {
        emitOnlyInFirst(before, after, -1, output);
        emitOnlyInFirst(after, before, 1, output);
    }

    private void emitOnlyInFirst(ShownRows first, ShownRows second, long weight, Output output) {
        int other = 0;
        for (int i = 0; i < first.size; i++) {
            long handle = first.handles[i];
            while (other < second.size
                    && second.handles[other] != handle
                    && compareHandles(second.handles[other], handle) < 0) {
                other++;
            }
            if (other < second.size && second.handles[other] == handle) {
                other++;
            } else {
                emit(handle, 0, weight, output);
            }
        }
    }

    private void emit(long handle, long number, long weight, Output output) {
        changes.add(rows.page(handle), rows.start(handle), number, weight, output);
    }

    /** Without removals a row behind the last shown one never comes back. */
    private void forgetBehindLast(int partition) {
        IntList forgotten = new IntList();
        long[] rank = {0};
        sets.visit(roots.get(partition), slot -> {
            if (rank[0] >= node.to()) {
                forgotten.add(slot);
            }
            rank[0] += rows.weight(slot + 1L);
            return true;
        });
        for (int i = 0; i < forgotten.size(); i++) {
            int slot = forgotten.get(i);
            roots.set(partition, sets.remove(roots.get(partition), slot));
            rows.drop(slot + 1L);
        }
    }

    @Override
    public void snapshot(StateWriter writer) {
        rows.snapshot(writer);
        partitions.forgetChanges();
    }

    @Override
    public void restore(StateReader reader) {
        rows.restore(reader);
        for (long handle = 1; handle <= rows.handleLimit(); handle++) {
            if (rows.isLive(handle) && rows.weight(handle) > 0) {
                int partition = rows.keySlot(handle);
                roots.set(partition, sets.insert(roots.get(partition), (int) handle - 1));
            }
        }
    }

    @Override
    public long stateBytes() {
        return partitions.bytesHeld() + rows.bytesHeld();
    }
}

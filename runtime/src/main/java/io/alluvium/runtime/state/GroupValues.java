package io.alluvium.runtime.state;

import io.alluvium.core.operator.StateReader;
import io.alluvium.core.operator.StateWriter;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.ColumnBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowHash;
import io.alluvium.core.type.ColumnKind;
import io.alluvium.core.type.Schema;
import java.util.Arrays;
import java.util.List;

/**
 * The values of one or more columns that occur in each group, with their multiplicities, in ascending order of the first
 * column: what DISTINCT calls and MIN/MAX with removals need. A value is in the group's ordered set exactly while its
 * multiplicity is above zero; one below zero is remembered but not shown. An entry lives while its multiplicity is not zero.
 */
public final class GroupValues {
    private final KeyedTable groups;
    private final int groupKeys;
    private final int[] columns;
    private final int[] arguments;
    private final KeyedTable values;
    private final LongCells counts;
    private final OrderedSlots sets;
    private final LongCells roots;
    private final LongCells entries;

    private int[] slots = new int[0];
    private int[] rows = new int[0];
    private long[] hashes = new long[0];
    private long[] transitions = new long[0];

    /**
     * @param groups the groups; gets two more columns that are not in its snapshots
     * @param keys columns of the input that are the groups' key
     * @param arguments columns of the input whose values are held; a row with a NULL among them is left out
     */
    public GroupValues(String state, KeyedTable groups, Schema input, int[] keys, int[] arguments) {
        this.groups = groups;
        this.groupKeys = keys.length;
        this.arguments = arguments.clone();
        this.columns = new int[keys.length + arguments.length];
        System.arraycopy(keys, 0, columns, 0, keys.length);
        System.arraycopy(arguments, 0, columns, keys.length, arguments.length);
        ColumnKind[] kinds = new ColumnKind[columns.length];
        for (int i = 0; i < kinds.length; i++) {
            kinds[i] = input.type(columns[i]).kind();
        }
        this.values = new KeyedTable(state, kinds);
        this.counts = values.addLongs();
        this.sets = new OrderedSlots(values, this::compare);
        this.roots = groups.addTransientLongs();
        this.entries = groups.addTransientLongs();
    }

    private int compare(int slot, int otherSlot) {
        for (int column = groupKeys; column < columns.length; column++) {
            int order = values.compareKeys(slot, otherSlot, column);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /**
     * Adds a batch. Returns for each row +1 where its value appeared in its group, -1 where it vanished, else 0; the array is
     * reused by the next call.
     *
     * @param groupHashes the hash of each row's group
     * @param weights one a row, 0 to leave it out
     */
    public long[] fold(RowBatch batch, int[] groupSlots, long[] groupHashes, long[] weights) {
        int size = batch.size();
        if (slots.length < size) {
            slots = new int[size];
            rows = new int[size];
            hashes = new long[size];
            transitions = new long[size];
        }
        Arrays.fill(transitions, 0, size, 0);
        int count = select(batch, weights);
        if (count == 0) {
            return transitions;
        }
        RowHash.hash(batch, columns, hashes);
        Column[] keys = KeyHashes.columns(batch, columns);
        for (int i = 0; i < count; i++) {
            hashes[i] = KeyHashes.withGroupOf(hashes[rows[i]], groupHashes[rows[i]]);
        }
        if (count < size) {
            for (int i = 0; i < keys.length; i++) {
                keys[i] = keys[i].gather(rows, count);
            }
        }
        values.upsert(keys, hashes, count, slots);
        for (int i = 0; i < count; i++) {
            transitions[rows[i]] = add(slots[i], groupSlots[rows[i]], weights[rows[i]]);
        }
        return transitions;
    }

    private int select(RowBatch batch, long[] weights) {
        int count = 0;
        for (int row = 0; row < batch.size(); row++) {
            boolean taken = weights[row] != 0;
            for (int i = 0; taken && i < arguments.length; i++) {
                taken = !batch.column(arguments[i]).isNull(row);
            }
            if (taken) {
                rows[count++] = row;
            }
        }
        return count;
    }

    private long add(int slot, int group, long weight) {
        values.touch(slot);
        long before = counts.get(slot);
        long after = Math.addExact(before, weight);
        counts.set(slot, after);
        if (before == 0) {
            entries.add(group, 1);
        }
        if (after == 0) {
            entries.add(group, -1);
        }
        if (before <= 0 && after > 0) {
            roots.set(group, sets.insert(roots.get(group), slot));
            return 1;
        }
        if (before > 0 && after <= 0) {
            roots.set(group, sets.remove(roots.get(group), slot));
            return -1;
        }
        return 0;
    }

    /** True when the group holds nothing here, nor owes anything. */
    public boolean isEmpty(int group) {
        return entries.get(group) == 0;
    }

    /** Appends the least or the greatest first argument of the group, or NULL. */
    public void appendBest(int group, boolean greatest, ColumnBuilder target) {
        int slot = greatest ? sets.last(roots.get(group)) : sets.first(roots.get(group));
        if (slot < 0) {
            target.appendNull();
        } else {
            values.appendKey(groupKeys, slot, target);
        }
    }

    /** Forgets a group's values; only those that are shown, which with insert-only input are all. */
    public void drop(int group) {
        IntList all = new IntList();
        sets.visit(roots.get(group), slot -> {
            all.add(slot);
            return true;
        });
        for (int i = 0; i < all.size(); i++) {
            values.remove(all.get(i));
        }
        roots.set(group, 0);
        entries.set(group, 0);
    }

    public void endEpoch() {
        IntList touched = values.touched();
        int count = touched.size();
        for (int i = 0; i < count; i++) {
            int slot = touched.get(i);
            if (values.isLive(slot) && counts.get(slot) == 0) {
                values.remove(slot);
            }
        }
        values.endEpoch();
    }

    public void snapshot(StateWriter writer) {
        values.snapshot(writer);
    }

    /**
     * Reads the values back after the groups.
     *
     * @param keySchema the groups' key columns
     * @param hash hashes batches of exactly these
     */
    public void restore(StateReader reader, Schema keySchema, KeyHashes hash) {
        values.restore(reader);
        IntList chosen = new IntList();
        for (int slot = 0; slot < values.slotLimit(); slot++) {
            if (values.isLive(slot)) {
                chosen.add(slot);
            }
            if (chosen.size() == RowBatch.TARGET_ROWS || slot == values.slotLimit() - 1) {
                link(chosen, keySchema, hash);
                chosen.clear();
            }
        }
    }

    private void link(IntList chosen, Schema keySchema, KeyHashes hash) {
        Column[] keys = new Column[groupKeys];
        for (int i = 0; i < groupKeys; i++) {
            ColumnBuilder builder = new ColumnBuilder(keySchema.type(i).kind());
            values.appendKey(i, chosen, builder);
            keys[i] = builder.build();
        }
        RowBatch batch = new RowBatch(keySchema, List.of(keys), chosen.size(), null);
        int[] found = new int[chosen.size()];
        groups.find(keys, hash.hash(batch), found.length, found);
        for (int i = 0; i < found.length; i++) {
            int slot = chosen.get(i);
            if (found[i] < 0) {
                throw new AssertionError("a value without its group in restored state");
            }
            entries.add(found[i], 1);
            if (counts.get(slot) > 0) {
                roots.set(found[i], sets.insert(roots.get(found[i]), slot));
            }
        }
    }

    public long bytesHeld() {
        return values.bytesHeld();
    }
}

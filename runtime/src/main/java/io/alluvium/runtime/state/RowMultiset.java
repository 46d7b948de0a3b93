package io.alluvium.runtime.state;

import io.alluvium.core.operator.StateReader;
import io.alluvium.core.operator.StateWriter;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.ColumnBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowCodec;
import io.alluvium.core.row.RowHash;
import io.alluvium.core.type.ColumnKind;
import io.alluvium.core.type.Schema;
import java.util.Arrays;
import java.util.List;

/**
 * Rows with multiplicities: an entry a distinct row, found by the hash of the whole row and linked to the list of its key. A
 * handle is the entry's slot + 1. Beside the multiplicity each entry may carry a number of the operator's own (a match count),
 * and until the epoch ends both as they were before it.
 */
public final class RowMultiset extends KeyedRows {
    private final Schema schema;
    private final int[] keyColumns;
    private final int[] allColumns;
    private final KeyHashes keyHash;
    private final EncodedKeys rows;
    private final KeyedTable entries;
    private final LongCells weights;
    private final LongCells matches;
    private final LongCells owners;
    private final LongCells nexts;
    private final LongCells previous;
    private final LongCells counted;
    private final LongCells positives;
    private long[] weightsBefore = new long[64];
    private long[] matchesBefore = new long[64];
    private long[] rowHashes = new long[0];
    private int[] slots = new int[0];
    private final LongCells ordinals;

    /**
     * @param keyColumns the join key among the columns of the schema
     * @param keyHash hashes batches of the schema by the join key
     */
    public RowMultiset(String state, KeyedTable keys, Schema schema, int[] keyColumns, KeyHashes keyHash) {
        super(keys, RowCodec.of(schema));
        this.schema = schema;
        this.keyColumns = keyColumns.clone();
        this.keyHash = keyHash;
        this.allColumns = new int[schema.size()];
        Arrays.setAll(allColumns, i -> i);
        this.rows = new EncodedKeys(
                schema.fields().stream().map(field -> field.type().kind()).toArray(ColumnKind[]::new));
        this.positives = keys.addTransientLongs();
        this.entries = new KeyedTable(state, rows);
        this.weights = entries.addLongs();
        this.matches = entries.addLongs();
        this.owners = entries.addTransientLongs();
        this.nexts = entries.addTransientLongs();
        this.previous = entries.addTransientLongs();
        this.counted = entries.addTransientLongs();
        this.ordinals = entries.addTransientLongs();
    }

    @Override
    public void add(RowBatch batch, int[] chosen, int count, int[] keySlots, long[] hashes) {
        if (rowHashes.length < Math.max(batch.size(), count)) {
            rowHashes = new long[Math.max(batch.size(), RowBatch.TARGET_ROWS)];
            slots = new int[rowHashes.length];
        }
        RowBatch taken = count == batch.size() ? batch : batch.gather(chosen, count);
        RowHash.hash(taken, allColumns, rowHashes);
        for (int i = 0; i < count; i++) {
            rowHashes[i] = KeyHashes.withGroupOf(rowHashes[i], hashes[i]);
        }
        entries.upsert(KeyHashes.columns(taken, allColumns), rowHashes, count, slots);
        for (int i = 0; i < count; i++) {
            int slot = slots[i];
            touch(slot);
            if (owners.get(slot) == 0) {
                link(slot, keySlots[i]);
            }
            long before = weights.get(slot);
            long after = Math.addExact(before, taken.weight(i));
            weights.set(slot, after);
            if (before > 0 != after > 0) {
                positives.add(keySlots[i], after > 0 ? 1 : -1);
            }
        }
    }

    /** Notes the entry's numbers before its first change in this epoch. */
    private void touch(int slot) {
        int ordinal = entries.touched().size();
        if (!entries.touch(slot)) {
            return;
        }
        if (ordinal == weightsBefore.length) {
            weightsBefore = Arrays.copyOf(weightsBefore, ordinal * 2);
            matchesBefore = Arrays.copyOf(matchesBefore, ordinal * 2);
        }
        weightsBefore[ordinal] = weights.get(slot);
        matchesBefore[ordinal] = matches.get(slot);
        ordinals.set(slot, ordinal);
    }

    private void link(int slot, int keySlot) {
        owners.set(slot, keySlot + 1L);
        long head = heads.get(keySlot);
        nexts.set(slot, head);
        previous.set(slot, 0);
        if (head != 0) {
            previous.set((int) head - 1, slot + 1L);
        }
        heads.set(keySlot, slot + 1L);
    }

    private void unlink(int slot) {
        long next = nexts.get(slot);
        long before = previous.get(slot);
        if (before == 0) {
            heads.set((int) owners.get(slot) - 1, next);
        } else {
            nexts.set((int) before - 1, next);
        }
        if (next != 0) {
            previous.set((int) next - 1, before);
        }
    }

    @Override
    public long next(long handle) {
        return nexts.get((int) handle - 1);
    }

    @Override
    public long weight(long handle) {
        return weights.get((int) handle - 1);
    }

    @Override
    public byte[] page(long handle) {
        return rows.page((int) handle - 1);
    }

    @Override
    public int start(long handle) {
        return rows.start((int) handle - 1);
    }

    /** Ordered sets over the rows' slots (handle - 1). */
    public OrderedSlots orderedBy(OrderedSlots.Order order) {
        return new OrderedSlots(entries, order);
    }

    /** Forgets a row whatever its multiplicity is. */
    public void drop(long handle) {
        touch((int) handle - 1);
        weights.set((int) handle - 1, 0);
    }

    /** How many distinct rows of this key have a multiplicity above zero. */
    public long positives(int keySlot) {
        return positives.get(keySlot);
    }

    /** Slot of the row's key in the keys' table. */
    public int keySlot(long handle) {
        return (int) owners.get((int) handle - 1) - 1;
    }

    /** Rows that changed in this epoch. */
    public int touchedCount() {
        return entries.touched().size();
    }

    public long touchedHandle(int index) {
        return entries.touched().get(index) + 1L;
    }

    /** The multiplicity before this epoch. */
    public long weightBefore(long handle) {
        int slot = (int) handle - 1;
        return entries.isTouched(slot) ? weightsBefore[(int) ordinals.get(slot)] : weights.get(slot);
    }

    public long matches(long handle) {
        return matches.get((int) handle - 1);
    }

    public long matchesBefore(long handle) {
        int slot = (int) handle - 1;
        return entries.isTouched(slot) ? matchesBefore[(int) ordinals.get(slot)] : matches.get(slot);
    }

    /** Changes the row's match count; the row then counts as touched. */
    public void addMatches(long handle, long added) {
        touch((int) handle - 1);
        matches.add((int) handle - 1, added);
    }

    /** False for a row whose matches were not counted yet: it came in this epoch. */
    public boolean isCounted(long handle) {
        return counted.get((int) handle - 1) != 0;
    }

    public void setCounted(long handle) {
        counted.set((int) handle - 1, 1);
    }

    /** All rows have handles at or below this one. */
    public long handleLimit() {
        return entries.slotLimit();
    }

    public boolean isLive(long handle) {
        return entries.isLive((int) handle - 1);
    }

    @Override
    public long endEpoch() {
        IntList touched = entries.touched();
        int count = touched.size();
        long belowZero = 0;
        for (int i = 0; i < count; i++) {
            int slot = touched.get(i);
            belowZero += (weights.get(slot) >>> 63) - (weightsBefore[i] >>> 63);
            if (entries.isLive(slot) && weights.get(slot) == 0) {
                unlink(slot);
                entries.remove(slot);
            }
        }
        entries.endEpoch();
        return belowZero;
    }

    @Override
    public void snapshot(StateWriter writer) {
        entries.snapshot(writer);
    }

    @Override
    public void restore(StateReader reader) {
        entries.restore(reader);
        IntList chosen = new IntList();
        for (int slot = 0; slot < entries.slotLimit(); slot++) {
            if (entries.isLive(slot)) {
                chosen.add(slot);
            }
            if (chosen.size() == RowBatch.TARGET_ROWS || slot == entries.slotLimit() - 1) {
                relink(chosen);
                chosen.clear();
            }
        }
    }

    private void relink(IntList chosen) {
        Column[] columns = new Column[schema.size()];
        for (int i = 0; i < columns.length; i++) {
            ColumnBuilder builder = new ColumnBuilder(schema.type(i).kind());
            entries.appendKey(i, chosen, builder);
            columns[i] = builder.build();
        }
        RowBatch batch = new RowBatch(schema, List.of(columns), chosen.size(), null);
        int[] keySlots = new int[chosen.size()];
        keys.upsert(KeyHashes.columns(batch, keyColumns), keyHash.hash(batch), keySlots.length, keySlots);
        for (int i = 0; i < keySlots.length; i++) {
            link(chosen.get(i), keySlots[i]);
            counted.set(chosen.get(i), 1);
            if (weights.get(chosen.get(i)) > 0) {
                positives.add(keySlots[i], 1);
            }
        }
    }

    @Override
    public long bytesHeld() {
        return entries.bytesHeld();
    }
}

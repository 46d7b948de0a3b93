package io.alluvium.runtime.state;

import io.alluvium.core.operator.StateReader;
import io.alluvium.core.operator.StateWriter;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.ColumnBuilder;
import io.alluvium.core.row.RowCodec;
import io.alluvium.core.row.RowHash;
import io.alluvium.core.type.ColumnKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One row a key: slots found by a 64-bit hash, keys and values in pages of primitives, no object per entry. It works on
 * vectors: hash a batch, {@link #upsert} or {@link #find} all slots, then update each value column in a loop of its own.
 *
 * <p>Call order: value columns are added first; then any number of look-ups and updates; an entry that changes is
 * {@link #touch}ed once an epoch before it does; {@link #remove} it when it is back to nothing;
 * {@link #endEpoch} after the epoch's results are out; {@link #snapshot} only right after that. Slots are stable until
 * {@link #endEpoch}. One thread.
 *
 * <p>Snapshot entry: key = hash (8 bytes, little endian) and the key's canonical bytes; value = each value column in the order
 * added: a long's 8 bytes, or an int length (-1 for none) and the bytes. The key group is that of the hash.
 */
public final class KeyedTable {
    private static final int USED = 1;
    private static final int TOUCHED = 2;
    private static final int CHANGED = 4;
    private static final int PERSISTED = 8;
    private static final int REMOVED = 16;

    /** A smaller directory lies in the cache anyway. */
    private static final int WARM_FROM = 20_000;

    private final String state;
    private final KeyStore keys;
    private final LongCells hashes = new LongCells();
    private final ByteCells flags = new ByteCells();
    private final KeyDirectory directory = new KeyDirectory();
    private final ByteArena arena = new ByteArena();
    private final List<Object> persistent = new ArrayList<>();
    private final List<LongCells> longs = new ArrayList<>();
    private final List<BytesCells> bytes = new ArrayList<>();
    private final IntList touched = new IntList();
    private final IntList changed = new IntList();
    private int slots;
    private int ensured;
    private int firstFree = -1;
    private int live;

    /** Keeps the compiler from dropping the loads of {@link #warm}. */
    @SuppressWarnings("unused")
    private long warmed;

    private byte[] scratchKey = new byte[64];
    private byte[] scratchValue = new byte[64];

    /** @param state name of the state in snapshots, unique in its operator */
    public KeyedTable(String state, ColumnKind... keyKinds) {
        this(state, KeyStore.of(keyKinds));
    }

    KeyedTable(String state, KeyStore keys) {
        this.state = state;
        this.keys = keys;
    }

    /** Adds a value column that starts at 0. */
    public LongCells addLongs() {
        LongCells cells = addTransientLongs();
        persistent.add(cells);
        return cells;
    }

    /** Adds a value column that is left out of snapshots and is 0 after a restore. */
    public LongCells addTransientLongs() {
        LongCells cells = new LongCells();
        cells.ensure(ensured);
        longs.add(cells);
        return cells;
    }

    /** Adds a value column that starts without a value. */
    public BytesCells addBytes() {
        BytesCells cells = new BytesCells(arena);
        cells.ensure(ensured);
        bytes.add(cells);
        persistent.add(cells);
        return cells;
    }

    /** Number of entries. */
    public int size() {
        return live;
    }

    /** All slots lie below. */
    public int slotLimit() {
        return slots;
    }

    public boolean isLive(int slot) {
        return (flags.get(slot) & (USED | REMOVED)) == USED;
    }

    public long hash(int slot) {
        return hashes.get(slot);
    }

    /** Finds the slot of each row's key, or -1. */
    public void find(Column[] rowKeys, long[] rowHashes, int size, int[] result) {
        keys.bind(rowKeys, size);
        warm(rowHashes, size);
        for (int row = 0; row < size; row++) {
            int slot = locate(rowHashes[row], row);
            result[row] = slot >= 0 && (flags.get(slot) & REMOVED) == 0 ? slot : -1;
        }
    }

    /** Finds the slot of each row's key, adding it where it is missing, with all values 0. */
    public void upsert(Column[] rowKeys, long[] rowHashes, int size, int[] result) {
        keys.bind(rowKeys, size);
        warm(rowHashes, size);
        for (int row = 0; row < size; row++) {
            long hash = rowHashes[row];
            int slot = locate(hash, row);
            if (slot < 0) {
                slot = add(hash, row);
            } else if ((flags.get(slot) & REMOVED) != 0) {
                flags.set(slot, flags.get(slot) & ~REMOVED);
                live++;
            }
            result[row] = slot;
        }
    }

    /**
     * Reads the places where the probing will start. These loads do not depend on each other, so the processor waits for many at
     * a time; the look-ups that follow find them in the cache.
     */
    private void warm(long[] rowHashes, int size) {
        if (live < WARM_FROM) {
            return;
        }
        long seen = 0;
        for (int row = 0; row < size; row++) {
            long[] segment = directory.segment(rowHashes[row]);
            seen ^= segment[KeyDirectory.home((int) (rowHashes[row] >>> 32), segment.length - 2)];
        }
        warmed = seen;
    }

    private int locate(long hash, int row) {
        long[] segment = directory.segment(hash);
        int mask = segment.length - 2;
        int tag = (int) (hash >>> 32);
        int place = KeyDirectory.home(tag, mask);
        long entry = segment[place];
        while (entry != 0) {
            if ((int) (entry >>> 32) == tag && keys.equal((int) entry - 1, row)) {
                return (int) entry - 1;
            }
            place = (place + 1) & mask;
            entry = segment[place];
        }
        return -1;
    }

    private int add(long hash, int row) {
        int slot = newSlot();
        hashes.set(slot, hash);
        flags.set(slot, flags.get(slot) & CHANGED | USED);
        keys.store(slot, row);
        directory.insert(hash, slot);
        live++;
        return slot;
    }

    private int newSlot() {
        if (firstFree >= 0) {
            int slot = firstFree;
            firstFree = (int) hashes.get(slot);
            return slot;
        }
        if (slots == ensured) {
            ensured = slots < LongCells.PAGE_SIZE ? Math.max(16, slots * 2) : slots + LongCells.PAGE_SIZE;
            hashes.ensure(ensured);
            flags.ensure(ensured);
            keys.ensure(ensured);
            longs.forEach(cells -> cells.ensure(ensured));
            bytes.forEach(cells -> cells.ensure(ensured));
        }
        return slots++;
    }

    /** Notes that the entry changes in this epoch; true the first time, when its values are still those before. */
    public boolean touch(int slot) {
        int flag = flags.get(slot);
        if ((flag & TOUCHED) != 0) {
            return false;
        }
        touched.add(slot);
        if ((flag & CHANGED) == 0) {
            changed.add(slot);
        }
        flags.set(slot, flag | TOUCHED | CHANGED);
        return true;
    }

    public boolean isTouched(int slot) {
        return (flags.get(slot) & TOUCHED) != 0;
    }

    /** The slots touched in this epoch, in the order in which they were. */
    public IntList touched() {
        return touched;
    }

    /** Takes the entry out; its values become 0 at once, its slot and key stay until the epoch ends. */
    public void remove(int slot) {
        touch(slot);
        flags.set(slot, flags.get(slot) | REMOVED);
        for (LongCells cells : longs) {
            cells.set(slot, 0);
        }
        for (BytesCells cells : bytes) {
            cells.clear(slot);
        }
        live--;
    }

    /** Forgets which entries were touched, and frees those removed. */
    public void endEpoch() {
        for (int i = 0; i < touched.size(); i++) {
            int slot = touched.get(i);
            int flag = flags.get(slot) & ~TOUCHED;
            flags.set(slot, flag);
            if ((flag & (REMOVED | PERSISTED)) == REMOVED) {
                free(slot);
            }
        }
        touched.clear();
    }

    private void free(int slot) {
        directory.remove(hashes.get(slot), slot);
        keys.free(slot);
        flags.set(slot, flags.get(slot) & CHANGED);
        hashes.set(slot, firstFree);
        firstFree = slot;
    }

    /** Appends one key column of some slots. */
    public void appendKey(int column, IntList chosen, ColumnBuilder target) {
        for (int i = 0; i < chosen.size(); i++) {
            keys.append(chosen.get(i), column, target);
        }
    }

    public void appendKey(int column, int slot, ColumnBuilder target) {
        keys.append(slot, column, target);
    }

    public boolean isKeyNull(int slot, int column) {
        return keys.isNull(slot, column);
    }

    /** The value of a LONG key column. */
    public long keyLong(int slot, int column) {
        return keys.longAt(slot, column);
    }

    /** Orders two entries by a key column that is NULL in neither; NaN is above all numbers. */
    public int compareKeys(int slot, int otherSlot, int column) {
        return keys.compare(slot, otherSlot, column);
    }

    KeyStore keys() {
        return keys;
    }

    /** Writes the entries that differ from the last snapshot. */
    public void snapshot(StateWriter writer) {
        for (int i = 0; i < changed.size(); i++) {
            int slot = changed.get(i);
            int flag = flags.get(slot) & ~CHANGED;
            flags.set(slot, flag);
            if ((flag & USED) == 0) {
                continue;
            }
            long hash = hashes.get(slot);
            int keyLength = encodeKey(slot, hash);
            if ((flag & REMOVED) == 0) {
                put(slot, RowHash.keyGroup(hash), keyLength, writer);
                flags.set(slot, flag | PERSISTED);
            } else {
                if ((flag & PERSISTED) != 0) {
                    writer.remove(state, RowHash.keyGroup(hash), scratchKey, 0, keyLength);
                }
                free(slot);
            }
        }
        changed.clear();
    }

    private void put(int slot, int keyGroup, int keyLength, StateWriter writer) {
        if (persistent.size() == 1 && persistent.get(0) instanceof BytesCells cells && cells.isSet(slot)) {
            int start = cells.recordStart(slot); // a record is what a snapshot has: length and bytes
            writer.put(state, keyGroup, scratchKey, 0, keyLength, cells.page(slot), start, cells.length(slot) + 4);
        } else {
            int length = encodeValue(slot);
            writer.put(state, keyGroup, scratchKey, 0, keyLength, scratchValue, 0, length);
        }
    }

    /** Ends a snapshot that the owner wrote itself. */
    public void forgetChanges() {
        for (int i = 0; i < changed.size(); i++) {
            int slot = changed.get(i);
            flags.set(slot, flags.get(slot) & ~CHANGED);
        }
        changed.clear();
    }

    private int encodeKey(int slot, long hash) {
        int length = 8 + keys.encodedSize(slot);
        if (scratchKey.length < length) {
            scratchKey = new byte[length * 2];
        }
        ByteArena.LONGS.set(scratchKey, 0, hash);
        keys.encode(slot, scratchKey, 8);
        return length;
    }

    private int encodeValue(int slot) {
        int position = 0;
        for (Object column : persistent) {
            if (column instanceof LongCells cells) {
                room(position + 8);
                ByteArena.LONGS.set(scratchValue, position, cells.get(slot));
                position += 8;
            } else {
                BytesCells cells = (BytesCells) column;
                int length = cells.isSet(slot) ? cells.length(slot) : -1;
                room(position + 4 + Math.max(length, 0));
                ByteArena.INTS.set(scratchValue, position, length);
                position += 4;
                if (length >= 0) {
                    System.arraycopy(cells.page(slot), cells.start(slot), scratchValue, position, length);
                    position += length;
                }
            }
        }
        return position;
    }

    private void room(int length) {
        if (scratchValue.length < length) {
            scratchValue = Arrays.copyOf(scratchValue, Math.max(length, scratchValue.length * 2));
        }
    }

    /** Reads the entries back into an empty table. */
    public void restore(StateReader reader) {
        long[] hash = new long[1];
        int[] slot = new int[1];
        reader.read(state, (keyGroup, key, keyStart, keyLength, value, valueStart, valueLength) -> {
            hash[0] = (long) ByteArena.LONGS.get(key, keyStart);
            Column[] row = decode(keys.codec(), key, keyStart + 8);
            if (value == null) {
                find(row, hash, 1, slot);
                if (slot[0] >= 0) {
                    drop(slot[0]);
                }
                return;
            }
            upsert(row, hash, 1, slot);
            flags.set(slot[0], USED | PERSISTED);
            decodeValue(slot[0], value, valueStart);
        });
    }

    /** Removes an entry whose removal the snapshot knows already. */
    private void drop(int slot) {
        for (LongCells cells : longs) {
            cells.set(slot, 0);
        }
        for (BytesCells cells : bytes) {
            cells.clear(slot);
        }
        live--;
        free(slot);
    }

    static Column[] decode(RowCodec codec, byte[] data, int start) {
        Column[] row = new Column[codec.columns()];
        for (int i = 0; i < row.length; i++) {
            ColumnBuilder builder = new ColumnBuilder(codec.kind(i));
            codec.append(data, start, i, builder);
            row[i] = builder.build();
        }
        return row;
    }

    private void decodeValue(int slot, byte[] value, int start) {
        int position = start;
        for (Object column : persistent) {
            if (column instanceof LongCells cells) {
                cells.set(slot, (long) ByteArena.LONGS.get(value, position));
                position += 8;
            } else {
                BytesCells cells = (BytesCells) column;
                int length = (int) ByteArena.INTS.get(value, position);
                position += 4;
                if (length >= 0) {
                    cells.set(slot, value, position, length);
                    position += length;
                }
            }
        }
    }

    public long bytesHeld() {
        long total = hashes.bytesHeld() + flags.bytesHeld() + directory.bytesHeld() + keys.bytesHeld();
        total += arena.bytesHeld() + touched.bytesHeld() + changed.bytesHeld();
        for (LongCells cells : longs) {
            total += cells.bytesHeld();
        }
        for (BytesCells cells : bytes) {
            total += cells.bytesHeld();
        }
        return total;
    }
}

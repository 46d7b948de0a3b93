package io.alluvium.runtime.state;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.operator.StateReader;
import io.alluvium.core.operator.StateWriter;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowCodec;
import io.alluvium.core.row.RowHash;
import java.util.Arrays;

/**
 * Rows that are never taken away: appended to pages, linked to the list of their key, not hashed. A record is the next record's
 * address (8 bytes) and the encoded row. A row of weight n is n records.
 *
 * <p>Snapshot entry: key = hash of the join key (8 bytes), number of the first row among those of its key (8 bytes), the join
 * key's bytes; value = encoded rows, each behind an int with its length. Entries are only ever added.
 */
public final class AppendedRows extends KeyedRows {
    private static final int CHUNK = 1 << 16;

    private final String state;
    private final ByteArena arena = new ByteArena();
    private final LongCells counts;
    private final LongCells persisted;
    private Column[] columns = {};
    private byte[] key = new byte[64];
    private byte[] value = new byte[1024];
    private long[] addresses = new long[64];

    public AppendedRows(String state, KeyedTable keys, RowCodec codec) {
        super(keys, codec);
        this.state = state;
        this.counts = keys.addTransientLongs();
        this.persisted = keys.addTransientLongs();
    }

    @Override
    public void add(RowBatch batch, int[] rows, int count, int[] keySlots, long[] hashes) {
        columns = batch.columns().toArray(columns);
        for (int i = 0; i < count; i++) {
            int slot = keySlots[i];
            keys.change(slot);
            if (batch.weight(rows[i]) < 0) {
                throw AlluviumException.internal(
                        "a removal came from an input that was planned insert-only, state " + state);
            }
            for (long copies = batch.weight(rows[i]); copies > 0; copies--) {
                long address = append(slot, codec.encodedSize(columns, rows[i]));
                codec.encode(columns, rows[i], arena.page(address), arena.offset(address) + 8);
            }
        }
    }

    private long append(int slot, int size) {
        long address = arena.append(8 + size);
        ByteArena.LONGS.set(arena.page(address), arena.offset(address), heads.get(slot));
        heads.set(slot, address);
        counts.add(slot, 1);
        return address;
    }

    @Override
    public long next(long handle) {
        return (long) ByteArena.LONGS.get(arena.page(handle), arena.offset(handle));
    }

    @Override
    public long weight(long handle) {
        return 1;
    }

    @Override
    public byte[] page(long handle) {
        return arena.page(handle);
    }

    @Override
    public int start(long handle) {
        return arena.offset(handle) + 8;
    }

    @Override
    public long endEpoch() {
        return 0;
    }

    @Override
    public void snapshot(StateWriter writer) {
        IntList changed = keys.changed();
        for (int i = 0; i < changed.size(); i++) {
            int slot = changed.get(i);
            if (keys.isLive(slot) && counts.get(slot) > persisted.get(slot)) {
                writeNewRows(slot, writer);
                persisted.set(slot, counts.get(slot));
            }
        }
    }

    /** The list has the newest row first; rows are written in the order in which they came. */
    private void writeNewRows(int slot, StateWriter writer) {
        int fresh = Math.toIntExact(counts.get(slot) - persisted.get(slot));
        if (addresses.length < fresh) {
            addresses = new long[fresh * 2];
        }
        long address = heads.get(slot);
        for (int i = fresh - 1; i >= 0; i--) {
            addresses[i] = address;
            address = next(address);
        }
        long firstOfChunk = persisted.get(slot);
        int length = 0;
        for (int i = 0; i < fresh; i++) {
            byte[] page = page(addresses[i]);
            int start = start(addresses[i]);
            int size = codec.sizeAt(page, start);
            if (value.length < length + 4 + size) {
                value = Arrays.copyOf(value, Math.max(length + 4 + size, value.length * 2));
            }
            ByteArena.INTS.set(value, length, size);
            System.arraycopy(page, start, value, length + 4, size);
            length += 4 + size;
            if (length >= CHUNK || i == fresh - 1) {
                write(slot, firstOfChunk, length, writer);
                firstOfChunk = persisted.get(slot) + i + 1;
                length = 0;
            }
        }
    }

    private void write(int slot, long number, int valueLength, StateWriter writer) {
        int keyLength = 16 + keys.keys().encodedSize(slot);
        if (key.length < keyLength) {
            key = new byte[keyLength * 2];
        }
        long hash = keys.hash(slot);
        ByteArena.LONGS.set(key, 0, hash);
        ByteArena.LONGS.set(key, 8, number);
        keys.keys().encode(slot, key, 16);
        writer.put(state, RowHash.keyGroup(hash), key, 0, keyLength, value, 0, valueLength);
    }

    @Override
    public void restore(StateReader reader) {
        long[] hash = new long[1];
        int[] slot = new int[1];
        reader.read(state, (keyGroup, keyBytes, keyStart, keyLength, rows, start, length) -> {
            if (rows == null) {
                throw new AssertionError("a removal in state " + state + ", which only grows");
            }
            hash[0] = (long) ByteArena.LONGS.get(keyBytes, keyStart);
            Column[] row = KeyedTable.decode(keys.keys().codec(), keyBytes, keyStart + 16);
            keys.upsert(row, hash, 1, slot);
            for (int position = start; position < start + length; ) {
                int size = (int) ByteArena.INTS.get(rows, position);
                long address = append(slot[0], size);
                System.arraycopy(rows, position + 4, arena.page(address), arena.offset(address) + 8, size);
                position += 4 + size;
            }
            persisted.set(slot[0], counts.get(slot[0]));
        });
    }

    @Override
    public long bytesHeld() {
        return arena.bytesHeld();
    }
}

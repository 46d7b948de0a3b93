package io.alluvium.runtime.state;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.operator.StateReader;
import io.alluvium.core.operator.StateWriter;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.ColumnBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowCodec;
import io.alluvium.core.row.RowHash;

/**
 * Rows that are never taken away: appended to pages, linked to the list of their key, not hashed. A record is the next record's
 * address (8 bytes) and the encoded row. A row of weight n is n records.
 *
 * <p>Snapshot entry: key = hash of the join key (8 bytes), number of the row (8 bytes), unique in its key group; value = the
 * encoded row, which holds the join key. Entries are only ever added, and written in the order in which the rows came: a walk
 * along the pages, where one along the lists of the keys would miss the cache at every row.
 */
public final class AppendedRows extends KeyedRows {
    private static final int KEY_BYTES = 16;

    private final String state;
    private final int[] keyColumns;
    private final ByteArena arena = new ByteArena();
    private LongCells freshAddresses = new LongCells();
    private final IntList freshSlots = new IntList();
    private final byte[] entryKey = new byte[KEY_BYTES];
    private long nextNumber;
    private Column[] columns = {};

    /** @param keyColumns the join key among the columns of the codec */
    public AppendedRows(String state, KeyedTable keys, RowCodec codec, int[] keyColumns) {
        super(keys, codec);
        this.state = state;
        this.keyColumns = keyColumns.clone();
    }

    @Override
    public void add(RowBatch batch, int[] rows, int count, int[] keySlots, long[] hashes) {
        columns = batch.columns().toArray(columns);
        for (int i = 0; i < count; i++) {
            int slot = keySlots[i];
            if (batch.weight(rows[i]) < 0) {
                throw AlluviumException.internal(
                        "a removal came from an input that was planned insert-only, state " + state);
            }
            for (long copies = batch.weight(rows[i]); copies > 0; copies--) {
                long address = append(slot, codec.encodedSize(columns, rows[i]));
                codec.encode(columns, rows[i], arena.page(address), arena.offset(address) + 8);
                remember(address, slot);
            }
        }
    }

    private long append(int slot, int size) {
        long address = arena.append(8 + size);
        ByteArena.LONGS.set(arena.page(address), arena.offset(address), heads.get(slot));
        heads.set(slot, address);
        return address;
    }

    /** Notes a row that the last snapshot does not have. */
    private void remember(long address, int slot) {
        int fresh = freshSlots.size();
        freshAddresses.ensure(fresh + 1);
        freshAddresses.set(fresh, address);
        freshSlots.add(slot);
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
        for (int i = 0; i < freshSlots.size(); i++) {
            long address = freshAddresses.get(i);
            byte[] page = page(address);
            int start = start(address);
            long hash = keys.hash(freshSlots.get(i));
            ByteArena.LONGS.set(entryKey, 0, hash);
            ByteArena.LONGS.set(entryKey, 8, nextNumber++);
            int size = codec.sizeAt(page, start);
            writer.put(state, RowHash.keyGroup(hash), entryKey, 0, KEY_BYTES, page, start, size);
        }
        freshAddresses = new LongCells();
        freshSlots.clear();
    }

    /** Rows of several workers may come together here: numbers go on above the greatest of all. */
    @Override
    public void restore(StateReader reader) {
        long[] hash = new long[1];
        int[] slot = new int[1];
        reader.read(state, (keyGroup, key, keyStart, keyLength, row, start, size) -> {
            if (row == null) {
                throw new AssertionError("a removal in state " + state + ", which only grows");
            }
            hash[0] = (long) ByteArena.LONGS.get(key, keyStart);
            nextNumber = Math.max(nextNumber, (long) ByteArena.LONGS.get(key, keyStart + 8) + 1);
            keys.upsert(keyOf(row, start), hash, 1, slot);
            long address = append(slot[0], size);
            System.arraycopy(row, start, arena.page(address), arena.offset(address) + 8, size);
        });
    }

    private Column[] keyOf(byte[] row, int start) {
        Column[] key = new Column[keyColumns.length];
        for (int i = 0; i < key.length; i++) {
            ColumnBuilder builder = new ColumnBuilder(codec.kind(keyColumns[i]));
            codec.append(row, start, keyColumns[i], builder);
            key[i] = builder.build();
        }
        return key;
    }

    @Override
    public long bytesHeld() {
        return arena.bytesHeld() + freshAddresses.bytesHeld() + freshSlots.bytesHeld();
    }
}

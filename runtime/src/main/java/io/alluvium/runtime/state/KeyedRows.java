package io.alluvium.runtime.state;

import io.alluvium.core.operator.StateReader;
import io.alluvium.core.operator.StateWriter;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowCodec;

/**
 * The rows of each key, encoded, in lists: what a join remembers of one input. The keys' table is shared by both inputs, so that
 * one look-up serves to add to one and to probe the other. A handle names a row until the epoch ends; 0 is none.
 */
public abstract class KeyedRows {
    final KeyedTable keys;
    final LongCells heads;
    final RowCodec codec;

    /** @param keys gets one more column, which is not in snapshots */
    KeyedRows(KeyedTable keys, RowCodec codec) {
        this.keys = keys;
        this.heads = keys.addTransientLongs();
        this.codec = codec;
    }

    /**
     * Adds rows under their weights.
     *
     * @param keySlots slot in the keys' table of each chosen row
     * @param hashes hash of each chosen row's key
     */
    public abstract void add(RowBatch batch, int[] rows, int count, int[] keySlots, long[] hashes);

    /** The first row of a key, or 0. */
    public final long first(int keySlot) {
        return heads.get(keySlot);
    }

    /** The row after this one in its key's list, or 0. */
    public abstract long next(long handle);

    /** The row's multiplicity; may be zero or negative. */
    public abstract long weight(long handle);

    /** The page that holds the encoded row. */
    public abstract byte[] page(long handle);

    /** Where the encoded row starts in its page. */
    public abstract int start(long handle);

    public final RowCodec codec() {
        return codec;
    }

    /**
     * Takes out what has no multiplicity left. Returns how many more rows than before the epoch have one below zero: removals
     * that wait for their additions.
     */
    public abstract long endEpoch();

    public abstract void snapshot(StateWriter writer);

    public abstract void restore(StateReader reader);

    public abstract long bytesHeld();
}

package io.alluvium.runtime.state;

import io.alluvium.core.row.Column;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowHash;
import java.util.Arrays;

/**
 * The hash of keys whose rows are exchanged by other columns (a part of the key, say): its highest bits, the key group, are
 * those of the exchange columns' hash, so that an entry's key group is always where its rows go.
 */
public final class KeyHashes {
    private static final long KEY_GROUP_BITS = 0x7FL << 57;

    private final int[] keys;
    private final int[] routing;
    private final boolean same;
    private long[] scratch = new long[0];

    /** @param routing columns by which the rows are exchanged; none where all go to one worker */
    public KeyHashes(int[] keys, int[] routing) {
        this.keys = keys.clone();
        this.routing = routing.clone();
        this.same = Arrays.equals(keys, routing);
    }

    /** Hashes every row of a batch; the array is reused by the next call. */
    public long[] hash(RowBatch batch) {
        if (scratch.length < batch.size()) {
            scratch = new long[Math.max(batch.size(), RowBatch.TARGET_ROWS)];
        }
        RowHash.hash(batch, keys, scratch);
        if (!same) {
            long[] groups = new long[batch.size()];
            RowHash.hash(batch, routing, groups);
            for (int row = 0; row < groups.length; row++) {
                scratch[row] = (scratch[row] & ~KEY_GROUP_BITS) | (groups[row] & KEY_GROUP_BITS);
            }
        }
        return scratch;
    }

    /** A hash with the key group of another. */
    public static long withGroupOf(long hash, long groupHash) {
        return (hash & ~KEY_GROUP_BITS) | (groupHash & KEY_GROUP_BITS);
    }

    /** The key columns of a batch. */
    public static Column[] columns(RowBatch batch, int[] keys) {
        Column[] columns = new Column[keys.length];
        for (int i = 0; i < keys.length; i++) {
            columns[i] = batch.column(keys[i]);
        }
        return columns;
    }
}

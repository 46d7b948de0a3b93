package io.alluvium.runtime.operator;

import io.alluvium.core.row.Column;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.Schema;
import io.alluvium.runtime.state.KeyHashes;

/**
 * Prepares batches of one input of a join: hashes the keys and leaves out rows whose key never matches (a NULL where NULL is not
 * equal to NULL), unless the join keeps them.
 */
final class JoinInput {
    private final Schema schema;
    private final int[] keys;
    private final boolean[] nullSafe;
    private final KeyHashes hash;
    private final boolean keepsAll;

    /** Positions of the taken rows in the batch. */
    int[] rows = new int[0];

    /** Number of taken rows. */
    int count;

    /** Hashes of the taken rows' keys. */
    long[] hashes = new long[0];

    /** Key columns of the taken rows. */
    Column[] columns = {};

    /** Slots of the taken rows' keys; filled by the operator. */
    int[] slots = new int[0];

    /**
     * @param routing columns by which the rows are exchanged
     * @param keepsAll also rows with a NULL key are taken
     */
    JoinInput(Schema schema, int[] keys, boolean[] nullSafe, int[] routing, boolean keepsAll) {
        this.schema = schema;
        this.keys = keys;
        this.nullSafe = nullSafe;
        this.hash = new KeyHashes(keys, routing);
        this.keepsAll = keepsAll;
    }

    Schema schema() {
        return schema;
    }

    int[] keys() {
        return keys;
    }

    KeyHashes hash() {
        return hash;
    }

    void take(RowBatch batch) {
        int size = batch.size();
        if (rows.length < size) {
            rows = new int[Math.max(size, RowBatch.TARGET_ROWS)];
            hashes = new long[rows.length];
            slots = new int[rows.length];
        }
        columns = KeyHashes.columns(batch, keys);
        long[] all = hash.hash(batch);
        boolean mayDrop = false;
        for (int i = 0; !keepsAll && i < keys.length; i++) {
            mayDrop |= !nullSafe[i] && columns[i].nulls() != null;
        }
        count = 0;
        for (int row = 0; row < size; row++) {
            if (!mayDrop || !neverMatches(row)) {
                rows[count] = row;
                hashes[count++] = all[row];
            }
        }
        if (count < size) {
            for (int i = 0; i < columns.length; i++) {
                columns[i] = columns[i].gather(rows, count);
            }
        }
    }

    private boolean neverMatches(int row) {
        for (int i = 0; i < keys.length; i++) {
            if (!nullSafe[i] && columns[i].isNull(row)) {
                return true;
            }
        }
        return false;
    }
}

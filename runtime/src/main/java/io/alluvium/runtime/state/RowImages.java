package io.alluvium.runtime.state;

import io.alluvium.core.operator.StateReader;
import io.alluvium.core.operator.StateWriter;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowCodec;
import io.alluvium.core.type.ColumnKind;
import io.alluvium.core.type.Schema;
import java.util.Arrays;

/**
 * At most one encoded row a key, and until the epoch ends also the one before it. The image before is not copied: its record is
 * set aside at the key's first change and freed when the epoch ends.
 */
public final class RowImages {
    private final RowCodec codec;
    private final int[] keys;
    private final KeyHashes hash;
    private final KeyedTable table;
    private final BytesCells images;
    private long[] before = new long[64];
    private int[] slots = new int[0];
    private Column[] columns = {};

    /**
     * @param keys columns of the schema that are the key
     * @param routing columns by which rows are exchanged
     */
    public RowImages(String state, Schema schema, int[] keys, int[] routing) {
        this.codec = RowCodec.of(schema);
        this.keys = keys.clone();
        this.hash = new KeyHashes(keys, routing);
        ColumnKind[] kinds = new ColumnKind[keys.length];
        for (int i = 0; i < kinds.length; i++) {
            kinds[i] = schema.type(keys[i]).kind();
        }
        this.table = new KeyedTable(state, kinds);
        this.images = table.addBytes();
    }

    /** Binds a batch: the slot of each row's key, found or added. The array is reused. */
    public int[] bind(RowBatch batch) {
        if (slots.length < batch.size()) {
            slots = new int[Math.max(batch.size(), RowBatch.TARGET_ROWS)];
        }
        columns = batch.columns().toArray(columns);
        table.upsert(KeyHashes.columns(batch, keys), hash.hash(batch), batch.size(), slots);
        return slots;
    }

    public boolean isSet(int slot) {
        return images.isSet(slot);
    }

    public byte[] page(int slot) {
        return images.page(slot);
    }

    public int start(int slot) {
        return images.start(slot);
    }

    public int length(int slot) {
        return images.length(slot);
    }

    /** Makes a row of the bound batch the key's image. */
    public void replace(int slot, int row) {
        setAside(slot);
        long address = images.reserve(slot, codec.encodedSize(columns, row));
        codec.encode(columns, row, images.pageOf(address), images.startOf(address));
    }

    /** Takes the key's image away. A key that stays without one is forgotten when the epoch ends. */
    public void clear(int slot) {
        setAside(slot);
        images.clear(slot);
    }

    private void setAside(int slot) {
        int ordinal = table.touched().size();
        if (table.touch(slot)) {
            if (ordinal == before.length) {
                before = Arrays.copyOf(before, ordinal * 2);
            }
            before[ordinal] = images.detach(slot);
        }
    }

    public int touchedCount() {
        return table.touched().size();
    }

    public int touchedSlot(int index) {
        return table.touched().get(index);
    }

    /** Address of the image before the epoch of the index-th touched key, or 0. */
    public long before(int index) {
        return before[index];
    }

    public byte[] pageOf(long address) {
        return images.pageOf(address);
    }

    public int startOf(long address) {
        return images.startOf(address);
    }

    /** True when the index-th touched key has the image that it had before. */
    public boolean isUnchanged(int index) {
        int slot = touchedSlot(index);
        long address = before[index];
        if (address == 0 || !images.isSet(slot)) {
            return address == 0 && !images.isSet(slot);
        }
        int start = images.startOf(address);
        int now = images.start(slot);
        return Arrays.equals(
                images.pageOf(address),
                start,
                start + images.lengthOf(address),
                images.page(slot),
                now,
                now + images.length(slot));
    }

    public void endEpoch() {
        int count = touchedCount();
        for (int i = 0; i < count; i++) {
            if (before[i] != 0) {
                images.free(before[i]);
            }
            int slot = touchedSlot(i);
            if (!images.isSet(slot)) {
                table.remove(slot);
            }
        }
        table.endEpoch();
    }

    public RowCodec codec() {
        return codec;
    }

    public void snapshot(StateWriter writer) {
        table.snapshot(writer);
    }

    public void restore(StateReader reader) {
        table.restore(reader);
    }

    public long bytesHeld() {
        return table.bytesHeld();
    }
}

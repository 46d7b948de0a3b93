package io.alluvium.runtime.engine;

import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowCodec;
import io.alluvium.core.row.RowHash;
import io.alluvium.core.type.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The net weight of rows over some epochs: a bag with signed counts, keyed by the whole row. Open addressing over a stored hash,
 * rows as canonical bytes in pages, no object a row. Single-threaded.
 */
final class RowNet {
    private static final int PAGE_BYTES = 1 << 18;

    private final Schema schema;
    private final RowCodec codec;
    private final int[] all;
    private long[] batchHashes = new long[RowBatch.TARGET_ROWS];
    private byte[] scratch = new byte[256];
    private int[] table = new int[256];
    private long[] hashes = new long[128];
    private long[] weights = new long[128];
    private int[] pageOf = new int[128];
    private int[] offsetOf = new int[128];
    private int size;
    private final List<byte[]> pages = new ArrayList<>();
    private int pageUsed = PAGE_BYTES;

    RowNet(Schema schema) {
        this.schema = schema;
        this.codec = RowCodec.of(schema);
        this.all = IntStream.range(0, schema.size()).toArray();
    }

    boolean isEmpty() {
        return size == 0;
    }

    void add(RowBatch batch) {
        if (batchHashes.length < batch.size()) {
            batchHashes = new long[batch.size()];
        }
        RowHash.hash(batch, all, batchHashes);
        Column[] columns = batch.columns().toArray(new Column[0]);
        for (int row = 0; row < batch.size(); row++) {
            int length = codec.encodedSize(columns, row);
            if (scratch.length < length) {
                scratch = new byte[length * 2];
            }
            codec.encode(columns, row, scratch, 0);
            int entry = find(batchHashes[row], length);
            weights[entry] = Math.addExact(weights[entry], batch.weight(row));
        }
    }

    /** The rows whose weight is not 0, in the order in which they came first; the net is empty afterwards. */
    List<RowBatch> take() {
        List<RowBatch> rows = new ArrayList<>();
        BatchBuilder builder = new BatchBuilder(schema);
        for (int entry = 0; entry < size; entry++) {
            if (weights[entry] != 0) {
                codec.appendRow(pages.get(pageOf[entry]), offsetOf[entry], builder, 0);
                builder.endRow(weights[entry]);
                if (builder.isFull()) {
                    rows.add(builder.build());
                }
            }
        }
        if (!builder.isEmpty()) {
            rows.add(builder.build());
        }
        clear();
        return rows;
    }

    private int find(long hash, int length) {
        int mask = table.length - 1;
        int slot = (int) hash & mask;
        while (table[slot] != 0) {
            int entry = table[slot] - 1;
            if (hashes[entry] == hash && sameRow(entry, length)) {
                return entry;
            }
            slot = (slot + 1) & mask;
        }
        int entry = append(hash, length);
        if (table.length == mask + 1) {
            table[slot] = entry + 1;
        } else {
            place(entry, table.length - 1); // it grew
        }
        return entry;
    }

    private boolean sameRow(int entry, int length) {
        byte[] page = pages.get(pageOf[entry]);
        int offset = offsetOf[entry];
        return page.length - offset >= length
                && codec.sizeAt(page, offset) == length
                && Arrays.equals(page, offset, offset + length, scratch, 0, length);
    }

    private int append(long hash, int length) {
        if (size == hashes.length) {
            grow();
        }
        if (pageUsed + length > PAGE_BYTES) {
            pages.add(new byte[Math.max(PAGE_BYTES, length)]);
            pageUsed = 0;
        }
        byte[] page = pages.get(pages.size() - 1);
        System.arraycopy(scratch, 0, page, pageUsed, length);
        hashes[size] = hash;
        weights[size] = 0;
        pageOf[size] = pages.size() - 1;
        offsetOf[size] = pageUsed;
        pageUsed += length;
        return size++;
    }

    private void grow() {
        int capacity = hashes.length * 2;
        hashes = Arrays.copyOf(hashes, capacity);
        weights = Arrays.copyOf(weights, capacity);
        pageOf = Arrays.copyOf(pageOf, capacity);
        offsetOf = Arrays.copyOf(offsetOf, capacity);
        table = new int[capacity * 2];
        int mask = table.length - 1;
        for (int entry = 0; entry < size; entry++) {
            place(entry, mask);
        }
    }

    private void place(int entry, int mask) {
        int slot = (int) hashes[entry] & mask;
        while (table[slot] != 0) {
            slot = (slot + 1) & mask;
        }
        table[slot] = entry + 1;
    }

    private void clear() {
        size = 0;
        pages.clear();
        pageUsed = PAGE_BYTES;
        hashes = new long[128];
        weights = new long[128];
        pageOf = new int[128];
        offsetOf = new int[128];
        table = new int[256];
    }
}

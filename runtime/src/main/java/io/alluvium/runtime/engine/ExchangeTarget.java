package io.alluvium.runtime.engine;

import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowHash;
import io.alluvium.core.type.Schema;

/**
 * Sends each row of one worker to the worker that owns its key group. Large parts of a batch share its bytes; small parts are
 * copied together and sent when there are enough, at the latest before the marker. Rows for one worker keep their order.
 */
final class ExchangeTarget implements Target {
    /** A part smaller than this is copied instead of sent by itself. */
    private static final int SMALL_PART = 256;

    private final int[] keys;
    private final Target[] workers;
    private final BatchBuilder[] small;
    private final int[][] selections;
    private final int[] counts;
    private long[] hashes = new long[RowBatch.TARGET_ROWS];

    /** @param workers the receiving stations of all workers, by worker */
    ExchangeTarget(int[] keys, Schema schema, Target[] workers) {
        this.keys = keys;
        this.workers = workers;
        this.small = new BatchBuilder[workers.length];
        this.selections = new int[workers.length][RowBatch.TARGET_ROWS];
        this.counts = new int[workers.length];
        for (int i = 0; i < small.length; i++) {
            small[i] = new BatchBuilder(schema);
        }
    }

    @Override
    public void data(RowBatch batch) {
        if (keys.length == 0) {
            workers[RowHash.workerOf(RowHash.keyGroup(RowHash.emptyKey()), workers.length)].data(batch);
            return;
        }
        select(batch);
        for (int worker = 0; worker < workers.length; worker++) {
            int count = counts[worker];
            if (count == batch.size()) {
                flush(worker);
                workers[worker].data(batch);
            } else if (count >= SMALL_PART) {
                flush(worker);
                workers[worker].data(batch.gather(selections[worker], count));
            } else if (count > 0) {
                copy(batch, worker, count);
            }
        }
    }

    @Override
    public void marker(EpochEnd end) {
        for (int worker = 0; worker < workers.length; worker++) {
            flush(worker);
            workers[worker].marker(end);
        }
    }

    private void select(RowBatch batch) {
        int size = batch.size();
        if (hashes.length < size) {
            hashes = new long[size];
            for (int worker = 0; worker < workers.length; worker++) {
                selections[worker] = new int[size];
            }
        }
        RowHash.hash(batch, keys, hashes);
        java.util.Arrays.fill(counts, 0);
        for (int row = 0; row < size; row++) {
            int worker = RowHash.workerOf(RowHash.keyGroup(hashes[row]), workers.length);
            selections[worker][counts[worker]++] = row;
        }
    }

    private void copy(RowBatch batch, int worker, int count) {
        BatchBuilder builder = small[worker];
        int[] rows = selections[worker];
        for (int i = 0; i < count; i++) {
            builder.appendFrom(batch, rows[i], batch.weight(rows[i]));
        }
        if (builder.isFull()) {
            flush(worker);
        }
    }

    private void flush(int worker) {
        if (!small[worker].isEmpty()) {
            workers[worker].data(small[worker].build());
        }
    }
}

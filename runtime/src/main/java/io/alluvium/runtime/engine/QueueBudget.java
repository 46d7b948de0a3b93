package io.alluvium.runtime.engine;

import io.alluvium.core.row.RowBatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How much waits between the stations of a job. Over the budget the sources pause; a running operator still emits, since
 * emitting never blocks, and beyond a multiple of the budget what it emits waits on disk. Thread-safe.
 */
final class QueueBudget {
    /** Rows are spilled when so many times the budget waits in memory. */
    private static final long SPILL_FACTOR = 2;
    /** A batch that holds more is spilled in parts: constants that its rows share in memory are written for each of them. */
    private static final long PART_BYTES = 64 << 20;

    private final AtomicLong inMemory = new AtomicLong();
    private final AtomicLong onDisk = new AtomicLong();
    private final AtomicLong spilled = new AtomicLong();
    private final long budget;
    private final long spillAbove;
    private final @Nullable SpillFolder folder;

    /** @param folder where to spill, or null to keep everything in memory */
    QueueBudget(long budget, @Nullable SpillFolder folder) {
        this.budget = budget;
        this.spillAbove = folder == null ? Long.MAX_VALUE : SPILL_FACTOR * budget;
        this.folder = folder;
    }

    /** True while sources are to pause. */
    boolean exceeded() {
        return inMemory.get() + onDisk.get() > budget;
    }

    /** True where the next batch that has to wait goes to disk. */
    boolean spills() {
        return inMemory.get() > spillAbove;
    }

    void add(long bytes) {
        inMemory.addAndGet(bytes);
    }

    void remove(long bytes) {
        inMemory.addAndGet(-bytes);
    }

    /** Bytes written to disk in this attempt. */
    long spilledBytes() {
        return spilled.get();
    }

    /** The part of one queue that is on disk, or null where nothing is ever spilled. */
    @Nullable
    SpillQueue queue() {
        return folder == null ? null : folder.queue();
    }

    /** Writes a batch to a queue's disk; {@code then} gets what to put into the queue instead, in order. */
    void spill(SpillQueue queue, RowBatch batch, Consumer<SpillQueue.Spilled> then) {
        long bytes = batch.bytesHeld();
        if (bytes > PART_BYTES && batch.size() > 1) {
            int half = batch.size() / 2;
            spill(queue, part(batch, 0, half), then);
            spill(queue, part(batch, half, batch.size()), then);
            return;
        }
        SpillQueue.Spilled written = queue.write(batch);
        onDisk.addAndGet(bytes);
        spilled.addAndGet(bytes);
        then.accept(written);
    }

    /** Takes the next batch of a queue back from disk. */
    RowBatch unspill(SpillQueue queue, SpillQueue.Spilled written) {
        RowBatch batch = queue.read(written);
        onDisk.addAndGet(-written.bytes());
        return batch;
    }

    private static RowBatch part(RowBatch batch, int from, int to) {
        int[] rows = new int[to - from];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = from + i;
        }
        return batch.gather(rows, rows.length);
    }
}

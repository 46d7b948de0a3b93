package io.alluvium.connector.kafka;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What was fetched of one partition and not read yet. The fetching thread fills it up to a budget of bytes and then pauses the
 * partition; one reader empties it.
 */
final class PartitionFeed {
    private static final int BYTES_A_RECORD = 64;

    private final SplitId split;
    private final TopicPartition partition;
    private final long start;
    private final long stop;
    private final Runnable wakeUp;
    private final Expired expired;
    private final ConcurrentLinkedQueue<Chunk> chunks = new ConcurrentLinkedQueue<>();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong lost = new AtomicLong();
    /** Greatest end that was seen, by the fetching thread or by a look at the topic. */
    private final AtomicLong end;

    private volatile boolean ended;
    private volatile boolean paused;
    private long fetched;

    /** Decides where to go on when the records at a position are gone. Called on the fetching thread, and may wait. */
    interface Expired {
        /** @return the offset to go on at, or a negative number where the feed has ended */
        long position(PartitionFeed feed, long wanted);
    }

    /** @param end what is known to be there when it is opened */
    PartitionFeed(SplitId split, long start, long stop, long end, Runnable wakeUp, Expired expired) {
        this.split = split;
        this.partition = split.topicPartition();
        this.start = start;
        this.stop = stop;
        this.wakeUp = wakeUp;
        this.expired = expired;
        this.end = new AtomicLong(end);
        this.fetched = start;
    }

    /** Records of one fetch, and the offset to read on at behind them, which may lie behind markers of transactions. */
    record Chunk(List<FetchedRecord> records, long next, long bytes) {}

    SplitId split() {
        return split;
    }

    TopicPartition partition() {
        return partition;
    }

    long start() {
        return start;
    }

    long stop() {
        return stop;
    }

    long end() {
        return end.get();
    }

    void endSeen(long offset) {
        end.accumulateAndGet(offset, Math::max);
    }

    /** No more will come: the topic of this split is gone. */
    void endNow() {
        ended = true;
        wakeUp.run();
    }

    /** Lets the reader look, which then finds what the fetching thread died of. */
    void nudge() {
        wakeUp.run();
    }

    boolean ended() {
        return ended;
    }

    // ---- the fetching thread

    long fetched() {
        return fetched;
    }

    /** Nothing behind here is wanted. */
    boolean complete() {
        return fetched >= stop;
    }

    void add(List<FetchedRecord> records, long next) {
        long size = 0;
        for (FetchedRecord each : records) {
            size += Math.max(0, each.record().serializedKeySize())
                    + Math.max(0, each.record().serializedValueSize())
                    + BYTES_A_RECORD;
        }
        fetched = next;
        bytes.addAndGet(size);
        chunks.add(new Chunk(records, next, size));
        wakeUp.run();
    }

    /** @return where to go on behind records that are gone, or a negative number where the feed has ended */
    long behindGone() {
        return expired.position(this, fetched);
    }

    /** Records that were there once and are gone unread. */
    void lost(long records) {
        lost.addAndGet(records);
    }

    /** Reading goes on at another offset: what lies between is gone. */
    void jump(long offset) {
        add(List.of(), offset);
    }

    boolean paused() {
        return paused;
    }

    void paused(boolean now) {
        paused = now;
    }

    boolean hasRoom(long budget) {
        return bytes.get() < (paused ? budget / 2 : budget);
    }

    // ---- the reader

    @Nullable
    Chunk take() {
        Chunk chunk = chunks.poll();
        if (chunk != null) {
            bytes.addAndGet(-chunk.bytes());
        }
        return chunk;
    }

    long takeLost() {
        return lost.get() == 0 ? 0 : lost.getAndSet(0);
    }

    boolean isEmpty() {
        return chunks.isEmpty();
    }
}

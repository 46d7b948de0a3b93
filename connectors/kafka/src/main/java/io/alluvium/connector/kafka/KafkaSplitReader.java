package io.alluvium.connector.kafka;

import io.alluvium.core.connector.SplitReader;
import io.alluvium.core.row.RowBatch;
import org.jspecify.annotations.Nullable;

/** Reads what the source's thread has fetched of one partition; never waits. */
final class KafkaSplitReader implements SplitReader {
    private final PartitionFeed feed;
    private final FetchThread fetching;
    private final Runnable onClose;
    private final RecordReading.Reader rows;
    private PartitionFeed.@Nullable Chunk chunk;
    private int nextRecord;
    private long next;

    KafkaSplitReader(PartitionFeed feed, FetchThread fetching, Runnable onClose, RecordReading.Reader rows) {
        this.feed = feed;
        this.fetching = fetching;
        this.onClose = onClose;
        this.rows = rows;
        this.next = feed.start();
    }

    @Override
    public @Nullable RowBatch poll() {
        fetching.check();
        rows.expired(feed.takeLost());
        boolean wasHeld = feed.paused();
        while (!rows.isFull() && next < feed.stop()) {
            PartitionFeed.Chunk current = chunk;
            if (current == null) {
                current = feed.take();
                if (current == null) {
                    break;
                }
                chunk = current;
                nextRecord = 0;
            }
            read(current);
        }
        if (wasHeld && feed.isEmpty()) {
            fetching.resume();
        }
        return rows.take();
    }

    @Override
    public boolean finished() {
        if (!rows.isEmpty()) {
            return false;
        }
        return next >= feed.stop() || feed.ended() && chunk == null && feed.isEmpty();
    }

    @Override
    public boolean behind() {
        return next < Math.min(feed.stop(), feed.end()) && !feed.ended();
    }

    @Override
    public byte[] position() {
        return new KafkaPosition(next, feed.stop()).encode();
    }

    @Override
    public void close() {
        onClose.run();
    }

    private void read(PartitionFeed.Chunk current) {
        while (nextRecord < current.records().size() && !rows.isFull()) {
            FetchedRecord fetched = current.records().get(nextRecord);
            long offset = fetched.record().offset();
            if (offset >= feed.stop()) {
                next = feed.stop();
                chunk = null;
                return;
            }
            rows.read(fetched);
            nextRecord++;
            next = offset + 1;
        }
        if (nextRecord == current.records().size()) {
            next = Math.max(next, current.next());
            chunk = null;
        }
    }
}

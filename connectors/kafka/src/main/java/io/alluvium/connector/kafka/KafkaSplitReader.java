package io.alluvium.connector.kafka;

import io.alluvium.core.connector.SourceContext;
import io.alluvium.core.connector.SplitReader;
import io.alluvium.core.row.RowBatch;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Reads what the source's thread has fetched of one partition, itself or with the engine's helpers; never waits. */
final class KafkaSplitReader implements SplitReader {
    private final PartitionFeed feed;
    private final FetchThread fetching;
    private final Runnable onClose;
    private final RecordReading.Reader rows;
    private final SourceContext source;
    private final @Nullable ChunkParsing parsing;
    private PartitionFeed.@Nullable Chunk chunk;
    private int nextRecord;
    private long next;

    KafkaSplitReader(
            PartitionFeed feed, FetchThread fetching, Runnable onClose, RecordReading reading, SourceContext source) {
        this.feed = feed;
        this.fetching = fetching;
        this.onClose = onClose;
        this.rows = reading.reader(feed.split(), source);
        this.source = source;
        Executor helpers = source.helpers();
        this.parsing = helpers == null ? null : new ChunkParsing(feed.split(), reading, source, helpers, feed.stop());
        this.next = feed.start();
    }

    @Override
    public @Nullable RowBatch poll() {
        fetching.check();
        rows.expired(feed.takeLost());
        if (parsing != null) {
            return parsed(parsing);
        }
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
        boolean none = chunk == null && feed.isEmpty() && (parsing == null || parsing.isEmpty());
        return next >= feed.stop() || feed.ended() && none;
    }

    @Override
    public boolean behind() {
        return next < Math.min(feed.stop(), feed.end()) && !feed.ended();
    }

    @Override
    public long lag() {
        return feed.ended() ? 0 : Math.max(0, Math.min(feed.stop(), feed.end()) - next);
    }

    @Override
    public byte[] position() {
        return new KafkaPosition(next, feed.stop()).encode();
    }

    @Override
    public void close() {
        onClose.run();
    }

    private @Nullable RowBatch parsed(ChunkParsing helped) {
        boolean wasHeld = feed.paused();
        RowBatch batch = null;
        while (batch == null) {
            helped.fill(feed);
            ChunkParsing.Part part = helped.next();
            if (part == null) {
                break;
            }
            part.reports().release(source);
            next = Math.max(next, part.next());
            batch = part.rows();
        }
        if (wasHeld && feed.isEmpty()) {
            fetching.resume();
        }
        return batch;
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

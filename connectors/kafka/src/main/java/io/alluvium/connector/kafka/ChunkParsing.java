package io.alluvium.connector.kafka;

import io.alluvium.core.connector.HeldReports;
import io.alluvium.core.connector.SourceContext;
import io.alluvium.core.io.OrderedWork;
import io.alluvium.core.row.RowBatch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Parses what was fetched of one partition on the engine's helper threads, several chunks at a time; the rows come back in the
 * partition's order. Used by the worker's thread, but for the parsing itself.
 */
final class ChunkParsing {
    private static final int CHUNKS_ON_THEIR_WAY = 4;

    private final SplitId split;
    private final RecordReading reading;
    private final String node;
    private final long stop;
    private final OrderedWork<List<Part>> work;
    private final ConcurrentLinkedQueue<Parser> idle = new ConcurrentLinkedQueue<>();
    private final ArrayDeque<Part> parsed = new ArrayDeque<>();

    ChunkParsing(SplitId split, RecordReading reading, SourceContext source, Executor helpers, long stop) {
        this.split = split;
        this.reading = reading;
        this.node = source.node();
        this.stop = stop;
        this.work = new OrderedWork<>(helpers, CHUNKS_ON_THEIR_WAY, source::wakeUp);
    }

    /**
     * Some rows, or none, with the offset to go on at behind them and what is to be reported with them.
     *
     * @param reports released by the worker when it gives the rows on
     */
    record Part(@Nullable RowBatch rows, long next, HeldReports reports) {}

    /** Hands chunks to the helpers. */
    void fill(PartitionFeed feed) {
        while (work.hasRoom()) {
            PartitionFeed.Chunk chunk = feed.take();
            if (chunk == null) {
                return;
            }
            work.submit(() -> parse(chunk));
        }
    }

    /** The next part, or null where none is ready. */
    @Nullable
    Part next() {
        if (parsed.isEmpty()) {
            List<Part> parts = work.poll();
            if (parts != null) {
                parsed.addAll(parts);
            }
        }
        return parsed.poll();
    }

    boolean isEmpty() {
        return parsed.isEmpty() && work.isEmpty();
    }

    private List<Part> parse(PartitionFeed.Chunk chunk) {
        Parser known = idle.poll();
        Parser parser = known == null ? new Parser() : known;
        List<Part> parts = parser.parse(chunk);
        idle.add(parser);
        return parts;
    }

    /** Used by one thread at a time. */
    private final class Parser {
        private final HeldReports held = new HeldReports(node);
        private final RecordReading.Reader rows = reading.reader(split, held);

        List<Part> parse(PartitionFeed.Chunk chunk) {
            List<Part> parts = new ArrayList<>();
            for (FetchedRecord fetched : chunk.records()) {
                ConsumerRecord<byte[], byte[]> record = fetched.record();
                if (record.offset() >= stop) {
                    parts.add(part(stop));
                    return parts;
                }
                rows.read(fetched);
                if (rows.isFull()) {
                    parts.add(part(record.offset() + 1));
                }
            }
            parts.add(part(chunk.next()));
            return parts;
        }

        private Part part(long next) {
            RowBatch batch = rows.take();
            return new Part(batch, next, held.detach());
        }
    }
}

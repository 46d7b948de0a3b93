package io.alluvium.benchmarks.canal;

import io.alluvium.benchmarks.nexmark.FirstEvent;
import io.alluvium.core.connector.HeldReports;
import io.alluvium.core.connector.RecordDecoder;
import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.connector.SourceContext;
import io.alluvium.core.connector.SplitReader;
import io.alluvium.core.connector.TableContext;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.io.OrderedWork;
import io.alluvium.core.operator.DeadLetter;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.RowBatch;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Parses blocks of messages, itself or with the engine's helpers, and gives their rows in order. Position: the next message's number
 * (64 bits, big endian).
 */
final class CanalLogReader implements SplitReader {
    private static final int BLOCK = 512;
    private static final int BLOCKS_ON_THEIR_WAY = 4;

    private final TableContext table;
    private final ScanRequest request;
    private final CanalMessages ring;
    private final long messages;
    private final SourceContext context;
    private final @Nullable OrderedWork<Parsed> helped;
    private final ConcurrentLinkedQueue<Parser> idle = new ConcurrentLinkedQueue<>();
    /** Number of the next message whose rows are given out, and of the next one to parse. */
    private long next;

    private long handedIn;

    CanalLogReader(
            TableContext table,
            ScanRequest request,
            CanalMessages ring,
            long messages,
            SourceContext context,
            byte @Nullable [] position) {
        this.table = table;
        this.request = request;
        this.ring = ring;
        this.messages = messages;
        this.context = context;
        this.next = position == null ? 0 : ByteBuffer.wrap(position).getLong();
        this.handedIn = next;
        Executor helpers = context.helpers();
        this.helped = helpers == null ? null : new OrderedWork<>(helpers, BLOCKS_ON_THEIR_WAY, context::wakeUp);
    }

    private record Parsed(RowBatch rows, long next, HeldReports reports) {}

    @Override
    public @Nullable RowBatch poll() {
        FirstEvent.seen();
        if (finished()) {
            return null;
        }
        Parsed parsed = helped == null ? parse(handedIn, block()) : help(helped);
        if (parsed == null) {
            return null;
        }
        parsed.reports().release(context);
        next = parsed.next();
        return parsed.rows();
    }

    private @Nullable Parsed help(OrderedWork<Parsed> work) {
        while (work.hasRoom() && handedIn < messages) {
            long from = handedIn;
            long to = block();
            work.submit(() -> parse(from, to));
        }
        return work.poll();
    }

    /** Takes a block out of the log and returns the number behind it. */
    private long block() {
        handedIn = Math.min(messages, handedIn + BLOCK);
        return handedIn;
    }

    private Parsed parse(long from, long to) {
        Parser known = idle.poll();
        Parser parser = known == null ? new Parser() : known;
        Parsed parsed = parser.parse(from, to);
        idle.add(parser);
        return parsed;
    }

    @Override
    public boolean finished() {
        return next >= messages;
    }

    @Override
    public boolean behind() {
        return !finished();
    }

    @Override
    public byte[] position() {
        return ByteBuffer.allocate(Long.BYTES).putLong(next).array();
    }

    @Override
    public void close() {}

    /** Used by one thread at a time. */
    private final class Parser implements RecordDecoder.Rows {
        private final HeldReports held = new HeldReports(context.node());
        private final BatchBuilder builder = new BatchBuilder(request.schema());
        private final RecordDecoder decoder =
                table.formats().format(table.options().text("format")).decoder(table, request);

        Parsed parse(long from, long to) {
            for (long number = from; number < to; number++) {
                byte[] message = ring.message(number);
                int rows = builder.size();
                try {
                    decoder.decode(message, 0, message.length, this);
                } catch (AlluviumException e) {
                    builder.truncate(rows);
                    if (e.code() != ErrorCode.RECORD_INVALID) {
                        throw e;
                    }
                    String position = "message " + number;
                    byte[] tag = position.getBytes(StandardCharsets.UTF_8);
                    held.deadLetters().report(new DeadLetter(context.node(), position, tag, message, 1, e));
                }
            }
            return new Parsed(builder.build(), to, held.detach());
        }

        @Override
        public BatchBuilder builder() {
            return builder;
        }

        @Override
        public void endRow(long weight, int index) {
            builder.endRow(weight);
        }

        @Override
        public void skipped(String reason) {
            held.counter(reason).add(1);
        }
    }
}

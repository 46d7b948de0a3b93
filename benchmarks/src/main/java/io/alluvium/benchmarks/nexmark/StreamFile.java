package io.alluvium.benchmarks.nexmark;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Writes a stream as a file that other engines read, so that streams can be compared byte for byte. Little endian: {@code
 * NXMARK1\n}, seed, rate, events (64 bits each), then a record an event: 32-bit length of what follows, 8-bit kind, event time
 * in milliseconds, and the kind's columns, numbers first; a text is a 16-bit length and its bytes.
 */
public final class StreamFile {
    private static final int BLOCK = 1024;
    private static final int LARGEST_RECORD = 4096;

    private final EventStream stream;
    private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);

    public StreamFile(EventStream stream) {
        this.stream = stream;
    }

    /** Writes header and all events; does not close the stream. */
    public void write(OutputStream out) throws IOException {
        Rows persons = new Rows(stream, EventKind.PERSON);
        Rows auctions = new Rows(stream, EventKind.AUCTION);
        Rows bids = new Rows(stream, EventKind.BID);
        buffer.put("NXMARK1\n".getBytes(StandardCharsets.US_ASCII));
        buffer.putLong(stream.seed()).putLong(stream.rate()).putLong(stream.events());
        for (long number = 0; number < stream.events(); number++) {
            if (buffer.remaining() < LARGEST_RECORD) {
                flush(out);
            }
            Rows rows =
                    switch (EventKind.of(number)) {
                        case PERSON -> persons;
                        case AUCTION -> auctions;
                        case BID -> bids;
                    };
            rows.advance();
            record(rows.block, rows.row, number);
        }
        flush(out);
    }

    private void record(EventBlock block, int row, long number) {
        if (block.numbers()[row] != number) {
            throw new AssertionError("event " + block.numbers()[row] + " in the place of " + number);
        }
        int start = buffer.position();
        buffer.putInt(0);
        buffer.put((byte) block.kind().ordinal());
        buffer.putLong(stream.timeMillis(number));
        for (int column : columns(block.kind())) {
            switch (block.kind().schema().type(column).kind()) {
                case LONG -> buffer.putLong(
                        isTime(block.kind(), column) ? block.longs(column)[row] / 1000 : block.longs(column)[row]);
                case BYTES -> {
                    int length = block.lengths(column)[row];
                    buffer.putShort((short) length);
                    buffer.put(block.bytes(column), block.starts(column)[row], length);
                }
                case DOUBLE, INT128 -> throw new AssertionError("column " + column + " of " + block.kind());
            }
        }
        buffer.putInt(start, buffer.position() - start - Integer.BYTES);
    }

    /** The order of columns in a record: numbers, then texts. The event's own time stands before them. */
    private static int[] columns(EventKind kind) {
        return switch (kind) {
            case PERSON -> new int[] {
                PersonColumns.ID,
                PersonColumns.NAME,
                PersonColumns.EMAIL,
                PersonColumns.CARD,
                PersonColumns.CITY,
                PersonColumns.STATE,
                PersonColumns.EXTRA
            };
            case AUCTION -> new int[] {
                AuctionColumns.ID,
                AuctionColumns.INITIAL_BID,
                AuctionColumns.RESERVE,
                AuctionColumns.EXPIRES,
                AuctionColumns.SELLER,
                AuctionColumns.CATEGORY,
                AuctionColumns.ITEM_NAME,
                AuctionColumns.DESCRIPTION,
                AuctionColumns.EXTRA
            };
            case BID -> new int[] {
                BidColumns.AUCTION,
                BidColumns.BIDDER,
                BidColumns.PRICE,
                BidColumns.CHANNEL,
                BidColumns.URL,
                BidColumns.EXTRA
            };
        };
    }

    private static boolean isTime(EventKind kind, int column) {
        return kind == EventKind.AUCTION && column == AuctionColumns.EXPIRES;
    }

    private void flush(OutputStream out) throws IOException {
        out.write(buffer.array(), 0, buffer.position());
        buffer.clear();
    }

    /** The events of a kind, one after the other. */
    private static final class Rows {
        private final EventCursor cursor;
        private final EventBlock block;
        private int row = -1;

        Rows(EventStream stream, EventKind kind) {
            cursor = stream.cursor(kind, -1, 0, 1);
            block = cursor.block(BLOCK);
        }

        void advance() {
            row++;
            if (row >= block.size()) {
                cursor.next(block);
                row = 0;
            }
        }
    }
}

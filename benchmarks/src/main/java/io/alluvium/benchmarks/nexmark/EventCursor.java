package io.alluvium.benchmarks.nexmark;

/**
 * Walks over the events of one kind in one share of a stream, a block at a time. Its whole state is the number of the next event
 * to look at. Used by one thread.
 */
public final class EventCursor {
    private final EventStream stream;
    private final EventKind kind;
    private final int columns;
    private final int parts;
    private final Columns generator;
    private long position;

    EventCursor(EventStream stream, EventKind kind, int columns, int part, int parts) {
        if (part < 0 || part >= parts) {
            throw new IllegalArgumentException("part " + part + " of " + parts);
        }
        this.stream = stream;
        this.kind = kind;
        this.columns = columns;
        this.parts = parts;
        this.position = part;
        this.generator = switch (kind) {
            case PERSON -> new PersonColumns(stream, columns);
            case AUCTION -> new AuctionColumns(stream, columns);
            case BID -> new BidColumns(stream, columns);
        };
    }

    /** Computes the columns of the events whose numbers a block already holds. */
    interface Columns {
        void fill(EventBlock block);
    }

    /** An empty block of this cursor's kind and columns. */
    public EventBlock block(int capacity) {
        return new EventBlock(kind, columns, capacity);
    }

    /** Fills a block of {@link #block} with the next events; it has size 0 at the end only. */
    public int next(EventBlock block) {
        int size = number(block.numbers(), block.capacity());
        block.size(size);
        if (size > 0) {
            generator.fill(block);
        }
        return size;
    }

    /** The number before which all events of this share were handed over. At the end it is past the stream's last event. */
    public long position() {
        return position;
    }

    /** Continues at a position that {@link #position} gave, also of another cursor over the same share. */
    public void seek(long to) {
        position = to;
    }

    private int number(long[] numbers, int capacity) {
        long end = stream.events();
        int first = kind.firstPlace();
        int last = kind.lastPlace();
        int step = parts % EventKind.CYCLE;
        long number = position;
        int place = (int) (number % EventKind.CYCLE);
        int size = 0;
        while (size < capacity && number < end) {
            numbers[size] = number;
            size += place >= first && place <= last ? 1 : 0;
            number += parts;
            place += step;
            place -= place >= EventKind.CYCLE ? EventKind.CYCLE : 0;
        }
        position = number;
        return size;
    }
}

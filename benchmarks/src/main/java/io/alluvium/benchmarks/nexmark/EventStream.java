package io.alluvium.benchmarks.nexmark;

import static io.alluvium.benchmarks.nexmark.Draws.STEP;
import static io.alluvium.benchmarks.nexmark.Draws.mix;

/**
 * A stream of {@code events} events, fixed by seed and rate (events a second of event time): the same values always give the
 * same events. Immutable; shared by the cursors of all splits, because its texts take a few megabytes.
 */
public final class EventStream {
    /** Event time of event 0: 2015-07-15T00:00:00Z. */
    static final long START_MILLIS = 1_436_918_400_000L;

    private final long events;
    private final long seed;
    private final long rate;
    private final long origin;
    private final StreamTexts texts;

    public EventStream(long events, long seed, long rate) {
        if (events < 0 || events > Long.MAX_VALUE / 1000 - 1_000_000 || rate < 1) {
            throw new IllegalArgumentException("events " + events + ", rate " + rate);
        }
        this.events = events;
        this.seed = seed;
        this.rate = rate;
        this.origin = mix(seed + STEP);
        this.texts = new StreamTexts(origin);
    }

    public long events() {
        return events;
    }

    public long seed() {
        return seed;
    }

    public long rate() {
        return rate;
    }

    /** Event time of an event number, in milliseconds. */
    public long timeMillis(long number) {
        return START_MILLIS + number * 1000 / rate;
    }

    /**
     * The events of a kind among the numbers {@code part}, {@code part + parts}, {@code part + 2 parts} ..
     *
     * @param columns bit i asks for column i of the kind's schema; columns not asked for cost nothing
     */
    public EventCursor cursor(EventKind kind, int columns, int part, int parts) {
        return new EventCursor(this, kind, columns, part, parts);
    }

    /** State of an event's draws before the first. */
    long state(long number) {
        return mix(origin ^ mix(number));
    }

    StreamTexts texts() {
        return texts;
    }
}

package io.alluvium.runtime.expression;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

/**
 * Converts between instants and the wall clock of one zone; remembers the period between two clock changes that the last value
 * was in, so that a value costs two comparisons. A wall-clock time that a change skips is moved on by the change's length; one
 * that occurs twice is the earlier. Not for several threads.
 */
public final class ZoneShift {
    private final ZoneId zone;
    private final ZoneRules rules;
    private long from = 1;
    private long to;
    private long offset;

    public ZoneShift(ZoneId zone) {
        this.zone = zone;
        this.rules = zone.getRules();
        if (rules.isFixedOffset()) {
            from = Long.MIN_VALUE;
            to = Long.MAX_VALUE;
            offset = rules.getOffset(Instant.EPOCH).getTotalSeconds() * TimeMath.MICROS_PER_SECOND;
        }
    }

    public ZoneId zone() {
        return zone;
    }

    /** Microseconds of the wall clock at an instant. */
    public long toLocal(long instantMicros) {
        if (instantMicros < from || instantMicros >= to) {
            find(instantMicros);
        }
        return instantMicros + offset;
    }

    /** The instant of a wall-clock time. */
    public long toInstant(long localMicros) {
        long guess = localMicros - offset;
        boolean far = from == Long.MIN_VALUE || guess >= from + TimeMath.MICROS_PER_DAY;
        if (far && (to == Long.MAX_VALUE || guess < to - TimeMath.MICROS_PER_DAY)) {
            return guess;
        }
        long seconds = Math.floorDiv(localMicros, TimeMath.MICROS_PER_SECOND);
        LocalDateTime local = LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC);
        ZoneOffsetTransition change = rules.getTransition(local);
        ZoneOffset valid = change == null ? rules.getOffset(local) : change.getOffsetBefore();
        long instant = localMicros - valid.getTotalSeconds() * TimeMath.MICROS_PER_SECOND;
        find(instant);
        return instant;
    }

    private void find(long instantMicros) {
        Instant instant = Instant.ofEpochSecond(Math.floorDiv(instantMicros, TimeMath.MICROS_PER_SECOND));
        offset = rules.getOffset(instant).getTotalSeconds() * TimeMath.MICROS_PER_SECOND;
        // previousTransition looks strictly before: a second later includes a change at this very second
        ZoneOffsetTransition before = rules.previousTransition(instant.plusSeconds(1));
        ZoneOffsetTransition after = rules.nextTransition(instant);
        from = before == null ? Long.MIN_VALUE : before.toEpochSecond() * TimeMath.MICROS_PER_SECOND;
        to = after == null ? Long.MAX_VALUE : after.toEpochSecond() * TimeMath.MICROS_PER_SECOND;
    }
}

package io.alluvium.runtime.operator;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

/**
 * Turns instants into a zone's wall clock, and the bounds of windows on the wall clock into instants, in microseconds. Where the
 * clock was set back, a start means the first time that the wall showed it, and an end lies behind the last time that the wall
 * showed what is before it; bounds that the clock left out are the moment it was moved.
 */
final class WallClock {
    private static final long SECOND = 1_000_000;

    private final ZoneRules rules;
    private long validFrom = Long.MAX_VALUE;
    private long validTo = Long.MIN_VALUE;
    private long offsetMicros;

    WallClock(ZoneId zone) {
        this.rules = zone.getRules();
    }

    long toWall(long instantMicros) {
        if (instantMicros < validFrom || instantMicros >= validTo) {
            load(instantMicros);
        }
        return instantMicros + offsetMicros;
    }

    /** Remembers the offset and between which instants it holds. */
    private void load(long instantMicros) {
        Instant instant = Instant.ofEpochSecond(Math.floorDiv(instantMicros, SECOND));
        offsetMicros = rules.getOffset(instant).getTotalSeconds() * SECOND;
        ZoneOffsetTransition next = rules.nextTransition(instant);
        ZoneOffsetTransition last = rules.previousTransition(instant.plusNanos(1));
        validTo = next == null ? Long.MAX_VALUE : next.toEpochSecond() * SECOND;
        validFrom = last == null ? Long.MIN_VALUE : last.toEpochSecond() * SECOND;
    }

    /** The first instant of a window that starts at this wall time. */
    long toStart(long wallMicros) {
        long guess = wallMicros - offsetMicros;
        return isSafe(guess) ? guess : toInstant(wallMicros, false);
    }

    /** The instant behind all those whose wall time is before this one. */
    long toEnd(long wallMicros) {
        long guess = wallMicros - offsetMicros;
        return isSafe(guess) ? guess : toInstant(wallMicros - 1, true) + 1;
    }

    /** True where the clock is not moved near an instant. */
    private boolean isSafe(long instant) {
        return validFrom <= validTo
                && instant >= saturatedAdd(validFrom, 2 * 86_400 * SECOND)
                && instant < saturatedAdd(validTo, -2 * 86_400 * SECOND);
    }

    private long toInstant(long wallMicros, boolean last) {
        LocalDateTime wall = LocalDateTime.ofEpochSecond(Math.floorDiv(wallMicros, SECOND), 0, ZoneOffset.UTC);
        ZoneOffsetTransition change = rules.getTransition(wall);
        if (change != null && change.isGap()) {
            // an end stands a microsecond behind what is asked for
            return change.toEpochSecond() * SECOND - (last ? 1 : 0);
        }
        ZoneOffset offset =
                change == null ? rules.getOffset(wall) : last ? change.getOffsetAfter() : change.getOffsetBefore();
        return wallMicros - offset.getTotalSeconds() * SECOND;
    }

    private static long saturatedAdd(long value, long added) {
        if (value == Long.MIN_VALUE || value == Long.MAX_VALUE) {
            return value;
        }
        return value + added;
    }
}

package io.alluvium.runtime.operator;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

/**
 * Turns instants into a zone's wall clock and back, in microseconds. Where the clock was set back, a wall time that happened
 * twice means the first; one that was skipped moves on by the gap.
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

    long toInstant(long wallMicros) {
        long guess = wallMicros - offsetMicros;
        boolean safe = validFrom <= validTo
                && guess >= saturatedAdd(validFrom, 2 * 86_400 * SECOND)
                && guess < saturatedAdd(validTo, -2 * 86_400 * SECOND);
        if (safe) {
            return guess;
        }
        long second = Math.floorDiv(wallMicros, SECOND);
        LocalDateTime wall = LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC);
        ZoneOffset offset = rules.getOffset(wall);
        return wallMicros - offset.getTotalSeconds() * SECOND;
    }

    private static long saturatedAdd(long value, long added) {
        if (value == Long.MIN_VALUE || value == Long.MAX_VALUE) {
            return value;
        }
        return value + added;
    }
}

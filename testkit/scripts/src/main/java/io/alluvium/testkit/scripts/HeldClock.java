package io.alluvium.testkit.scripts;

import io.alluvium.core.io.Clock;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until a script moves it. Thread-safe. */
final class HeldClock implements Clock {
    private static final Instant START = Instant.parse("2024-01-01T00:00:00Z");

    private final AtomicLong micros = new AtomicLong(START.getEpochSecond() * 1_000_000);

    @Override
    public long micros() {
        return micros.get();
    }

    void advance(long millis) {
        micros.addAndGet(millis * 1000);
    }
}

package io.alluvium.core.io;

import java.time.Instant;

/** The engine's only source of time, so that tests can hold it. */
public interface Clock {
    /** Microseconds since 1970 UTC. */
    long micros();

    default long millis() {
        return micros() / 1000;
    }

    /** The machine's clock. */
    static Clock system() {
        return () -> {
            Instant now = Instant.now();
            return now.getEpochSecond() * 1_000_000 + now.getNano() / 1000;
        };
    }
}

package io.alluvium.core.io;

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
            java.time.Instant now = java.time.Instant.now();
            return now.getEpochSecond() * 1_000_000 + now.getNano() / 1000;
        };
    }
}

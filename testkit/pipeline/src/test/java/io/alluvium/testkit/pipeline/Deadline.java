package io.alluvium.testkit.pipeline;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for a condition, never for time alone. */
final class Deadline {
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final long nanos;

    private Deadline(long nanos) {
        this.nanos = nanos;
    }

    static Deadline ofSeconds(long seconds) {
        return new Deadline(System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds));
    }

    /** @param otherwise what was found instead, for the failure */
    void await(BooleanSupplier condition, Supplier<String> otherwise) {
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > nanos) {
                throw new AssertionError("too late: " + otherwise.get());
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}

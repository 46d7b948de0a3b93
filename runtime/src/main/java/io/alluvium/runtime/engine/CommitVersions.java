package io.alluvium.runtime.engine;

import java.util.concurrent.atomic.AtomicLong;

/** Issues the versions of commits, one sequence for all jobs of a warehouse. Thread-safe. */
public final class CommitVersions {
    private final AtomicLong last = new AtomicLong();

    /** A version of at least the clock's time, greater than {@code floor} and than every earlier one. */
    long next(long clockMillis, long floor) {
        return last.updateAndGet(before -> Math.max(clockMillis, Math.max(before, floor) + 1));
    }
}

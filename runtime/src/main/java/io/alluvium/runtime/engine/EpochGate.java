package io.alluvium.runtime.engine;

import io.alluvium.core.io.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * The epoch that is open now, shared by all workers: whoever has data, or the coordinator, opens the next one. At most two are
 * in flight, so that one fills while the one before it is worked off. Thread-safe.
 */
final class EpochGate {
    private static final int IN_FLIGHT = 2;

    private final Clock clock;
    private final long epochMillis;
    private final AtomicLongArray processingTimes = new AtomicLongArray(4);
    private List<Signal> workers = List.of();
    private volatile @Nullable OpenEpoch open;
    private volatile long lastOpened;
    private volatile long lastCompleted;
    private volatile boolean shut;

    /** @param lastEpoch the epoch before the first one of this attempt */
    EpochGate(Clock clock, long epochMillis, long lastEpoch) {
        this.clock = clock;
        this.epochMillis = epochMillis;
        this.lastOpened = lastEpoch;
        this.lastCompleted = lastEpoch;
    }

    void workers(List<Signal> signals) {
        workers = List.copyOf(signals);
    }

    @Nullable
    OpenEpoch current() {
        return open;
    }

    long lastOpened() {
        return lastOpened;
    }

    /** True when a worker that finds data may open an epoch for it. */
    boolean mayOpen() {
        return open == null && !shut && lastOpened - lastCompleted < IN_FLIGHT;
    }

    /** Epochs opened and not yet completed. */
    long inFlight() {
        return lastOpened - lastCompleted;
    }

    /** The open epoch; opens one where there is none. Only called where {@link #mayOpen} was true. */
    synchronized OpenEpoch open(boolean reads) {
        OpenEpoch already = open;
        if (already != null) {
            return already;
        }
        long now = clock.micros();
        OpenEpoch next = new OpenEpoch(lastOpened + 1, now, now / 1000 + epochMillis, reads);
        processingTimes.set((int) (next.number() & 3), now);
        lastOpened = next.number();
        open = next;
        for (Signal worker : workers) {
            worker.raise();
        }
        return next;
    }

    /** True when sources are to stop at their next boundary. */
    boolean timeOver(OpenEpoch epoch) {
        return clock.millis() >= epoch.deadlineMillis();
    }

    synchronized void closed() {
        open = null;
    }

    synchronized void completed(long epoch) {
        lastCompleted = epoch;
    }

    /** No worker opens an epoch any more. */
    synchronized void shut() {
        shut = true;
    }

    /** Processing time of an epoch in flight. */
    long processingTimeMicros(long epoch) {
        return processingTimes.get((int) (epoch & 3));
    }
}

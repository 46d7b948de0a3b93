package io.alluvium.benchmarks.nexmark;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * When the stream's source handed over the first event since {@link #forget}: from there on the benchmark measures, so that
 * planning and the start of workers do not count. One a process, because the engine creates the source by its connector's name.
 */
public final class FirstEvent {
    private static final AtomicReference<@Nullable ProcessMark> MARK = new AtomicReference<>();

    private FirstEvent() {}

    static void forget() {
        MARK.set(null);
    }

    /** Called by a reader with each batch; only the first call counts. */
    public static void seen() {
        if (MARK.get() == null) {
            MARK.compareAndSet(null, ProcessMark.now());
        }
    }

    static @Nullable ProcessMark mark() {
        return MARK.get();
    }
}

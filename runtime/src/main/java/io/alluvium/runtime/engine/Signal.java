package io.alluvium.runtime.engine;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Wakes the one thread that waits on it. A raise before the wait is not lost: the wait returns at once. */
final class Signal {
    private volatile boolean raised;
    private volatile @Nullable Thread waiting;

    /** Callable from any thread, after whatever the waiting thread is to see. */
    void raise() {
        raised = true;
        LockSupport.unpark(waiting);
    }

    /** Waits until raised or until the time is over, or for no reason; the caller looks for work again in any case. */
    void await(long nanos) {
        waiting = Thread.currentThread();
        if (!raised) {
            LockSupport.parkNanos(this, nanos);
        }
        waiting = null;
        raised = false;
    }
}

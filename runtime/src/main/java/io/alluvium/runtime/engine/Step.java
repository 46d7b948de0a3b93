package io.alluvium.runtime.engine;

/**
 * Something that goes on a little at each call and never waits: a worker, the coordinator. In production each has a thread that
 * parks on its {@link Signal} when there is nothing to do; a simulation calls them from one thread in any order.
 */
interface Step {
    /** Does a bounded piece of work; false when there was nothing to do. */
    boolean step();

    /** How long the thread may park when {@link #step} found nothing to do and nobody raises the signal. */
    long parkNanos();

    Signal signal();
}

package io.alluvium.runtime.engine;

/**
 * An epoch that takes data.
 *
 * @param number counts from 1
 * @param processingTimeMicros fixed here
 * @param deadlineMillis sources stop handing over by then, at the next boundary
 * @param reads false where the epoch only carries a marker: sources are not asked
 */
record OpenEpoch(long number, long processingTimeMicros, long deadlineMillis, boolean reads) {}

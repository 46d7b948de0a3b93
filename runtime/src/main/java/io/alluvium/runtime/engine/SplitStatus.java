package io.alluvium.runtime.engine;

/**
 * Where a split stands at the end of an epoch.
 *
 * @param watermarkMicros the greatest its rows promised, or {@link io.alluvium.core.operator.EpochEnd#NO_PROMISE}
 * @param finished it has ended for good
 * @param quietSinceMillis when its last rows came, or the attempt began to read it
 * @param drained it has been read to its end in this epoch
 */
record SplitStatus(String split, long watermarkMicros, boolean finished, long quietSinceMillis, boolean drained) {}

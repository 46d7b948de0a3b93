/**
 * The embedded engine: a plan cut into stations, workers that step through them, the coordinator of epochs and checkpoints,
 * sinks, and the supervision of a job.
 */
@NullMarked
package io.alluvium.runtime.engine;

import org.jspecify.annotations.NullMarked;

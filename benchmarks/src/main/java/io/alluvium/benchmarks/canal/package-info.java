/** A log of Canal messages in memory, to measure what parsing costs and how it spreads over cores. */
@NullMarked
package io.alluvium.benchmarks.canal;

import org.jspecify.annotations.NullMarked;

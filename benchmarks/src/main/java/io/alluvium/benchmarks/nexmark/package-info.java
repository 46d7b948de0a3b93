/**
 * The Nexmark stream and queries. The stream is a pure function of (seed, rate, event number), so that every engine that is
 * measured beside ours reads the same events.
 */
@NullMarked
package io.alluvium.benchmarks.nexmark;

import org.jspecify.annotations.NullMarked;

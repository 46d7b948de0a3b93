package io.alluvium.benchmarks.nexmark;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to measure.
 *
 * @param queries names of {@link NexmarkQuery#NAMES}
 * @param events events of all kinds in a measured run; a query that reads only bids still counts them all
 * @param parallelism workers, and splits of each table
 * @param checkpointInterval time between checkpoints
 * @param runs measured runs a query
 * @param warmupEvents events of an unmeasured run before, in the same process; 0 leaves it out
 * @param seed of the stream
 * @param rate events a second of event time
 */
public record BenchOptions(
        List<String> queries,
        long events,
        int parallelism,
        Duration checkpointInterval,
        int runs,
        long warmupEvents,
        long seed,
        long rate) {
    public static final long DEFAULT_SEED = 42;
    public static final long DEFAULT_RATE = 100_000;

    public BenchOptions {
        queries = List.copyOf(queries);
        queries.forEach(NexmarkQuery::named);
        check(!queries.isEmpty(), "no query is named");
        check(events > 0, "events must be above 0, not " + events);
        check(parallelism > 0, "parallelism must be above 0, not " + parallelism);
        check(
                checkpointInterval.toMillis() > 0,
                "checkpoint interval must be at least a millisecond, not " + checkpointInterval);
        check(runs > 0, "runs must be above 0, not " + runs);
        check(warmupEvents >= 0, "warm-up events must not be negative, not " + warmupEvents);
        check(rate > 0, "rate must be above 0, not " + rate);
    }

    /** Options with the stream that the published figures are measured on, and a fifth of the events as warm-up by default. */
    public static BenchOptions of(
            List<String> queries,
            long events,
            int parallelism,
            Duration checkpointInterval,
            int runs,
            @Nullable Long warmupEvents) {
        long warmup = warmupEvents == null ? events / 5 : warmupEvents;
        return new BenchOptions(
                queries, events, parallelism, checkpointInterval, runs, warmup, DEFAULT_SEED, DEFAULT_RATE);
    }

    private static void check(boolean holds, String problem) {
        if (!holds) {
            throw new AlluviumException(ErrorCode.OPTION_INVALID, problem);
        }
    }
}

package io.alluvium.benchmarks.nexmark;

import java.util.function.Consumer;

/**
 * Runs Nexmark queries into a target that drops its rows, and measures them. Before the measured runs of a query, one over fewer
 * events warms the process up.
 */
public final class NexmarkBench {
    private static final String DROPPED = "'connector' = 'blackhole'";

    private final BenchOptions options;
    private final SqlRunner runner;

    public NexmarkBench(BenchOptions options, SqlRunner runner) {
        this.options = options;
        this.runner = runner;
    }

    /** Runs all queries, one after the other; hands over each measured run when it ends. */
    public void run(Consumer<BenchResult> results) {
        for (String name : options.queries()) {
            NexmarkQuery query = NexmarkQuery.named(name);
            if (options.warmupEvents() > 0) {
                measure(query, options.warmupEvents());
            }
            for (int run = 0; run < options.runs(); run++) {
                results.accept(measure(query, options.events()));
            }
        }
    }

    private BenchResult measure(NexmarkQuery query, long events) {
        return MeasuredRun.of(runner, script(query, events), query.name(), events, options.parallelism());
    }

    /** The whole script of a run: settings, tables, target and INSERT. */
    String script(NexmarkQuery query, long events) {
        return """
                SET 'pipeline.name' = 'nexmark_%s';
                SET 'parallelism.default' = '%d';
                SET 'execution.checkpointing.interval' = '%d ms';

                """
                        .formatted(
                                query.name(),
                                options.parallelism(),
                                options.checkpointInterval().toMillis())
                + NexmarkQuery.tables(events, options.seed(), options.rate(), options.parallelism())
                + "\n"
                + query.insert(DROPPED);
    }
}

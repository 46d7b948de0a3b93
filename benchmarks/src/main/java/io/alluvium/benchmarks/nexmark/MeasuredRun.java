package io.alluvium.benchmarks.nexmark;

/** Runs a script and measures it from its source's first event to its end. */
public final class MeasuredRun {
    private MeasuredRun() {}

    public static BenchResult of(SqlRunner runner, String script, String query, long events, int parallelism) {
        System.gc(); // what earlier runs left behind is not this run's work
        FirstEvent.forget();
        ProcessMark call = ProcessMark.now();
        runner.run(script);
        ProcessMark end = ProcessMark.now();
        ProcessMark first = FirstEvent.mark();
        return BenchResult.between(first == null ? call : first, end, query, events, parallelism);
    }
}

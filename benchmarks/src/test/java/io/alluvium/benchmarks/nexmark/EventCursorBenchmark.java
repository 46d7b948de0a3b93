package io.alluvium.benchmarks.nexmark;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the generator costs a row. The source's share of a query's time is this; everything above is the engine's. Run by {@code
 * java -cp (test class path) org.openjdk.jmh.Main EventCursorBenchmark}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class EventCursorBenchmark {
    private static final int ROWS = 2048;

    /** Columns that the queries ask for: q0, q2, q17, q18. */
    @Param({"1100111", "101", "100101", "1111111"})
    private String columns;

    private EventCursor cursor;

    @Setup(Level.Trial)
    public void open() {
        EventStream stream = new EventStream(Long.MAX_VALUE / 10_000, 42, 100_000);
        cursor = stream.cursor(EventKind.BID, Integer.parseInt(columns, 2), 0, 1);
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public EventBlock bids() {
        EventBlock block = cursor.block(ROWS);
        cursor.next(block);
        return block;
    }
}

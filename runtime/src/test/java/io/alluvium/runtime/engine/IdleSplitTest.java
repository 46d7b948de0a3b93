package io.alluvium.runtime.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.alluvium.core.expression.Expression;
import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.plan.PlanNode.AggregateCall;
import io.alluvium.core.plan.PlanNode.GroupWindow;
import io.alluvium.core.plan.PlanNode.WindowKind;
import io.alluvium.core.plan.PlanNode.WindowSpec;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import io.alluvium.runtime.operator.OperatorFactory;
import io.alluvium.runtime.simulation.LogTable;
import io.alluvium.runtime.simulation.TestTables;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A split that is quiet for longer than its table's time-out holds no window open; on the steps' clock, in drawn orders. */
class IdleSplitTest {
    private static final long SECOND = 1_000_000;
    private static final long TIMEOUT_MILLIS = 5_000;
    private static final DataType TIME = DataType.timestamp(6);
    private static final Schema LOG = Schema.of(new Field("at", TIME), new Field("n", DataType.bigint()));
    private static final Schema SCANNED = Schema.of(
            new Field("at", TIME),
            new Field("n", DataType.bigint()),
            new Field("$watermark", DataType.bigint().withNullable(false)));

    private final LogTable log = new LogTable(LOG, 3);
    private final List<String> windows = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void aQuietSplitHoldsNoWindowOpen(int seed) {
        SteppedJob job = job(seed, TIMEOUT_MILLIS);
        job.start();
        row("a", 1);
        row("b", 2);
        row("a", 70);
        job.quiesce();
        assertEquals(List.of(), windows, "b is not idle yet");
        job.nowMicros += (TIMEOUT_MILLIS - 3_000) * 1000;
        row("a", 71);
        job.quiesce();
        assertEquals(List.of(), windows);
        job.nowMicros += TIMEOUT_MILLIS * 1000;
        job.steps(3_000);
        assertEquals(List.of("60 2"), windows, "b is idle: a's promise counts alone");
    }

    /** What waits in a split while the engine stands still is read before the split may be idle. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void whatWaitsUnreadIsNotLate(int seed) {
        SteppedJob job = job(seed, TIMEOUT_MILLIS);
        JobAttempt attempt = job.start();
        row("a", 1);
        row("b", 2);
        row("a", 70);
        job.quiesce();
        job.nowMicros += 3 * TIMEOUT_MILLIS * 1000;
        row("b", 3);
        job.quiesce();
        job.nowMicros += 2 * TIMEOUT_MILLIS * 1000;
        job.steps(3_000);
        assertEquals(List.of("60 3"), windows);
        assertEquals(0, waking(attempt));
    }

    /** Its rows are judged by what the job had promised, which a restart does not forget; they are counted apart. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void aWakingSplitIsLateForWindowsThatAreClosed(int seed) {
        SteppedJob job = job(seed, TIMEOUT_MILLIS);
        job.start();
        row("a", 1);
        row("b", 2);
        row("a", 70);
        job.quiesce();
        job.nowMicros += 2 * TIMEOUT_MILLIS * 1000;
        job.steps(3_000);
        assertEquals(List.of("60 2"), windows);
        job.checkpoint();
        job.crash();
        JobAttempt attempt = job.start();
        row("b", 3); // late by waking
        row("b", 72);
        row("b", 4); // late by its own split
        row("c", 5); // a split that was found later
        job.quiesce();
        job.nowMicros += 2 * TIMEOUT_MILLIS * 1000;
        job.steps(3_000);
        row("a", 130);
        job.quiesce();
        job.nowMicros += 2 * TIMEOUT_MILLIS * 1000;
        job.steps(3_000);
        assertEquals(List.of("60 2", "120 2"), windows);
        assertEquals(2, waking(attempt));
        assertEquals(1, attempt.report().counter("window", "late"));
    }

    @Test
    void withoutATimeOutASplitIsWaitedForForEver() {
        SteppedJob job = job(1, 0);
        job.start();
        row("a", 1);
        row("b", 2);
        row("a", 70);
        job.quiesce();
        job.nowMicros += 1_000 * TIMEOUT_MILLIS * 1000;
        job.steps(3_000);
        assertEquals(List.of(), windows);
    }

    /** The timer rings for a moved watermark only: an idle job opens no epochs. */
    @Test
    void aJobWhoseSplitsAreAllIdleDoesNothing() {
        SteppedJob job = job(3, TIMEOUT_MILLIS);
        JobAttempt attempt = job.start();
        row("a", 70);
        row("b", 2);
        job.quiesce();
        job.nowMicros += 2 * TIMEOUT_MILLIS * 1000;
        job.steps(3_000);
        job.checkpoint();
        JobReport before = attempt.report();
        job.nowMicros += 100 * TIMEOUT_MILLIS * 1000;
        job.steps(5_000);
        assertEquals(before, attempt.report());
    }

    private long waking(JobAttempt attempt) {
        return attempt.report().counter("count", "late_waking");
    }

    private void row(String split, long second) {
        log.append(split, 1, second * SECOND, 1L);
    }

    private SteppedJob job(int seed, long timeoutMillis) {
        Schema assigned = Schema.of(
                new Field("at", TIME),
                new Field("n", DataType.bigint()),
                new Field("$watermark", DataType.bigint().withNullable(false)),
                new Field("window_start", TIME),
                new Field("window_end", TIME),
                new Field("window_time", TIME));
        Schema counted = Schema.of(
                new Field("window_end", TIME), new Field("n", DataType.bigint().withNullable(false)));
        List<PlanNode> nodes = List.of(
                new PlanNode.Scan(
                        "scan",
                        TestTables.table("log", LOG),
                        List.of("at", "n"),
                        List.of(),
                        List.of(),
                        new PlanNode.Watermark(0, new Expression.Column(0, TIME), timeoutMillis),
                        true,
                        true,
                        SCANNED),
                new PlanNode.WindowAssign(
                        "window",
                        "scan",
                        0,
                        new WindowSpec(WindowKind.TUMBLE, 60 * SECOND, 60 * SECOND, 0),
                        2,
                        assigned),
                new PlanNode.Exchange("exchange", "window", List.of(4), assigned),
                new PlanNode.Aggregate(
                        "count",
                        "exchange",
                        List.of(4),
                        List.of(new AggregateCall(
                                "COUNT", List.of(), false, -1, DataType.bigint().withNullable(false))),
                        true,
                        new GroupWindow(4, true, true),
                        counted),
                new PlanNode.Collect("collect", "count", counted));
        PhysicalPlan plan = new PhysicalPlan("idle", nodes);
        OperatorFactory operators = new OperatorFactory(plan, lookup -> {
            throw new IllegalStateException("no look-ups here");
        });
        return new SteppedJob(seed, plan, (node, epoch, net) -> net.forEach(this::collect))
                .log("log", log)
                .operators((job, node, connectors) -> operators.create(node))
                .with(options -> options.withParallelism(1 + seed % 3));
    }

    private void collect(RowBatch batch) {
        for (int row = 0; row < batch.size(); row++) {
            windows.add(
                    batch.longs(0).values()[row] / SECOND + " " + batch.longs(1).values()[row]);
        }
    }
}

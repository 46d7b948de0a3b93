package io.alluvium.runtime.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.alluvium.core.connector.Source;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.expression.Expression;
import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import io.alluvium.runtime.simulation.LogTable;
import io.alluvium.runtime.simulation.TestPlans;
import io.alluvium.runtime.simulation.TestTables;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An idle engine does nothing; watermarks belong to splits and never go back. */
class IdleAndWatermarkTest {
    private static final Schema WITH_WATERMARK = Schema.of(
            new Field("id", DataType.bigint()),
            new Field("amount", DataType.bigint()),
            new Field("$watermark", DataType.bigint().withNullable(false)));

    @Test
    void anIdleJobOpensNoEpochAndMakesNoCheckpoint() {
        LogTable log = new LogTable(TestPlans.LOG, 5);
        log.append("a", 1, 1L, 1L);
        SteppedJob job = new SteppedJob(1, TestPlans.collected(), (node, epoch, net) -> {}).log("log", log);
        JobAttempt attempt = job.start();
        job.quiesce();
        job.checkpoint();
        JobReport before = attempt.report();
        job.steps(20_000); // some twenty seconds of the simulated clock
        assertEquals(before, attempt.report());
        assertEquals(1, before.checkpoints());
    }

    /** Each row carries what its own split had promised before it, at any parallelism. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void rowsCarryTheWatermarkOfTheirSplit(int parallelism) {
        LogTable log = new LogTable(TestPlans.LOG, 2);
        List<String> expected = new ArrayList<>();
        for (int split = 0; split < 3; split++) {
            long running = EpochEnd.NO_PROMISE;
            for (int i = 0; i < 20; i++) {
                long time = (i * 7L) % 15 * 10 + i + split;
                log.append("split-" + split, 1, time, (long) split);
                expected.add(time + " " + split + " " + running);
                running = Math.max(running, time);
            }
        }
        log.end();
        PlanNode.Watermark watermark = watermark(0);
        PhysicalPlan plan = new PhysicalPlan(
                "watermarks",
                List.of(
                        new PlanNode.Scan(
                                "scan",
                                TestTables.table("log", TestPlans.LOG),
                                List.of("id", "amount"),
                                List.of(),
                                List.of(),
                                watermark,
                                true,
                                true,
                                WITH_WATERMARK),
                        new PlanNode.Collect("collect", "scan", WITH_WATERMARK)));
        List<String> rows = new ArrayList<>();
        SteppedJob job = new SteppedJob(parallelism, plan, (node, epoch, net) -> {
                    for (RowBatch batch : net) {
                        for (int row = 0; row < batch.size(); row++) {
                            rows.add(batch.column(0).value(row) + " "
                                    + batch.column(1).value(row) + " "
                                    + batch.column(2).value(row));
                        }
                    }
                })
                .log("log", log)
                .with(options -> options.withParallelism(parallelism));
        job.start();
        job.finish();
        assertEquals(expected.stream().sorted().toList(), rows.stream().sorted().toList());
    }

    /** Windows were closed by the end; rows behind it would silently be wrong. */
    @Test
    void rowsBehindTheEndOfAWatermarkedTableAreRefused() {
        LogTable log = new LogTable(TestPlans.LOG, 2);
        log.append("a", 1, 5L, 1L);
        log.end();
        PhysicalPlan plan =
                new PhysicalPlan("ended", List.of(scan(0), new PlanNode.Collect("collect", "scan", TestPlans.LOG)));
        SteppedJob job = new SteppedJob(1, plan, (node, epoch, net) -> {}).log("log", log);
        job.start();
        job.finish();
        log.append("a", 1, 6L, 1L);
        job.start();
        AlluviumException failure = assertThrows(AlluviumException.class, job::finish);
        assertEquals(ErrorCode.INPUT_AFTER_END, failure.code());
        log.follow();
        job.start();
        failure = assertThrows(AlluviumException.class, job::finish, "following it opens no closed window");
        assertEquals(ErrorCode.INPUT_AFTER_END, failure.code());
    }

    @Test
    void theLeastSplitThatIsNeitherIdleNorEndedCounts() {
        ScanProgress progress = new ScanProgress(scan(500), noSource(), false, EpochEnd.NO_PROMISE);
        progress.update(new SplitStatus("a", 100, false, 1_400, false));
        progress.update(new SplitStatus("b", EpochEnd.NO_PROMISE, false, 1_000, true));
        assertEquals(false, progress.advance(1_400), "b has promised nothing and is not idle yet");
        assertEquals(true, progress.advance(1_500));
        assertEquals(100, progress.watermark());
        progress.update(new SplitStatus("b", 50, false, 1_600, false));
        assertEquals(false, progress.advance(1_600), "it never goes back");
        assertEquals(100, progress.watermark());
        progress.update(new SplitStatus("a", 300, false, 1_000, true));
        progress.update(new SplitStatus("b", 200, false, 1_000, true));
        progress.advance(2_000);
        assertEquals(300, progress.watermark(), "all are idle: the greatest");
    }

    /** A long pause of the engine, or a checkpoint's epoch that reads nothing, is no silence of the source. */
    @Test
    void aSplitThatWasNotReadToItsEndIsNotIdle() {
        ScanProgress progress = new ScanProgress(scan(500), noSource(), false, EpochEnd.NO_PROMISE);
        progress.update(new SplitStatus("a", 100, false, 5_000, true));
        progress.update(new SplitStatus("b", 7, false, 1_000, false));
        assertEquals(true, progress.wouldAdvance(5_000), "an epoch is opened to read it");
        assertEquals(true, progress.advance(5_000));
        assertEquals(7, progress.watermark());
        assertEquals(false, progress.wouldAdvance(5_400), "and not at once again");
        assertEquals(true, progress.wouldAdvance(5_500));
        progress.update(new SplitStatus("b", 7, false, 1_000, true));
        progress.update(new SplitStatus("a", 110, false, 5_300, true));
        assertEquals(true, progress.advance(5_500));
        assertEquals(110, progress.watermark());
    }

    @Test
    void onlyTheEndOfABoundedSourcePromisesTheEnd() {
        ScanProgress bounded = new ScanProgress(scan(0), noSource(), true, EpochEnd.NO_PROMISE);
        bounded.update(new SplitStatus("a", 100, true, 1_000, true));
        bounded.update(new SplitStatus("b", 7, false, 1_000, true));
        bounded.advance(2_000);
        assertEquals(7, bounded.watermark());
        bounded.update(new SplitStatus("b", 8, true, 1_000, true));
        bounded.advance(2_000);
        assertEquals(EpochEnd.ENDED, bounded.watermark());
        ScanProgress unbounded = new ScanProgress(scan(0), noSource(), false, EpochEnd.NO_PROMISE);
        unbounded.update(new SplitStatus("a", 100, true, 1_000, true));
        unbounded.advance(2_000);
        assertEquals(100, unbounded.watermark());
    }

    private static PlanNode.Scan scan(long idleMillis) {
        return new PlanNode.Scan(
                "scan",
                TestTables.table("log", TestPlans.LOG),
                List.of("id", "amount"),
                List.of(),
                List.of(),
                watermark(idleMillis),
                false,
                true,
                TestPlans.LOG);
    }

    private static PlanNode.Watermark watermark(long idleMillis) {
        return new PlanNode.Watermark(0, new Expression.Column(0, DataType.timestamp(6)), idleMillis);
    }

    private static Source noSource() {
        return new LogTable(TestPlans.LOG, 1);
    }
}

package io.alluvium.runtime.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.expression.Expression;
import io.alluvium.core.io.DurableFiles;
import io.alluvium.core.io.LocalFiles;
import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.plan.PlanNode.AggregateCall;
import io.alluvium.core.plan.PlanNode.JoinKind;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.Schema;
import io.alluvium.runtime.checkpoint.MemoryFiles;
import io.alluvium.runtime.operator.OperatorFactory;
import io.alluvium.runtime.simulation.KeyedStore;
import io.alluvium.runtime.simulation.LogTable;
import io.alluvium.runtime.simulation.QuotaFiles;
import io.alluvium.runtime.simulation.TestPlans;
import io.alluvium.runtime.simulation.TestTables;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A join that makes a few rows into very many does not fill memory: what waits for its turn waits on disk. */
class SpillTest {
    private static final long BUDGET = 100_000;
    private static final Schema PAIRS = TestPlans.LOG.concat(TestPlans.LOG);
    private static final DataType BIGINT = DataType.bigint();

    @TempDir
    Path folder;

    private final KeyedStore store = new KeyedStore(true);

    @Test
    void aJoinThatExpandsWaitsOnDiskAndLosesNothing() throws IOException {
        int rows = 3_000;
        DurableFiles files = LocalFiles.in(folder);
        SteppedJob job = job(rows, rows, files);
        job.start();
        JobReport report = job.finish();
        assertEquals(answer(rows), store.rows());
        assertEquals((long) rows * rows, report.counter("aggregate", JobReport.IN));
        assertTrue(report.spilledBytes() > 60_000_000, "only " + report.spilledBytes() + " bytes were spilled");
        assertEquals(List.of(), files.list("spill"), "what was read back is deleted");
    }

    @Test
    void rowsThatWaitForTheMarkerOfAnotherInputKeepTheirOrderOnDisk() {
        Map<String, String> expected = new TreeMap<>();
        for (long key = 0; key < 7; key++) {
            long count = 0;
            long sum = 0;
            for (long i = key; i < 2_000; i += 7) {
                count += i == 13 ? 0 : 1; // a bad amount
                sum += i == 13 ? 0 : i;
            }
            expected.put(String.valueOf(key), "[" + key + ", " + count + ", " + sum + "]");
        }
        int spilled = 0;
        for (int seed = 0; seed < 10; seed++) {
            KeyedStore sums = new KeyedStore(true);
            spilled += sumsWithLittleRoom(seed, sums) > 0 ? 1 : 0;
            assertEquals(expected, sums.rows(), "seed " + seed);
        }
        assertTrue(spilled >= 3, "only " + spilled + " of 10 runs spilled");
    }

    /** Runs in an order that the seed decides; returns the bytes that were spilled. */
    private static long sumsWithLittleRoom(int seed, KeyedStore target) {
        LogTable log = new LogTable(TestPlans.LOG, 5);
        for (long i = 0; i < 2_000; i++) {
            log.append("split-" + i % 3, 1, i % 7, i);
        }
        log.end();
        SteppedJob job = new SteppedJob(seed, TestPlans.sums(), null)
                .log("log", log)
                .with(options -> options.withParallelism(3).withEpochs(20, 500, 100));
        job.tables.sink("store", () -> target);
        job.start();
        return job.finish().spilledBytes();
    }

    @Test
    void aCrashWithSpilledRowsLosesNothingAndLeavesNothing() throws IOException {
        int rows = 300;
        DurableFiles files = new MemoryFiles();
        SteppedJob job = job(rows, rows, files);
        for (int crash = 0; crash < 3; crash++) {
            JobAttempt attempt = job.start();
            while (attempt.report().spilledBytes() == 0) {
                job.steps(1);
            }
            assertTrue(!files.list("spill").isEmpty(), "nothing is on disk");
            job.crash();
        }
        job.start();
        assertEquals(List.of(), files.list("spill"), "a start removes what a crash has left");
        job.finish();
        assertEquals(answer(rows), store.rows());
    }

    @Test
    void aFullDiskFailsTheAttemptAndTheNextOneGoesOn() {
        int rows = 300;
        QuotaFiles files = new QuotaFiles();
        SteppedJob job = job(rows, rows, files);
        files.quota(50_000);
        JobAttempt attempt = job.start();
        AlluviumException failure = assertThrows(AlluviumException.class, job::finish);
        assertEquals(ErrorCode.STORAGE_FAILED, failure.code());
        assertTrue(failure.getMessage().contains("spilling"), failure.getMessage());
        assertTrue(failure.getMessage().contains("No space left on device"), failure.getMessage());
        attempt.close();
        job.crash();
        assertEquals(List.of(), files.list("spill"), "a failed attempt gives its space back");
        files.quota(Long.MAX_VALUE);
        job.start();
        job.finish();
        assertEquals(answer(rows), store.rows());
    }

    @Test
    void aBatchOfLongConstantsIsWrittenInParts() {
        int rows = 200;
        io.alluvium.core.row.BatchBuilder builder =
                new io.alluvium.core.row.BatchBuilder(io.alluvium.testkit.harness.SchemaText.parse("t STRING"));
        builder.appendRow(1, (Object) new byte[1 << 20]);
        RowBatch large = builder.build().gather(new int[rows], rows);
        QueueBudget budget = new QueueBudget(0, new SpillFolder(new MemoryFiles(), 1));
        SpillQueue queue = budget.queue();
        List<SpillQueue.Spilled> parts = new java.util.ArrayList<>();
        budget.spill(queue, large, parts::add);
        assertEquals(4, parts.size());
        assertTrue(budget.exceeded());
        int read = 0;
        for (SpillQueue.Spilled part : parts) {
            read += budget.unspill(queue, part).size();
        }
        assertEquals(rows, read);
        assertTrue(!budget.exceeded(), "everything was read back");
    }

    private SteppedJob job(int left, int right, DurableFiles files) {
        SteppedJob job = new SteppedJob(5, plan(), null)
                .log("left", log(left))
                .log("right", log(right))
                .on(files)
                .operators((plan, node, connectors) -> new OperatorFactory(plan, lookup -> {
                            throw new IllegalArgumentException("no look-up in " + lookup);
                        })
                        .create(node))
                .with(options -> options.withParallelism(2).withEpochs(100, 64 << 20, BUDGET));
        job.tables.sink("store", () -> store);
        return job;
    }

    /** All rows have one key, and the batch is one, so that one call of the join makes all pairs. */
    private static LogTable log(int rows) {
        LogTable log = new LogTable(TestPlans.LOG, rows);
        for (long i = 0; i < rows; i++) {
            log.append("split", 1, 1L, i);
        }
        log.end();
        return log;
    }

    private static Map<String, String> answer(int rows) {
        Map<String, String> answer = new TreeMap<>();
        for (long amount = 0; amount < rows; amount++) {
            answer.put(String.valueOf(amount), "[" + amount + ", " + rows + ", " + (long) rows * (rows - 1) / 2 + "]");
        }
        return answer;
    }

    /** SELECT l.amount, COUNT(*), SUM(r.amount) FROM left l JOIN right r ON l.id = r.id GROUP BY l.amount. */
    private static PhysicalPlan plan() {
        return new PhysicalPlan(
                "pairs",
                List.of(
                        TestPlans.scan("left", "left"),
                        TestPlans.scan("right", "right"),
                        new PlanNode.Exchange("leftById", "left", List.of(0), TestPlans.LOG),
                        new PlanNode.Exchange("rightById", "right", List.of(0), TestPlans.LOG),
                        new PlanNode.Join(
                                "join",
                                "leftById",
                                "rightById",
                                JoinKind.INNER,
                                List.of(0),
                                List.of(0),
                                List.of(false),
                                null,
                                false,
                                false,
                                PAIRS),
                        new PlanNode.Calc(
                                "calc",
                                "join",
                                null,
                                List.of(new Expression.Column(1, BIGINT), new Expression.Column(3, BIGINT)),
                                TestPlans.LOG),
                        new PlanNode.Exchange("byAmount", "calc", List.of(0), TestPlans.LOG),
                        new PlanNode.Aggregate(
                                "aggregate",
                                "byAmount",
                                List.of(0),
                                List.of(
                                        new AggregateCall("COUNT", List.of(), false, -1, BIGINT),
                                        new AggregateCall("SUM", List.of(1), false, -1, BIGINT)),
                                false,
                                null,
                                TestPlans.SUMS),
                        new PlanNode.Sink(
                                "sink",
                                "aggregate",
                                TestTables.table("store", TestPlans.SUMS, "id"),
                                List.of(0),
                                false,
                                TestPlans.SUMS)));
    }
}

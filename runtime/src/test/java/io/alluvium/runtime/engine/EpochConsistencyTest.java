package io.alluvium.runtime.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.row.RowBatch;
import io.alluvium.runtime.simulation.LogTable;
import io.alluvium.runtime.simulation.TestPlans;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a job shows at the end of an epoch is its answer for one cut of its input, whatever way the rows took. */
class EpochConsistencyTest {

    /** Two ways from one scan to one union: a direct call, and round an exchange with a look-up; one of them negated. */
    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "3, 1", "1, 2", "2, 2", "3, 2", "1, 3", "2, 3", "3, 3", "4, 3"})
    void aDiamondNeverMixesEpochs(long seed, int parallelism) {
        PhysicalPlan plan = new PhysicalPlan(
                "diamond",
                List.of(
                        TestPlans.scan("scan", "log"),
                        new PlanNode.Exchange("exchange", "scan", List.of(0), TestPlans.LOG),
                        TestPlans.lookup("lookup", "exchange"),
                        TestPlans.negation("negation", "scan"),
                        new PlanNode.Union("union", List.of("negation", "lookup"), TestPlans.LOG),
                        new PlanNode.Collect("collect", "union", TestPlans.LOG)));
        List<RowBatch> shown = new ArrayList<>();
        SteppedJob job = new SteppedJob(seed, plan, (node, epoch, net) -> shown.addAll(net))
                .log("log", log(3, 500))
                .with(options -> options.withParallelism(parallelism).withEpochs(10, 200, 2_000));
        job.start();
        JobReport report = job.finish();
        assertEquals(List.of(), shown);
        assertEquals(500, report.counter("lookup", JobReport.OUT));
        assertEquals(500, report.counter("negation", JobReport.IN));
        assertTrue(report.epochs() > 5, "too few epochs to mix any: " + report.epochs());
    }

    /** Money moves between accounts in transactions of the source; the total is the same at the end of every epoch. */
    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "3, 3", "4, 3", "5, 2"})
    void transactionsOfTheSourceStayWhole(long seed, int parallelism) {
        LogTable log = new LogTable(TestPlans.LOG, 1);
        for (int i = 0; i < 400; i++) {
            log.appendOpen("split-" + i % 3, 1, (long) i % 7, 10L);
            log.append("split-" + i % 3, 1, (long) (i * 5 + 1) % 7, -10L);
        }
        log.end();
        Map<Object, Long> balances = new HashMap<>();
        int[] epochs = new int[1];
        SteppedJob job = new SteppedJob(seed, TestPlans.collected(), (node, epoch, net) -> {
                    epochs[0]++;
                    for (RowBatch batch : net) {
                        for (int row = 0; row < batch.size(); row++) {
                            long amount = batch.weight(row) * batch.longs(2).values()[row];
                            balances.merge(batch.column(0).value(row), amount, Long::sum);
                        }
                    }
                    assertEquals(
                            0,
                            balances.values().stream()
                                    .mapToLong(Long::longValue)
                                    .sum(),
                            "after epoch " + epoch);
                })
                .log("log", log)
                .with(options -> options.withParallelism(parallelism).withEpochs(5, 100, 100_000));
        job.start();
        job.finish();
        assertTrue(epochs[0] > 5, "too few epochs: " + epochs[0]);
    }

    private static LogTable log(int splits, int rows) {
        LogTable log = new LogTable(TestPlans.LOG, 5);
        for (int i = 0; i < rows; i++) {
            log.append("split-" + i % splits, 1, (long) i % 41, (long) i);
        }
        log.end();
        return log;
    }
}

package io.alluvium.runtime.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.connector.ChangeBatch;
import io.alluvium.core.connector.Sink;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.io.Clock;
import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.row.RowBatch;
import io.alluvium.runtime.simulation.KeyedStore;
import io.alluvium.runtime.simulation.LogTable;
import io.alluvium.runtime.simulation.TestOperators;
import io.alluvium.runtime.simulation.TestPlans;
import io.alluvium.runtime.simulation.TestTables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starting, stopping, failing and restarting jobs on threads and real files. */
class JobLifeTest {
    @TempDir
    Path folder;

    private final LogTable log = new LogTable(TestPlans.LOG, 64);
    private final KeyedStore store = new KeyedStore(true);
    private final TestTables tables =
            new TestTables(Clock.system()).log("log", log).sink("store", () -> store);
    private final JobOptions options =
            JobOptions.defaults(ZoneOffset.UTC).withParallelism(2).withRestarts(5, 1);

    @Test
    void aLiveJobShowsWhatCameAndStopsWithAFinalCommit() {
        log.append("a", 1, 1L, 10L);
        Map<Object, Object> shown = new TreeMap<>();
        try (Engine engine = engine()) {
            JobHandle job = engine.start(TestPlans.collected(), options, (node, epoch, net) -> apply(net, shown));
            job.quiesce();
            assertEquals(Map.of(1L, 10L), Map.copyOf(shown));
            log.append("b", 1, 1L, 5L);
            log.append("a", 1, 2L, 1L);
            job.quiesce();
            assertEquals(Map.of(1L, 15L, 2L, 1L), Map.copyOf(shown));
            JobReport report = job.stop();
            assertEquals(3, report.counter("scan", JobReport.OUT));
            assertTrue(job.ended());
        }
    }

    @Test
    void aTableThatWasReadToItsEndCanBeFollowedAfterwards() {
        log.append("a", 1, 1L, 10L);
        log.end();
        try (Engine engine = engine()) {
            engine.start(TestPlans.sums(), options, null).await();
        }
        log.follow();
        log.append("a", 1, 1L, 5L);
        log.append("b", 1, 2L, 7L);
        try (Engine engine = engine()) {
            JobHandle job = engine.start(TestPlans.sums(), options, null);
            job.untilCaughtUp();
        }
        assertEquals(Map.of("1", "[1, 2, 15]", "2", "[2, 1, 7]"), store.rows());
    }

    @Test
    void aKilledJobGoesOnFromItsLastCheckpoint() {
        log.append("a", 1, 1L, 10L);
        JobOptions seldom = options.withCheckpointIntervalMillis(3_600_000);
        try (Engine engine = engine()) {
            JobHandle job = engine.start(TestPlans.sums(), seldom, null);
            job.checkpoint();
            assertEquals(Map.of("1", "[1, 1, 10]"), store.rows());
            log.append("a", 1, 1L, 5L);
            job.quiesce();
            job.kill();
        }
        assertEquals(Map.of("1", "[1, 1, 10]"), store.rows(), "nothing becomes visible without a checkpoint");
        try (Engine engine = engine()) {
            engine.start(TestPlans.sums(), seldom, null).untilCaughtUp();
        }
        assertEquals(Map.of("1", "[1, 2, 15]"), store.rows());
    }

    @Test
    void aStoreThatIsAwayForAWhileOnlyDelaysTheJob() {
        AtomicInteger failures = new AtomicInteger(2);
        tables.sink("store", () -> new FlakyStore(store, failures));
        log.append("a", 1, 1L, 10L);
        log.end();
        try (Engine engine = engine()) {
            JobReport report = engine.start(TestPlans.sums(), options, null).await();
            assertEquals(2, report.restarts());
        }
        assertEquals(Map.of("1", "[1, 1, 10]"), store.rows());
    }

    @Test
    void aJobThatNeverGetsAnywhereIsGivenUpSayingWhy() {
        tables.sink("store", () -> new FlakyStore(store, new AtomicInteger(1_000)));
        log.append("a", 1, 1L, 10L);
        log.end();
        try (Engine engine = engine()) {
            JobHandle job = engine.start(TestPlans.sums(), options.withRestarts(2, 1), null);
            AlluviumException failure = assertThrows(AlluviumException.class, job::await);
            assertEquals(ErrorCode.EXTERNAL_FAILED, failure.code());
            assertTrue(job.report().restarts() >= 2);
        }
    }

    @Test
    void deadLettersAreCountedAsTheyCome() {
        JobOptions seldom = options.withCheckpointIntervalMillis(3_600_000);
        log.append("a", 1, 1L, TestOperators.BAD_AMOUNT);
        try (Engine engine = engine()) {
            JobHandle job = engine.start(TestPlans.sums(), seldom, null);
            job.checkpoint();
            log.append("b", 1, 1L, TestOperators.BAD_AMOUNT);
            job.quiesce();
            assertEquals(2, job.report().deadLetters());
            assertEquals(1, engine.deadLetters("sums").size(), "the second one is final with the next checkpoint");
            job.kill();
        }
        try (Engine engine = engine()) {
            JobReport report = engine.start(TestPlans.sums(), seldom, null).untilCaughtUp();
            assertEquals(2, report.deadLetters());
            assertEquals(2, engine.deadLetters("sums").size());
        }
    }

    @Test
    void aStrictJobStopsAtTheFirstBadRecordAndResumesAfterTheFix() {
        log.append("a", 1, 1L, 10L);
        log.append("a", 1, 1L, TestOperators.BAD_AMOUNT);
        log.append("a", 1, 2L, 3L);
        log.end();
        try (Engine engine = engine()) {
            JobHandle job = engine.start(TestPlans.sums(), options.withStrict(true), null);
            AlluviumException failure = assertThrows(AlluviumException.class, job::await);
            assertEquals(ErrorCode.EXPRESSION_FAILED, failure.code());
            assertTrue(failure.getMessage().contains("\"calc\" at row 1"), failure.getMessage());
            assertEquals(0, job.report().restarts());
            JobReport report = engine.start(TestPlans.sums(), options.withStrict(false), null)
                    .await();
            assertEquals(1, report.deadLetters());
            assertEquals(1, report.counter("calc", JobReport.DEAD_LETTERED));
            assertEquals(1, engine.deadLetters("sums").size());
            assertTrue(engine.deadLetters("sums").get(0).contains("EXPRESSION_FAILED"));
        }
        assertEquals(Map.of("1", "[1, 1, 10]", "2", "[2, 1, 3]"), store.rows());
    }

    @Test
    void stateOfAnotherTimeZoneIsRefusedUntilReset() {
        log.append("a", 1, 1L, 10L);
        try (Engine engine = engine()) {
            engine.start(TestPlans.sums(), JobOptions.defaults(ZoneId.of("Asia/Shanghai")), null)
                    .untilCaughtUp();
            JobOptions utc = JobOptions.defaults(ZoneId.of("UTC"));
            JobHandle refused = engine.start(TestPlans.sums(), utc, null);
            AlluviumException failure = assertThrows(AlluviumException.class, refused::await);
            assertEquals(ErrorCode.ZONE_CHANGED, failure.code());
            assertTrue(failure.getMessage().contains("Asia/Shanghai"), failure.getMessage());
            assertTrue(failure.getMessage().contains("UTC"), failure.getMessage());
            // another name of the same time
            engine.start(TestPlans.sums(), JobOptions.defaults(ZoneId.of("PRC")), null)
                    .untilCaughtUp();
            KeyedStore emptied = new KeyedStore(true);
            tables.sink("store", () -> emptied);
            engine.start(TestPlans.sums(), utc.withReset(true), null).untilCaughtUp();
            assertEquals(Map.of("1", "[1, 1, 10]"), emptied.rows());
        }
    }

    @Test
    void aChangedPlanIsRefusedNamingItsNodesUntilReset() {
        log.append("a", 1, 1L, 10L);
        try (Engine engine = engine()) {
            engine.start(TestPlans.sums(), options, null).untilCaughtUp();
            List<PlanNode> nodes = new ArrayList<>(TestPlans.sums().nodes());
            nodes.set(1, new PlanNode.Calc("calc2", "scan", null, List.of(), TestPlans.LOG));
            nodes.set(2, new PlanNode.Exchange("exchange", "calc2", List.of(0), TestPlans.LOG));
            PhysicalPlan changed = new PhysicalPlan("sums", nodes);
            JobHandle refused = engine.start(changed, options, null);
            AlluviumException failure = assertThrows(AlluviumException.class, refused::await);
            assertEquals(ErrorCode.PLAN_CHANGED, failure.code());
            assertTrue(
                    failure.getMessage().contains("calc (gone), exchange (changed), calc2 (new)"),
                    failure.getMessage());
            log.append("a", 1, 1L, 1L);
            KeyedStore emptied = new KeyedStore(true);
            tables.sink("store", () -> emptied);
            engine.start(changed, options.withReset(true), null).untilCaughtUp();
            assertEquals(Map.of("1", "[1, 2, 11]"), emptied.rows());
        }
    }

    @Test
    void aLostStateFolderIsNoticedByTheStore() throws Exception {
        log.append("a", 1, 1L, 10L);
        try (Engine engine = engine()) {
            engine.start(TestPlans.sums(), options, null).untilCaughtUp();
        }
        try (Engine engine = Engine.onFolder(
                folder.resolve("other"), zone -> tables, new TestOperators(), new TestOperators(), Clock.system())) {
            JobHandle job = engine.start(TestPlans.sums(), options, null);
            AlluviumException failure = assertThrows(AlluviumException.class, job::await);
            assertEquals(ErrorCode.RESTORE_BEHIND_STORE, failure.code());
            assertTrue(failure.getMessage().contains("--reset sums"), failure.getMessage());
        }
    }

    @Test
    void aDamagedNewestCheckpointIsNeverAnEmptyStart() throws Exception {
        log.append("a", 1, 1L, 10L);
        try (Engine engine = engine()) {
            engine.start(TestPlans.sums(), options, null).untilCaughtUp();
        }
        try (Stream<Path> manifests = Files.list(folder.resolve("jobs/sums/manifests"))) {
            for (Path manifest : manifests.toList()) {
                byte[] bytes = Files.readAllBytes(manifest);
                bytes[bytes.length / 2] ^= 1;
                Files.write(manifest, bytes);
            }
        }
        try (Engine engine = engine()) {
            JobHandle job = engine.start(TestPlans.sums(), options, null);
            AlluviumException failure = assertThrows(AlluviumException.class, job::await);
            assertEquals(ErrorCode.STATE_CORRUPT, failure.code());
        }
    }

    @Test
    void aBoundedTableThatGrewSinceIsReadOn() {
        log.append("a", 1, 1L, 10L);
        log.end();
        try (Engine engine = engine()) {
            JobReport first = engine.start(TestPlans.sums(), options, null).await();
            JobReport again = engine.start(TestPlans.sums(), options, null).await();
            assertEquals(first.checkpoints(), again.checkpoints(), "nothing changed, nothing is written");
            log.append("a", 1, 1L, 5L);
            log.append("b", 1, 2L, 1L);
            JobReport report = engine.start(TestPlans.sums(), options, null).await();
            assertEquals(3, report.counter("scan", JobReport.OUT));
            assertEquals(2, report.counter("sink", JobReport.OUT), "two rows in the store");
        }
        assertEquals(Map.of("1", "[1, 2, 15]", "2", "[2, 1, 1]"), store.rows());
    }

    @Test
    void aSecondProcessIsToldWhoHasTheFolder() {
        try (Engine first = engine()) {
            AlluviumException failure = assertThrows(AlluviumException.class, this::engine);
            assertEquals(ErrorCode.STATE_FOLDER_IN_USE, failure.code());
            long pid = ProcessHandle.current().pid();
            assertTrue(failure.getMessage().contains("process " + pid + " on host "), failure.getMessage());
        }
        engine().close();
    }

    @Test
    void inMemoryTheSameJobMayRunAgain() {
        log.append("a", 1, 1L, 10L);
        log.end();
        TestOperators operators = new TestOperators();
        try (Engine engine = Engine.inMemory(zone -> tables, operators, operators, Clock.system())) {
            engine.start(TestPlans.sums(), options, null).await();
        }
        assertEquals(Map.of("1", "[1, 1, 10]"), store.rows());
        LogTable empty = new LogTable(TestPlans.LOG, 1);
        empty.end();
        tables.log("log", empty);
        try (Engine engine = Engine.inMemory(zone -> tables, operators, operators, Clock.system())) {
            engine.start(TestPlans.sums(), options, null).await();
        }
    }

    private static void apply(List<RowBatch> net, Map<Object, Object> shown) {
        for (int sign = -1; sign <= 1; sign += 2) {
            for (RowBatch batch : net) {
                for (int row = 0; row < batch.size(); row++) {
                    Object key = batch.column(0).value(row);
                    if (sign < 0 && batch.weight(row) < 0) {
                        shown.remove(key);
                    } else if (sign > 0 && batch.weight(row) > 0) {
                        shown.put(key, batch.column(2).value(row));
                    }
                }
            }
        }
    }

    private Engine engine() {
        TestOperators operators = new TestOperators();
        return Engine.onFolder(folder, zone -> tables, operators, operators, Clock.system());
    }

    /** Fails some commits. */
    private record FlakyStore(KeyedStore store, AtomicInteger failures) implements Sink.WriteAhead {
        @Override
        public LedgerEntry ledger(String job) {
            return store.ledger(job);
        }

        @Override
        public void commit(Commit commit, Iterable<ChangeBatch> changes) {
            if (changes.iterator().hasNext() && failures.getAndDecrement() > 0) {
                throw new AlluviumException(ErrorCode.EXTERNAL_FAILED, "the store is away");
            }
            store.commit(commit, changes);
        }
    }
}

package io.alluvium.runtime.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.io.Clock;
import io.alluvium.runtime.simulation.KeyedStore;
import io.alluvium.runtime.simulation.LogTable;
import io.alluvium.runtime.simulation.TestOperators;
import io.alluvium.runtime.simulation.TestPlans;
import io.alluvium.runtime.simulation.TestTables;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The engine on threads and real files: read, sum by key, commit, stop, go on, at several parallelisms. */
class EngineTest {
    @TempDir
    Path folder;

    private final LogTable log = new LogTable(TestPlans.LOG, 64);
    private final KeyedStore store = new KeyedStore(true);
    private final TestTables tables =
            new TestTables(Clock.system()).log("log", log).sink("store", () -> store);
    private final Map<String, long[]> expected = new TreeMap<>();

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void boundedInputEndsWithAFinalCommit(int parallelism) {
        feed(20_000, 0);
        log.end();
        try (Engine engine = engine()) {
            JobReport report = start(engine, parallelism).await();
            assertEquals(20_000, report.counter("scan", JobReport.OUT));
            assertEquals(20_000, report.counter("aggregate", JobReport.IN));
            assertTrue(report.checkpoints() > 0);
        }
        assertEquals(answer(), store.rows());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void goesOnAtAnotherParallelism(int parallelism) {
        feed(5_000, 0);
        try (Engine engine = engine()) {
            start(engine, parallelism).untilCaughtUp();
        }
        assertEquals(answer(), store.rows());
        feed(5_000, 1);
        try (Engine engine = engine()) {
            JobReport report = start(engine, 4 - parallelism).untilCaughtUp();
            assertEquals(10_000, report.counter("scan", JobReport.OUT));
            assertEquals(2, report.attempt());
        }
        assertEquals(answer(), store.rows());
    }

    @Test
    void aForgottenJobsTargetIsGuardedUntilTheJobIsReset() {
        feed(5_000, 0);
        try (Engine engine = engine()) {
            start(engine, 1).untilCaughtUp();
            engine.forget(TestPlans.sums().job());
            AlluviumException guarded =
                    assertThrows(AlluviumException.class, () -> start(engine, 1).untilCaughtUp());
            assertEquals(ErrorCode.RESTORE_BEHIND_STORE, guarded.code());
        }
        assertEquals(answer(), store.rows());
    }

    private void feed(int rows, int seed) {
        for (int i = 0; i < rows; i++) {
            long amount = i % 100 == 13 ? 0 : i;
            long key = (i * 31L + seed) % 997;
            log.append("split-" + i % 4, 1, key, amount);
            long[] sum = expected.computeIfAbsent(String.valueOf(key), fresh -> new long[2]);
            sum[0]++;
            sum[1] += amount;
        }
    }

    private Map<String, String> answer() {
        Map<String, String> rows = new TreeMap<>();
        expected.forEach((key, sum) -> rows.put(key, "[" + key + ", " + sum[0] + ", " + sum[1] + "]"));
        return rows;
    }

    private Engine engine() {
        TestOperators operators = new TestOperators();
        return Engine.onFolder(folder, zone -> tables, operators, operators, Clock.system());
    }

    private static JobHandle start(Engine engine, int parallelism) {
        JobOptions options = JobOptions.defaults(ZoneOffset.UTC).withParallelism(parallelism);
        return engine.start(TestPlans.sums(), options, null);
    }
}

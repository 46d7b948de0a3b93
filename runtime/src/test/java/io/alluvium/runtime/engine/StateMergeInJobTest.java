package io.alluvium.runtime.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.runtime.simulation.KeyedStore;
import io.alluvium.runtime.simulation.LogTable;
import io.alluvium.runtime.simulation.TestPlans;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Increments are merged in the background, and a job goes on from base and increments at another parallelism. */
class StateMergeInJobTest {

    @Test
    void manyCheckpointsLeaveFewFilesAndTheSameState() throws IOException {
        LogTable log = new LogTable(TestPlans.LOG, 5);
        KeyedStore store = new KeyedStore(true);
        SteppedJob job = new SteppedJob(3, TestPlans.sums(), null).log("log", log);
        job.tables.sink("store", () -> store);
        Map<String, String> expected = new TreeMap<>();
        int parallelism = 1;
        for (int round = 0; round < 4; round++, parallelism = 1 + round % 3) {
            int workers = parallelism;
            job.with(options -> options.withParallelism(workers).withStateFileBytes(workers == 2 ? 60 : 16 << 20));
            JobAttempt attempt = job.start();
            for (int i = 0; i < 30; i++) {
                long key = i % 17;
                log.append("split-" + i % 2, 1, key, 1L);
                job.quiesce();
                job.checkpoint();
                expected.merge(
                        String.valueOf(key),
                        "[" + key + ", 1, 1]",
                        (before, fresh) -> "[" + key + ", " + next(before) + ", " + next(before) + "]");
            }
            job.steps(2_000);
            assertEquals(30L * (round + 1), attempt.lastCheckpoint());
            assertEquals(expected, store.rows());
        }
        long bases = job.files.list("state").stream()
                .filter(name -> name.contains("-base-"))
                .count();
        assertTrue(bases > 0, "nothing was merged: " + job.files.list("state"));
        assertTrue(job.files.list("state").size() < 60, "too many files: " + job.files.list("state"));
    }

    private static long next(String row) {
        return Long.parseLong(row.substring(row.lastIndexOf(' ') + 1, row.length() - 1)) + 1;
    }
}

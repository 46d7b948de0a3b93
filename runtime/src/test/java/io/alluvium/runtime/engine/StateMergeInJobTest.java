package io.alluvium.runtime.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.runtime.checkpoint.MemoryFiles;
import io.alluvium.runtime.simulation.KeyedStore;
import io.alluvium.runtime.simulation.LogTable;
import io.alluvium.runtime.simulation.TestPlans;
import java.io.IOException;
import java.io.OutputStream;
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

    /** A merge that finds no room on the disk leaves nothing there; commits go on, and another try is made later. */
    @Test
    void aDiskWithoutRoomForABaseHoldsUpNoCommit() throws IOException {
        FullForBases files = new FullForBases();
        LogTable log = new LogTable(TestPlans.LOG, 5);
        KeyedStore store = new KeyedStore(true);
        SteppedJob job = new SteppedJob(5, TestPlans.sums(), null)
                .log("log", log)
                .on(files)
                .with(options -> options.withMergeFiles(4).withStateFileBytes(60));
        job.tables.sink("store", () -> store);
        JobAttempt attempt = job.start();
        rounds(job, log, 20);
        job.steps(500);
        assertTrue(files.refused > 0, "nothing was merged");
        assertEquals(20, attempt.lastCheckpoint());
        assertEquals(17, store.rows().size());
        assertEquals(0, bases(files), "a part of a base was left");
        files.full = false;
        rounds(job, log, 40);
        job.steps(500);
        rounds(job, log, 1);
        assertTrue(bases(files) > 0, "no other try was made: " + files.list("state"));
        Map<String, String> before = store.rows();
        job.crash();
        job.start();
        rounds(job, log, 1);
        assertEquals(before.get("5"), store.rows().get("5"));
        assertEquals(
                "[0, " + next(before.get("0")) + ", " + next(before.get("0")) + "]",
                store.rows().get("0"));
    }

    private static void rounds(SteppedJob job, LogTable log, int count) {
        for (int i = 0; i < count; i++) {
            log.append("split-" + i % 2, 1, i % 17L, 1L);
            job.quiesce();
            job.checkpoint();
        }
    }

    private static long bases(MemoryFiles files) {
        return files.list("state").stream()
                .filter(name -> name.contains("-base-"))
                .count();
    }

    /** A disk that takes the first file of a base and no other, while it is full. */
    private static final class FullForBases extends MemoryFiles {
        private boolean full = true;
        private int refused;

        @Override
        public OutputStream create(String name) {
            OutputStream out = super.create(name);
            if (!full || !name.contains("-base-") || name.contains("-base-0")) {
                return out;
            }
            refused++;
            return new OutputStream() {
                @Override
                public void write(int value) throws IOException {
                    throw new IOException("No space left on device");
                }
            };
        }
    }

    private static long next(String row) {
        return Long.parseLong(row.substring(row.lastIndexOf(' ') + 1, row.length() - 1)) + 1;
    }
}

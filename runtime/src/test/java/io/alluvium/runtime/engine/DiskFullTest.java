package io.alluvium.runtime.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.io.Clock;
import io.alluvium.runtime.checkpoint.MemoryFiles;
import io.alluvium.runtime.simulation.KeyedStore;
import io.alluvium.runtime.simulation.LogTable;
import io.alluvium.runtime.simulation.TestOperators;
import io.alluvium.runtime.simulation.TestPlans;
import io.alluvium.runtime.simulation.TestTables;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** A checkpoint that does not fit on the disk leaves nothing there, and the job goes on when there is space again. */
class DiskFullTest {
    private static final int FEW = 100;
    private static final int MANY = 20_000;

    private final JobOptions options = JobOptions.defaults(ZoneOffset.UTC)
            .withCheckpointIntervalMillis(3_600_000)
            .withRestarts(5, 1);

    @Test
    void afterManyFailuresNoMoreSpaceIsNeededThanWithoutThem() {
        LimitedFiles unlimited = new LimitedFiles();
        LogTable log = new LogTable(TestPlans.LOG, 512);
        runTwice(unlimited, log, new KeyedStore(true), () -> {});
        long needed = unlimited.peak;

        LimitedFiles files = new LimitedFiles();
        KeyedStore store = new KeyedStore(true);
        LogTable input = new LogTable(TestPlans.LOG, 512);
        runTwice(files, input, store, () -> {
            long before = files.used();
            files.limit = before + (needed - before) / 2;
            JobHandle failing = start(files, input, store);
            AlluviumException failure = assertThrows(AlluviumException.class, failing::untilCaughtUp);
            assertEquals(ErrorCode.STORAGE_FAILED, failure.code());
            assertEquals(5, failing.report().restarts());
            assertTrue(files.used() < before + 100, files.used() + " bytes are used, before it were " + before);
            files.limit = needed + 100; // the number of an attempt may have a digit more
        });
        Map<String, String> expected = new TreeMap<>();
        for (int i = 0; i < MANY; i++) {
            expected.put(String.valueOf(i), "[" + i + ", 1, 1]");
        }
        assertEquals(expected, store.rows());
    }

    private void runTwice(LimitedFiles files, LogTable log, KeyedStore store, Runnable between) {
        feed(log, 0, FEW);
        start(files, log, store).untilCaughtUp();
        feed(log, FEW, MANY);
        between.run();
        start(files, log, store).untilCaughtUp();
    }

    private static void feed(LogTable log, int from, int to) {
        for (int i = from; i < to; i++) {
            log.append("a", 1, (long) i, 1L);
        }
    }

    private JobHandle start(LimitedFiles files, LogTable log, KeyedStore store) {
        TestTables tables = new TestTables(Clock.system()).log("log", log).sink("store", () -> store);
        TestOperators operators = new TestOperators();
        Surroundings surroundings =
                new Surroundings(tables, operators, operators, Clock.system(), files, true, null, new CommitVersions());
        return JobRunner.start(TestPlans.sums(), options, surroundings);
    }

    /** Files in memory that may come to so many bytes; what was written before the limit stays, as on a disk. */
    private static final class LimitedFiles extends MemoryFiles {
        private final Map<String, Long> sizes = new ConcurrentHashMap<>();
        private volatile long limit = Long.MAX_VALUE;
        private volatile long peak;

        long used() {
            return sizes.values().stream().mapToLong(Long::longValue).sum();
        }

        @Override
        public OutputStream create(String name) {
            sizes.put(name, 0L);
            return new FilterOutputStream(super.create(name)) {
                @Override
                public void write(int value) throws IOException {
                    write(new byte[] {(byte) value}, 0, 1);
                }

                @Override
                public void write(byte[] bytes, int start, int length) throws IOException {
                    int fits = (int) Math.min(length, Math.max(0, limit - used()));
                    out.write(bytes, start, fits);
                    sizes.merge(name, (long) fits, Long::sum);
                    peak = Math.max(peak, used());
                    if (fits < length) {
                        throw new IOException("No space left on device");
                    }
                }
            };
        }

        @Override
        public void rename(String from, String to) throws java.io.FileNotFoundException {
            super.rename(from, to);
            sizes.put(to, sizes.getOrDefault(from, 0L));
            sizes.remove(from);
        }

        @Override
        public void delete(String name) {
            super.delete(name);
            sizes.remove(name);
        }
    }
}

package io.alluvium.server.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.alluvium.server.session.RunningJobs.Progress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalProgressTest {
    private static Progress job(String name, boolean running, Map<String, Long> lags, long commit) {
        return new Progress(name, running, 12_000, 1_500, lags, 11_990, 4, 6, 0, commit);
    }

    @Test
    void aJobIsNamedWithItsRateLagCommitAndCounts() {
        assertEquals(
                "dwd.orders  1,500 rows/s  lag ods.shop 2,000,000  commit 1.2 s ago"
                        + "  read 12,000 written 11,990 late 4 dead letters 6",
                TerminalProgress.line(
                        List.of(job("dwd.orders", true, Map.of("ods.shop", 2_000_000L), 10_000)), 11_200));
    }

    @Test
    void severalJobsAreSummedWithTheGreatestLagsAndTheOldestCommit() {
        Progress first = job("a", true, Map.of("t1", 1L, "t2", 20L, "t3", 300L, "t4", 0L), 9_000);
        Progress second = job("b", true, Map.of("t2", 10L, "t5", 4000L), 10_000);
        Progress ended = job("c", false, Map.of("t6", 9L), 1);
        assertEquals(
                "2 jobs  3,000 rows/s  lag t5 4,000  lag t3 300  lag t2 20  commit 2.0 s ago"
                        + "  read 24,000 written 23,980 late 8 dead letters 12",
                TerminalProgress.line(List.of(first, second, ended), 11_000));
    }

    @Test
    void nothingIsShownWithoutJobsAndNoCommitIsSaid() {
        assertEquals("", TerminalProgress.line(List.of(), 1));
        assertEquals("", TerminalProgress.line(List.of(job("a", false, Map.of(), 0)), 1));
        assertEquals(
                "a  1,500 rows/s  no commit yet  read 12,000 written 11,990 late 4 dead letters 6",
                TerminalProgress.line(List.of(job("a", true, Map.of(), 0)), 1));
    }
}

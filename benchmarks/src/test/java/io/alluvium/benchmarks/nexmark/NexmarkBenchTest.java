package io.alluvium.benchmarks.nexmark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.error.AlluviumException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NexmarkBenchTest {
    private final List<String> scripts = new ArrayList<>();
    private final List<BenchResult> results = new ArrayList<>();

    @Test
    void eachQueryIsWarmedUpOnceAndMeasuredAsOftenAsAsked() {
        BenchOptions options = BenchOptions.of(List.of("q0", "q17"), 1000, 2, Duration.ofSeconds(10), 2, null);
        new NexmarkBench(options, scripts::add).run(results::add);

        assertEquals(6, scripts.size());
        assertTrue(scripts.get(0).contains("'events' = '200'"), scripts.get(0));
        assertTrue(scripts.get(1).contains("'events' = '1000'"), scripts.get(1));
        assertTrue(scripts.get(5).contains("INSERT INTO nexmark_q17\n"), scripts.get(5));
        assertTrue(scripts.get(5).contains("SET 'parallelism.default' = '2';"), scripts.get(5));
        assertTrue(scripts.get(5).contains("SET 'execution.checkpointing.interval' = '10000 ms';"), scripts.get(5));
        assertTrue(scripts.get(5).contains("'splits' = '2'"), scripts.get(5));
        assertEquals(
                List.of("q0", "q0", "q17", "q17"),
                results.stream().map(BenchResult::query).toList());
        assertTrue(results.stream().allMatch(result -> result.events() == 1000));
    }

    @Test
    void withoutWarmUpOnlyMeasuredRunsHappen() {
        new NexmarkBench(BenchOptions.of(List.of("q2"), 1000, 1, Duration.ofSeconds(1), 1, 0L), scripts::add)
                .run(results::add);
        assertEquals(1, scripts.size());
        assertEquals(1, results.size());
    }

    @Test
    void timeCountsFromTheFirstEvent() {
        BenchOptions options = BenchOptions.of(List.of("q0"), 1000, 1, Duration.ofSeconds(10), 1, 0L);
        List<Long> firstEventNanos = new ArrayList<>();
        new NexmarkBench(options, script -> {
                    FirstEvent.seen();
                    firstEventNanos.add(System.nanoTime());
                    FirstEvent.seen();
                })
                .run(results::add);
        double sinceFirstEvent = (System.nanoTime() - firstEventNanos.get(0)) / 1e9;
        ProcessMark first = FirstEvent.mark();
        assertTrue(first != null && first.nanos() <= firstEventNanos.get(0), "the first call counts");
        assertTrue(results.get(0).wallSeconds() > 0 && results.get(0).wallSeconds() < sinceFirstEvent + 1);
    }

    @Test
    void aRunIsOneLineOfJson() {
        BenchResult result = new BenchResult("q4", 2_000_000, 2, 1.6, 3.2, 812, 0.04);
        assertEquals(
                "{\"engine\":\"alluvium\",\"query\":\"q4\",\"events\":2000000,\"parallelism\":2,\"wall_s\":1.600,"
                        + "\"cpu_s\":3.200,\"events_per_s\":1250000,\"events_per_cpu_s\":625000,\"peak_rss_mb\":812,"
                        + "\"foreign_cpu_s\":0.040}",
                result.json());
    }

    @Test
    void marksCountWhatTheProcessDoes() {
        ProcessMark from = ProcessMark.now();
        long spent = from.processNanos();
        long number = 0;
        while (spent < from.processNanos() + 20_000_000) {
            number = Draws.mix(number + 1);
            spent = ProcessMark.now().processNanos();
        }
        BenchResult result = BenchResult.between(from, ProcessMark.now(), "q0", 10, 1);
        assertTrue(result.cpuSeconds() >= 0.02, result.json());
        assertTrue(result.peakResidentMegabytes() != 0, result.json());
    }

    @Test
    void impossibleOptionsAreRefused() {
        Duration second = Duration.ofSeconds(1);
        assertThrows(AlluviumException.class, () -> BenchOptions.of(List.of(), 1, 1, second, 1, null));
        assertThrows(AlluviumException.class, () -> BenchOptions.of(List.of("q99"), 1, 1, second, 1, null));
        assertThrows(AlluviumException.class, () -> BenchOptions.of(List.of("q0"), 0, 1, second, 1, null));
        assertThrows(AlluviumException.class, () -> BenchOptions.of(List.of("q0"), 1, 0, second, 1, null));
        assertThrows(AlluviumException.class, () -> BenchOptions.of(List.of("q0"), 1, 1, Duration.ZERO, 1, null));
    }
}

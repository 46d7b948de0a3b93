package io.alluvium.benchmarks.nexmark;

import java.util.Locale;

/**
 * What one measured run took, from the source's first event to the return of the runner, which is after the last commit.
 *
 * @param wallSeconds time on the clock
 * @param cpuSeconds processor time of the whole process
 * @param peakResidentMegabytes greatest resident memory of the process since its start; -1 if unknown
 * @param foreignCpuSeconds processor time that other processes took meanwhile: the wall time is worth something only where this
 *     is near 0; -1 if unknown
 */
public record BenchResult(
        String query,
        long events,
        int parallelism,
        double wallSeconds,
        double cpuSeconds,
        long peakResidentMegabytes,
        double foreignCpuSeconds) {

    static BenchResult between(ProcessMark from, ProcessMark to, String query, long events, int parallelism) {
        double cpu = (to.processNanos() - from.processNanos()) / 1e9;
        double foreign = from.machineNanos() < 0 || to.machineNanos() < 0
                ? -1
                : Math.max(0, (to.machineNanos() - from.machineNanos()) / 1e9 - cpu);
        return new BenchResult(
                query,
                events,
                parallelism,
                (to.nanos() - from.nanos()) / 1e9,
                cpu,
                ProcessMark.peakResidentMegabytes(),
                foreign);
    }

    public long eventsPerSecond() {
        return Math.round(events / wallSeconds);
    }

    public long eventsPerCpuSecond() {
        return Math.round(events / cpuSeconds);
    }

    /** One line, with the names that the engines measured beside ours use too. */
    public String json() {
        return String.format(
                Locale.ROOT,
                "{\"engine\":\"alluvium\",\"query\":\"%s\",\"events\":%d,\"parallelism\":%d,\"wall_s\":%.3f,\"cpu_s\":%.3f,"
                        + "\"events_per_s\":%d,\"events_per_cpu_s\":%d,\"peak_rss_mb\":%d,\"foreign_cpu_s\":%.3f}",
                query,
                events,
                parallelism,
                wallSeconds,
                cpuSeconds,
                eventsPerSecond(),
                eventsPerCpuSecond(),
                peakResidentMegabytes,
                foreignCpuSeconds);
    }

    /** One line for people. */
    public String text() {
        return String.format(
                Locale.ROOT,
                "%-4s %,13d events at parallelism %d: %7.2f s, %7.2f CPU s, %,12d events/s, %,12d events/CPU s, %,6d MB",
                query,
                events,
                parallelism,
                wallSeconds,
                cpuSeconds,
                eventsPerSecond(),
                eventsPerCpuSecond(),
                peakResidentMegabytes);
    }
}

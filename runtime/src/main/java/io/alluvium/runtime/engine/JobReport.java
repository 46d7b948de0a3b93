package io.alluvium.runtime.engine;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a job has done since it was first started. Exact when it has stopped; while it runs, counters are those of now.
 *
 * @param counters signed weights by plan node and counter name: {@link #IN}, {@link #OUT}, {@link #DEAD_LETTERED} and what
 *     operators count ({@code filtered}, {@code late} ..)
 * @param lags by scan node, records known to be in its source and not read yet; nothing for sources that do not know
 * @param deadLetters dead letters so far; those behind the last checkpoint are kept with the next one, and come again after a failure
 * @param epochs epochs completed in this attempt
 * @param checkpoints number of the last published checkpoint, 0 for none
 * @param commitVersion version of the last commit, milliseconds, 0 for none
 * @param attempt number of the start
 * @param restarts restarts by supervision since {@code start} was called
 * @param spilledBytes bytes of rows that waited on disk since {@code start} was called, because too much was queued for memory
 */
public record JobReport(
        Map<String, Map<String, Long>> counters,
        Map<String, Long> lags,
        long deadLetters,
        long epochs,
        long checkpoints,
        long commitVersion,
        long attempt,
        int restarts,
        long spilledBytes) {
    public static final String IN = "in";
    public static final String OUT = "out";
    public static final String DEAD_LETTERED = "dead_lettered";

    static final JobReport NOTHING = new JobReport(Map.of(), Map.of(), 0, 0, 0, 0, 0, 0, 0);

    public JobReport {
        counters = Map.copyOf(counters);
        lags = Map.copyOf(lags);
    }

    public long counter(String node, String name) {
        return counters.getOrDefault(node, Map.of()).getOrDefault(name, 0L);
    }

    /** With what belongs to all attempts since the start. */
    JobReport since(int restartsBefore, long spilledBefore) {
        return new JobReport(
                counters,
                lags,
                deadLetters,
                epochs,
                checkpoints,
                commitVersion,
                attempt,
                restartsBefore,
                spilledBefore + spilledBytes);
    }

    /** Adds counters of one part of a job to others. */
    static void add(Map<String, Map<String, Long>> target, Map<String, Map<String, Long>> more) {
        more.forEach((node, values) -> {
            Map<String, Long> sums = target.computeIfAbsent(node, key -> new TreeMap<>());
            values.forEach((name, value) -> sums.merge(name, value, Long::sum));
        });
    }
}

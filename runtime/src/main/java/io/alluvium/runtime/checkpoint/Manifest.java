package io.alluvium.runtime.checkpoint;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A published checkpoint: everything a start needs to go on behind it.
 *
 * @param job name of the job
 * @param attempt the start that made it
 * @param checkpoint counts from 1
 * @param epoch the epoch it closes
 * @param commitVersion version of the commit it makes, milliseconds
 * @param parallelism workers that wrote it; for information, a restore takes any
 * @param zone id of the session's zone, by which days and hours were told; null in manifests of builds that did not write it
 * @param plan digest of each plan node, by node id
 * @param files live state files, bases before increments, oldest first
 * @param watermarks merged watermark of each scan, microseconds
 * @param counters final values by node and name
 * @param deadLetters dead letters so far
 */
public record Manifest(
        String job,
        long attempt,
        long checkpoint,
        long epoch,
        long commitVersion,
        int parallelism,
        @Nullable String zone,
        Map<String, String> plan,
        List<FileEntry> files,
        Map<String, Long> watermarks,
        Map<String, Map<String, Long>> counters,
        long deadLetters) {
    public Manifest {
        plan = Map.copyOf(plan);
        files = List.copyOf(files);
        watermarks = Map.copyOf(watermarks);
        counters = Map.copyOf(counters);
    }

    /**
     * A live file.
     *
     * @param checkpoint the checkpoint it was written for; a merged base carries that of its newest increment
     * @param base a merge of older files
     * @param bytes its size
     */
    public record FileEntry(String name, long checkpoint, boolean base, long bytes) {}
}

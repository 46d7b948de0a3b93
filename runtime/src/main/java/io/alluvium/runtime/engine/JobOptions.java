package io.alluvium.runtime.engine;

import java.time.ZoneId;

/**
 * How a job runs.
 *
 * @param parallelism workers, 1 to 128
 * @param checkpointIntervalMillis least time between two checkpoints; one is made only when something changed
 * @param checkpointTimeoutMillis a checkpoint that takes longer fails the job
 * @param zone the session's zone
 * @param strict the first bad record stops the job
 * @param deadLetterPercent the job stops when more of the rows read within a minute are bad
 * @param deadLettersPerMinute the job stops when more are bad within a minute
 * @param reset forget the job's state and start anew
 * @param maxRestarts restarts in a row without a checkpoint in between before the job is given up
 * @param restartBackoffMillis wait before the first restart, doubled for each further one up to a minute
 * @param epochMillis under backlog an epoch takes data for so long
 * @param epochBytes a worker takes about so many bytes into one epoch
 * @param queueBytes sources pause while more than so much waits between stations; rows spill to disk beyond twice as much
 * @param stateFileBytes a worker holds about so much of a checkpoint in memory; of more it writes files as they get full
 * @param mergeFiles a base is made of a job's state files where at least so many have come since the last one
 */
public record JobOptions(
        int parallelism,
        long checkpointIntervalMillis,
        long checkpointTimeoutMillis,
        ZoneId zone,
        boolean strict,
        double deadLetterPercent,
        long deadLettersPerMinute,
        boolean reset,
        int maxRestarts,
        long restartBackoffMillis,
        long epochMillis,
        long epochBytes,
        long queueBytes,
        long stateFileBytes,
        int mergeFiles) {
    public JobOptions {
        if (parallelism < 1 || parallelism > io.alluvium.core.row.RowHash.KEY_GROUPS) {
            throw new IllegalArgumentException("parallelism " + parallelism + " is not in 1 .. 128");
        }
    }

    public static JobOptions defaults(ZoneId zone) {
        return new JobOptions(
                1, 1000, 600_000, zone, false, 1.0, 1000, false, 10, 1000, 100, 64 << 20, 64 << 20, 16 << 20, 24);
    }

    public JobOptions withParallelism(int value) {
        Draft draft = new Draft(this);
        draft.parallelism = value;
        return draft.options();
    }

    public JobOptions withCheckpointIntervalMillis(long value) {
        Draft draft = new Draft(this);
        draft.checkpointIntervalMillis = value;
        return draft.options();
    }

    public JobOptions withCheckpointTimeoutMillis(long value) {
        Draft draft = new Draft(this);
        draft.checkpointTimeoutMillis = value;
        return draft.options();
    }

    public JobOptions withStrict(boolean value) {
        Draft draft = new Draft(this);
        draft.strict = value;
        return draft.options();
    }

    public JobOptions withDeadLetterLimits(double percent, long perMinute) {
        Draft draft = new Draft(this);
        draft.deadLetterPercent = percent;
        draft.deadLettersPerMinute = perMinute;
        return draft.options();
    }

    public JobOptions withReset(boolean value) {
        Draft draft = new Draft(this);
        draft.reset = value;
        return draft.options();
    }

    public JobOptions withRestarts(int max, long backoffMillis) {
        Draft draft = new Draft(this);
        draft.maxRestarts = max;
        draft.restartBackoffMillis = backoffMillis;
        return draft.options();
    }

    public JobOptions withEpochs(long millis, long bytes, long queued) {
        Draft draft = new Draft(this);
        draft.epochMillis = millis;
        draft.epochBytes = bytes;
        draft.queueBytes = queued;
        return draft.options();
    }

    public JobOptions withStateFileBytes(long value) {
        Draft draft = new Draft(this);
        draft.stateFileBytes = value;
        return draft.options();
    }

    public JobOptions withMergeFiles(int value) {
        Draft draft = new Draft(this);
        draft.mergeFiles = value;
        return draft.options();
    }

    /** Options being changed. */
    private static final class Draft {
        private int parallelism;
        private long checkpointIntervalMillis;
        private long checkpointTimeoutMillis;
        private final ZoneId zone;
        private boolean strict;
        private double deadLetterPercent;
        private long deadLettersPerMinute;
        private boolean reset;
        private int maxRestarts;
        private long restartBackoffMillis;
        private long epochMillis;
        private long epochBytes;
        private long queueBytes;
        private long stateFileBytes;
        private int mergeFiles;

        Draft(JobOptions from) {
            parallelism = from.parallelism;
            checkpointIntervalMillis = from.checkpointIntervalMillis;
            checkpointTimeoutMillis = from.checkpointTimeoutMillis;
            zone = from.zone;
            strict = from.strict;
            deadLetterPercent = from.deadLetterPercent;
            deadLettersPerMinute = from.deadLettersPerMinute;
            reset = from.reset;
            maxRestarts = from.maxRestarts;
            restartBackoffMillis = from.restartBackoffMillis;
            epochMillis = from.epochMillis;
            epochBytes = from.epochBytes;
            queueBytes = from.queueBytes;
            stateFileBytes = from.stateFileBytes;
            mergeFiles = from.mergeFiles;
        }

        JobOptions options() {
            return new JobOptions(
                    parallelism,
                    checkpointIntervalMillis,
                    checkpointTimeoutMillis,
                    zone,
                    strict,
                    deadLetterPercent,
                    deadLettersPerMinute,
                    reset,
                    maxRestarts,
                    restartBackoffMillis,
                    epochMillis,
                    epochBytes,
                    queueBytes,
                    stateFileBytes,
                    mergeFiles);
        }
    }
}

package io.alluvium.server.session;

import io.alluvium.runtime.engine.JobHandle;
import io.alluvium.runtime.engine.JobReport;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The jobs of one run, each started once: those that end in turn, in the order in which data flows through them, then those that
 * do not end side by side. Used by one thread.
 */
final class JobRuns {
    private final JobStarter starter;
    private final List<Step.Job> all;
    private final RunMode mode;
    private final List<String> reset;
    private final PrintStream err;
    private final Map<String, JobRun> runs = new LinkedHashMap<>();

    /**
     * @param reset names of jobs that start without their state
     * @param err where summaries go
     */
    JobRuns(JobStarter starter, List<Step.Job> all, RunMode mode, List<String> reset, PrintStream err) {
        this.starter = starter;
        this.all = all;
        this.mode = mode;
        this.reset = reset;
        this.err = err;
    }

    /** True where a job ends by itself or by the mode. */
    boolean ends(Step.Job job) {
        return mode == RunMode.UNTIL_CAUGHT_UP || job.bounded();
    }

    /** Runs to their ends those of the given jobs that have not run yet, with all that end and write what they read. */
    void runBefore(List<Step.Job> written) {
        inTurn(JobOrder.with(written, all).stream().filter(this::ends).toList());
    }

    /**
     * Runs all that have not run yet; where one never ends, returns when the process is stopped.
     *
     * @return what each job did, by name, in the order in which data flows through them
     */
    Map<String, JobRun> runRest() {
        List<Step.Job> ordered = JobOrder.byFlow(all);
        if (ordered.stream().allMatch(this::ends)) {
            inTurn(ordered);
        } else {
            List<Step.Job> left = ordered.stream()
                    .filter(job -> !runs.containsKey(job.name()))
                    .toList();
            runs.putAll(new JobsTogether(this::start, err).run(left));
        }
        Map<String, JobRun> result = new LinkedHashMap<>();
        for (Step.Job job : ordered) {
            JobRun run = runs.get(job.name());
            if (run != null) {
                result.put(job.name(), run);
            }
        }
        return result;
    }

    private void inTurn(List<Step.Job> ordered) {
        for (Step.Job job : ordered) {
            if (runs.containsKey(job.name())) {
                continue;
            }
            JobHandle handle = start(job);
            JobReport report = job.bounded() ? handle.await() : handle.untilCaughtUp();
            err.println(JobSummary.line(job.job().plan(), report));
            runs.put(job.name(), new JobRun(job.job().plan(), report));
        }
    }

    private JobHandle start(Step.Job job) {
        return starter.start(job, reset.contains(job.name()));
    }
}

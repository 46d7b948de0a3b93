package io.alluvium.server.session;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.Suggestion;
import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.runtime.engine.JobHandle;
import io.alluvium.runtime.engine.JobReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The jobs that this process has started, and how fast they are now: each is looked at once a second. Thread-safe. */
public final class RunningJobs implements AutoCloseable {
    private final Map<String, Watched> jobs = new LinkedHashMap<>();
    private @Nullable ScheduledExecutorService sampler;

    /**
     * What a job does now.
     *
     * @param read rows read since its first start, in signed weights
     * @param readPerSecond rows read in the last second
     * @param lags by table, records that wait in its source; nothing for sources that do not know
     * @param commitVersion time of the last commit in milliseconds, 0 for none
     */
    public record Progress(
            String job,
            boolean running,
            long read,
            long readPerSecond,
            Map<String, Long> lags,
            long written,
            long late,
            long deadLetters,
            int restarts,
            long commitVersion) {}

    synchronized void add(PhysicalPlan plan, JobHandle handle) {
        jobs.put(plan.job(), new Watched(plan, handle));
        if (sampler == null) {
            ScheduledExecutorService started = Executors.newSingleThreadScheduledExecutor(task -> {
                Thread thread = new Thread(task, "job-progress");
                thread.setDaemon(true);
                return thread;
            });
            started.scheduleAtFixedRate(this::sample, 1, 1, TimeUnit.SECONDS);
            sampler = started;
        }
    }

    /** All jobs in the order of their start. */
    public synchronized List<Progress> progress() {
        List<Progress> all = new ArrayList<>();
        jobs.values().forEach(watched -> all.add(watched.progress()));
        return all;
    }

    /** Stops a job with a last commit and waits for it. @throws AlluviumException JOB_NOT_FOUND */
    public JobReport stop(String job) {
        Watched watched;
        synchronized (this) {
            watched = jobs.get(job);
            if (watched == null) {
                throw new AlluviumException(
                        ErrorCode.JOB_NOT_FOUND,
                        "job \"" + job + "\" is not running here",
                        Suggestion.didYouMean(job, List.copyOf(jobs.keySet())));
            }
        }
        return watched.handle.stop();
    }

    @Override
    public synchronized void close() {
        if (sampler != null) {
            sampler.shutdownNow();
        }
    }

    private synchronized void sample() {
        jobs.values().forEach(Watched::sample);
    }

    /** A job and its count at the last two looks. */
    private static final class Watched {
        private final PhysicalPlan plan;
        private final JobHandle handle;
        private long before;
        private long now;

        Watched(PhysicalPlan plan, JobHandle handle) {
            this.plan = plan;
            this.handle = handle;
        }

        void sample() {
            before = now;
            now = read(handle.report());
        }

        Progress progress() {
            JobReport report = handle.report();
            long written = 0;
            long late = 0;
            Map<String, Long> lags = new TreeMap<>();
            for (PlanNode node : plan.nodes()) {
                Long lag = report.lags().get(node.id());
                if (lag != null && node instanceof PlanNode.Scan scan) {
                    lags.merge(scan.table().name(), lag, Math::max);
                }
                late += report.counter(node.id(), "late");
                if (node instanceof PlanNode.Sink) {
                    written += report.counter(node.id(), JobReport.IN);
                }
            }
            boolean running = !handle.ended();
            return new Progress(
                    plan.job(),
                    running,
                    read(report),
                    running ? now - before : 0,
                    running ? lags : Map.of(),
                    written,
                    late,
                    report.deadLetters(),
                    report.restarts(),
                    report.commitVersion());
        }

        private long read(JobReport report) {
            long read = 0;
            for (PlanNode node : plan.nodes()) {
                if (node instanceof PlanNode.Scan) {
                    read += report.counter(node.id(), JobReport.OUT);
                }
            }
            return read;
        }
    }
}

package io.alluvium.server.session;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.runtime.engine.JobHandle;
import io.alluvium.runtime.engine.JobReport;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs jobs side by side until all have ended. The first one that fails for good stops the others, each with a last commit; so
 * does the end of the process. Used once.
 */
final class JobsTogether {
    private final Function<Step.Job, JobHandle> start;
    private final PrintStream err;
    private final List<Running> running = new CopyOnWriteArrayList<>();
    private final BlockingQueue<Running> ended = new LinkedBlockingQueue<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private final Map<String, JobRun> runs = new HashMap<>();
    private @Nullable RuntimeException failure;
    private volatile boolean stopping;

    /**
     * @param start starts a job; how it fails to start may come out of the call or of its handle
     * @param err where summaries go
     */
    JobsTogether(Function<Step.Job, JobHandle> start, PrintStream err) {
        this.start = start;
        this.err = err;
    }

    private record Running(PhysicalPlan plan, JobHandle handle) {}

    /**
     * Starts jobs and waits for all of them.
     *
     * @return what each did, by name, in the order given
     * @throws AlluviumException the failure of the job that failed first, those of others suppressed
     */
    Map<String, JobRun> run(List<Step.Job> jobs) {
        Thread stopper = new Thread(this::stopAndWait, "stop-jobs");
        Runtime.getRuntime().addShutdownHook(stopper);
        try {
            startAll(jobs);
            awaitAll();
        } finally {
            over.countDown();
            forget(stopper);
        }
        if (failure != null) {
            throw failure;
        }
        Map<String, JobRun> ordered = new LinkedHashMap<>();
        for (Step.Job job : jobs) {
            JobRun run = runs.get(job.name());
            if (run != null) {
                ordered.put(job.name(), run);
            }
        }
        return ordered;
    }

    private void startAll(List<Step.Job> jobs) {
        for (Step.Job job : jobs) {
            if (stopping) {
                return;
            }
            try {
                Running started = new Running(job.job().plan(), start.apply(job));
                running.add(started);
                started.handle().whenEnded(() -> ended.add(started));
            } catch (RuntimeException e) {
                failed(job.name(), e);
            }
        }
        if (stopping) {
            stopAll(); // asked while the last one started
        } else {
            String what = running.size() == 1 ? "1 job runs" : running.size() + " jobs run";
            err.println("alluvium: " + what + " until this process is stopped (Ctrl-C commits first)");
        }
    }

    private void awaitAll() {
        boolean interrupted = false;
        for (int left = running.size(); left > 0; ) {
            try {
                Running next = ended.take();
                left--;
                take(next);
            } catch (InterruptedException e) {
                interrupted = true;
                stopAll();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void take(Running next) {
        String name = next.plan().job();
        try {
            JobReport report = next.handle().await();
            err.println(JobSummary.line(next.plan(), report));
            runs.put(name, new JobRun(next.plan(), report));
        } catch (RuntimeException e) {
            failed(name, e);
        }
    }

    private void failed(String job, RuntimeException e) {
        if (failure == null) {
            failure = e;
            err.println("alluvium: job=" + job + " failed; the others stop with a last commit");
        } else {
            failure.addSuppressed(e);
        }
        stopAll();
    }

    private void stopAll() {
        stopping = true;
        running.forEach(each -> each.handle().askToStop());
    }

    /** The process ends: all jobs commit, whichever of them fail at it. */
    private void stopAndWait() {
        stopAll();
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void forget(Thread stopper) {
        try {
            Runtime.getRuntime().removeShutdownHook(stopper);
        } catch (IllegalStateException e) {
            return; // the process is ending, and the stopper may be why this one got here
        }
    }
}

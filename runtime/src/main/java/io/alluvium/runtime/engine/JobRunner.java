package io.alluvium.runtime.engine;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.ErrorKind;
import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.runtime.engine.EpochCoordinator.Wish;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a job on threads: one a worker, one for blocking work, one for merges of state, and the supervisor's, which is also the coordinator's. A failed
 * attempt is followed by another one from the last checkpoint after a back-off, unless trying again cannot help, or the job
 * could not even be started for the first time.
 */
public final class JobRunner implements JobHandle {
    /** Expressions are compiled by recursion, and those of generated SQL are deep. Only what is used takes memory. */
    private static final long STACK_BYTES = 32L << 20;

    private static final Logger LOG = LoggerFactory.getLogger(JobRunner.class);
    static final long LONGEST_BACKOFF_MILLIS = 60_000;
    private static final long POLL_NANOS = 50_000_000;

    private final PhysicalPlan plan;
    private final JobOptions options;
    private final Surroundings surroundings;
    private final CompletableFuture<JobReport> end = new CompletableFuture<>();
    private final Map<CompletableFuture<Void>, Wish> wishes = new LinkedHashMap<>();
    private final Signal backoff = new Signal();
    private @Nullable JobAttempt running;
    private volatile JobReport lastReport = JobReport.NOTHING;
    private volatile boolean killed;
    private boolean started;
    private boolean ending;
    private int restarts;
    private int restartsWithoutProgress;
    private long progress = -1;

    private JobRunner(PhysicalPlan plan, JobOptions options, Surroundings surroundings) {
        this.plan = plan;
        this.options = options;
        this.surroundings = surroundings;
    }

    /** Starts a job; errors of its first start come out of the handle, too. */
    public static JobHandle start(PhysicalPlan plan, JobOptions options, Surroundings surroundings) {
        JobRunner runner = new JobRunner(plan, options, surroundings);
        Thread thread = new Thread(null, runner::supervise, "job-" + plan.job(), STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
        return runner;
    }

    @Override
    public String job() {
        return plan.job();
    }

    @Override
    public JobReport await() {
        try {
            return end.join();
        } catch (CompletionException e) {
            throw failure(e);
        }
    }

    @Override
    public void whenEnded(Runnable action) {
        var unused = end.whenComplete((report, failure) -> action.run());
    }

    @Override
    public void askToStop() {
        wish(Wish.STOP);
    }

    @Override
    public JobReport stop() {
        askToStop();
        return await();
    }

    @Override
    public JobReport untilCaughtUp() {
        wish(Wish.CATCH_UP);
        return await();
    }

    @Override
    public void quiesce() {
        join(wish(Wish.QUIET));
    }

    @Override
    public void checkpoint() {
        join(wish(Wish.CHECKPOINT));
    }

    @Override
    public void kill() {
        if (end.isDone()) {
            return; // what it failed with was said when it failed
        }
        killed = true;
        synchronized (this) {
            if (running != null) {
                running.coordinator().signal().raise();
            }
        }
        backoff.raise();
        try {
            end.join();
        } catch (CompletionException e) {
            LOG.info(
                    "job={} had failed when it was killed: {}",
                    plan.job(),
                    failure(e).getMessage());
        }
    }

    @Override
    public synchronized JobReport report() {
        return running == null
                ? lastReport.since(restarts, 0)
                : running.report().since(restarts, lastReport.spilledBytes());
    }

    @Override
    public boolean ended() {
        return end.isDone();
    }

    private void supervise() {
        try {
            boolean reset = options.reset();
            while (true) {
                Throwable failure = attempt(reset);
                if (failure == null || killed) {
                    finish(null);
                    return;
                }
                reset = false;
                if (!mayRestart(failure)) {
                    finish(failure);
                    return;
                }
                waitBackoff(failure);
            }
        } catch (RuntimeException | Error e) {
            finish(e);
        }
    }

    /** One attempt from start to end; what it failed with, or null. */
    private @Nullable Throwable attempt(boolean reset) {
        ExecutorService io = Executors.newSingleThreadExecutor(work -> daemon(work, "io-" + plan.job()));
        ExecutorService merging = Executors.newSingleThreadExecutor(work -> daemon(work, "merge-" + plan.job()));
        ExecutorService helpers =
                Executors.newFixedThreadPool(options.parallelism(), work -> daemon(work, "helper-" + plan.job()));
        JobAttempt attempt;
        try {
            attempt = new JobAttempt(plan, options, surroundings, reset, io, merging, helpers);
        } catch (RuntimeException | Error e) {
            shutDown(io);
            shutDown(merging);
            shutDown(helpers);
            return e;
        }
        started = true;
        synchronized (this) {
            running = attempt;
            wishes.forEach((done, wish) -> pass(attempt, wish, done));
        }
        List<Thread> threads = new ArrayList<>();
        for (Worker worker : attempt.workers()) {
            Thread thread = daemon(() -> drive(attempt, worker), "worker-" + plan.job() + "-" + threads.size());
            threads.add(thread);
            thread.start();
        }
        drive(attempt, attempt.coordinator());
        Throwable failure = attempt.failure();
        boolean finished = attempt.finished();
        attempt.end();
        attempt.workers().forEach(worker -> worker.signal().raise());
        threads.forEach(JobRunner::joinThread);
        shutDown(helpers);
        shutDown(io);
        shutDown(merging);
        synchronized (this) {
            lastReport = attempt.report().since(restarts, lastReport.spilledBytes());
            running = null;
        }
        if (attempt.lastCheckpoint() > progress) {
            progress = attempt.lastCheckpoint();
            restartsWithoutProgress = 0;
        }
        try {
            attempt.close();
        } catch (RuntimeException e) {
            if (failure != null) {
                failure.addSuppressed(e);
            } else if (finished) {
                // everything is committed: a restart would run a job that was asked to stop
                LOG.warn("job={} has ended, but not everything of it closes", plan.job(), e);
            } else {
                return e;
            }
        }
        return failure;
    }

    private void drive(JobAttempt attempt, Step step) {
        try {
            while (!attempt.over() && !killed) {
                if (!step.step()) {
                    step.signal().await(step.parkNanos());
                }
            }
        } catch (RuntimeException | Error e) {
            attempt.fail(e);
        }
    }

    private boolean mayRestart(Throwable failure) {
        if (!surroundings.durable() || !started) {
            return false; // who starts a job is to see at once what is wrong
        }
        ErrorCode code = JobAttempt.asAlluvium(plan.job(), failure).code();
        boolean final_ = code.kind() == ErrorKind.USER
                || code == ErrorCode.MEMORY_FULL
                || code == ErrorCode.FENCED
                || code == ErrorCode.RESTORE_BEHIND_STORE
                || code == ErrorCode.TRANSACTION_LOST
                || code == ErrorCode.SOURCE_DATA_LOST
                || code == ErrorCode.STATE_CORRUPT
                || code == ErrorCode.STATE_VERSION
                || code == ErrorCode.STATE_FOLDER_IN_USE;
        return !final_ && restartsWithoutProgress < options.maxRestarts();
    }

    private void waitBackoff(Throwable failure) {
        long millis = options.restartBackoffMillis();
        for (int i = 0; i < restartsWithoutProgress && millis < LONGEST_BACKOFF_MILLIS; i++) {
            millis *= 2;
        }
        millis = Math.min(millis, LONGEST_BACKOFF_MILLIS);
        synchronized (this) {
            restarts++;
        }
        restartsWithoutProgress++;
        LOG.warn(
                "job={} failed and restarts from its last checkpoint in {} ms (restart {} of {} without progress): {}",
                plan.job(),
                millis,
                restartsWithoutProgress,
                options.maxRestarts(),
                explained(failure));
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (!killed && System.nanoTime() - until < 0 && !stopWished()) {
            backoff.await(Math.min(POLL_NANOS, until - System.nanoTime()));
        }
    }

    private synchronized boolean stopWished() {
        return wishes.containsValue(Wish.STOP);
    }

    private void finish(@Nullable Throwable failure) {
        List<CompletableFuture<Void>> waiting;
        synchronized (this) {
            ending = true;
            waiting = new ArrayList<>(wishes.keySet());
            wishes.clear();
        }
        if (failure == null) {
            LOG.info("job={} ended{} {}", plan.job(), killed ? " by kill" : "", summary(lastReport));
            end.complete(lastReport.since(restarts, 0));
            waiting.forEach(done -> done.complete(null));
        } else {
            AlluviumException known = JobAttempt.asAlluvium(plan.job(), failure);
            if (surroundings.durable() && started) {
                LOG.error("job={} failed for good: {}", plan.job(), explained(failure));
            } else {
                LOG.info("job={} stopped: {}", plan.job(), explained(failure)); // who started it is told
            }
            end.completeExceptionally(known);
            waiting.forEach(done -> done.completeExceptionally(known));
        }
    }

    /** One line where the error speaks for itself; a broken invariant is logged with its stack. */
    private String explained(Throwable failure) {
        AlluviumException known = JobAttempt.asAlluvium(plan.job(), failure);
        if (known.code().kind() == ErrorKind.INTERNAL) {
            LOG.error("job={} met a bug", plan.job(), failure);
        }
        return String.valueOf(known.getMessage());
    }

    private static String summary(JobReport report) {
        return "checkpoint=" + report.checkpoints() + " commit=" + report.commitVersion() + " deadLetters="
                + report.deadLetters();
    }

    private CompletableFuture<Void> wish(Wish wish) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        synchronized (this) {
            if (ending) {
                return end.thenAccept(report -> {});
            }
            wishes.put(done, wish);
            if (running != null) {
                pass(running, wish, done);
            }
        }
        backoff.raise();
        return done;
    }

    private void pass(JobAttempt attempt, Wish wish, CompletableFuture<Void> done) {
        var unused = attempt.request(wish).thenRun(() -> {
            synchronized (this) {
                wishes.remove(done);
            }
            done.complete(null);
        });
    }

    private void join(CompletableFuture<Void> done) {
        try {
            done.join();
        } catch (CompletionException e) {
            throw failure(e);
        }
    }

    private AlluviumException failure(CompletionException e) {
        Throwable cause = e.getCause();
        return JobAttempt.asAlluvium(plan.job(), cause == null ? e : cause);
    }

    private static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(null, work, name, STACK_BYTES);
        thread.setDaemon(true);
        return thread;
    }

    /** Waits for the last piece of blocking work: an older attempt must not write when the next one starts. */
    private static void shutDown(ExecutorService io) {
        io.shutdown();
        boolean interrupted = false;
        while (true) {
            try {
                if (io.awaitTermination(1, TimeUnit.MINUTES)) {
                    break;
                }
                LOG.warn("still waiting for blocking work of the ended attempt");
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void joinThread(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

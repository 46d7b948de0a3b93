package io.alluvium.runtime.engine;

import io.alluvium.core.io.DurableFiles;
import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.runtime.checkpoint.MemoryFiles;
import io.alluvium.runtime.simulation.LogTable;
import io.alluvium.runtime.simulation.TestOperators;
import io.alluvium.runtime.simulation.TestTables;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Runs a job step by step from the test's thread, in an order drawn from a seed, on files in memory. */
final class SteppedJob {
    private static final int MOST_STEPS = 200_000;

    private final Random random;
    private final PhysicalPlan plan;
    private final @Nullable Collector collector;
    private final ArrayDeque<Runnable> io = new ArrayDeque<>();
    private final ArrayDeque<Runnable> merges = new ArrayDeque<>();
    DurableFiles files = new MemoryFiles();
    final TestTables tables = new TestTables(this::micros);
    final TestOperators operators = new TestOperators();
    private OperatorCreation creation = operators;
    JobOptions options = JobOptions.defaults(ZoneOffset.UTC);
    long nowMicros = 1_700_000_000_000_000L;
    private @Nullable JobAttempt attempt;

    SteppedJob(long seed, PhysicalPlan plan, @Nullable Collector collector) {
        this.random = new Random(seed);
        this.plan = plan;
        this.collector = collector;
    }

    SteppedJob with(UnaryOperator<JobOptions> change) {
        options = change.apply(options);
        return this;
    }

    SteppedJob log(String name, LogTable log) {
        tables.log(name, log);
        return this;
    }

    SteppedJob on(DurableFiles folder) {
        files = folder;
        return this;
    }

    SteppedJob operators(OperatorCreation own) {
        creation = own;
        return this;
    }

    JobAttempt start() {
        Surroundings surroundings = new Surroundings(
                tables, creation, operators, this::micros, files, true, collector, new CommitVersions());
        attempt = new JobAttempt(plan, options, surroundings, false, io::add, merges::add);
        return attempt;
    }

    /** The process dies: nothing that was begun goes on. */
    void crash() {
        io.clear();
        merges.clear();
        attempt = null;
    }

    /** Steps until the job has ended; its failure is thrown. */
    JobReport finish() {
        JobAttempt running = running();
        for (int i = 0; !running.finished(); i++) {
            if (i == MOST_STEPS) {
                throw new AssertionError("the job does not come to its end");
            }
            step();
        }
        return running.report();
    }

    /** Steps until everything that the sources have went through. */
    void quiesce() {
        until(running().request(EpochCoordinator.Wish.QUIET));
    }

    void checkpoint() {
        until(running().request(EpochCoordinator.Wish.CHECKPOINT));
    }

    void steps(int count) {
        for (int i = 0; i < count; i++) {
            step();
        }
    }

    private void until(CompletableFuture<Void> done) {
        for (int i = 0; !done.isDone(); i++) {
            if (i == MOST_STEPS) {
                throw new AssertionError("the job does not do what it was asked for");
            }
            step();
        }
    }

    private void step() {
        nowMicros += random.nextInt(2_000);
        List<Step> steps = running().steps();
        int chosen = random.nextInt(steps.size() + 3);
        if (chosen < steps.size()) {
            steps.get(chosen).step();
        } else if (chosen == steps.size()) {
            runNext(io);
        } else if (chosen == steps.size() + 1) {
            runNext(merges);
        } else {
            operators.server().answerOne(random);
        }
        Throwable failure = running().failure();
        if (failure instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (failure != null) {
            throw new AssertionError(failure);
        }
    }

    private static void runNext(ArrayDeque<Runnable> queue) {
        Runnable work = queue.poll();
        if (work != null) {
            work.run();
        }
    }

    private long micros() {
        return nowMicros;
    }

    private JobAttempt running() {
        if (attempt == null) {
            throw new IllegalStateException("not started");
        }
        return attempt;
    }
}

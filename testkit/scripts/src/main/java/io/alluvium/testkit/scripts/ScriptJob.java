package io.alluvium.testkit.scripts;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.runtime.engine.Engine;
import io.alluvium.runtime.engine.JobHandle;
import io.alluvium.runtime.engine.JobOptions;
import io.alluvium.runtime.engine.JobReport;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A job of a script, through all its starts. Used by the script's thread. */
final class ScriptJob {
    private static final long DEADLINE_SECONDS = 60;

    private final PhysicalPlan plan;
    private final @Nullable StreamView view;
    private JobHandle handle;
    private boolean down;
    private boolean failed;

    private ScriptJob(PhysicalPlan plan, @Nullable StreamView view, JobHandle handle) {
        this.plan = plan;
        this.view = view;
        this.handle = handle;
    }

    /** @param view takes the result of a SELECT, or null */
    static ScriptJob start(Engine engine, PhysicalPlan plan, JobOptions options, @Nullable StreamView view) {
        return new ScriptJob(plan, view, engine.start(plan, options, view));
    }

    PhysicalPlan plan() {
        return plan;
    }

    boolean running() {
        return !down && !failed;
    }

    boolean failed() {
        return failed;
    }

    /** Waits until everything that was fed went through. */
    void settle() {
        await("to go quiet", handle::quiesce);
    }

    void checkpoint() {
        await("to make a checkpoint", handle::checkpoint);
        if (view != null) {
            view.keep();
        }
    }

    void crash() {
        boolean ended = handle.ended();
        await("to be killed", handle::kill);
        if (!ended) {
            down = true;
            if (view != null) {
                view.backToCheckpoint();
            }
        }
    }

    void stop() {
        await("to stop", handle::stop);
        down = true;
        if (view != null) {
            view.keep();
        }
    }

    /** Starts again from the last checkpoint. */
    void restore(Engine engine, JobOptions options) {
        handle = engine.start(plan, options, view);
        down = false;
    }

    JobReport report() {
        return handle.report();
    }

    /** Names of the tables it reads. */
    Set<String> reads() {
        Set<String> tables = new LinkedHashSet<>();
        for (PlanNode node : plan.nodes()) {
            if (node instanceof PlanNode.Scan scan) {
                tables.add(scan.table().name());
            }
        }
        return tables;
    }

    /** Names of the tables it writes. */
    Set<String> writes() {
        Set<String> tables = new LinkedHashSet<>();
        for (PlanNode node : plan.nodes()) {
            if (node instanceof PlanNode.Sink sink) {
                tables.add(sink.table().name());
            }
        }
        return tables;
    }

    private void await(String what, Runnable wait) {
        try {
            CompletableFuture.runAsync(wait).get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            failed = true;
            if (e.getCause() instanceof AlluviumException known) {
                throw known;
            }
            throw new IllegalStateException("job " + plan.job() + " failed", e.getCause());
        } catch (TimeoutException e) {
            failed = true;
            throw new IllegalStateException(
                    "job " + plan.job() + " took more than " + DEADLINE_SECONDS + " s " + what + "; " + report(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while job " + plan.job() + " was asked " + what, e);
        }
    }
}

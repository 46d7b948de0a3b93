package io.alluvium.server.session;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Refuses, before anything starts, what could never show its rows or never start. */
final class StepOrder {
    private StepOrder() {}

    /** @throws AlluviumException UNSUPPORTED for a query over a table that never ends, or behind a job that never ends */
    static void checkQueries(List<Step> steps, Predicate<Step.Job> ends) {
        Step.@Nullable Job endless = null;
        for (Step step : steps) {
            if (step instanceof Step.Job job) {
                endless = ends.test(job) ? endless : job;
            } else {
                checkRows(step, endless);
            }
        }
    }

    /** The same for steps that run strictly one after the other. @throws AlluviumException also for a job behind such a job */
    static void checkInTurn(List<Step> steps) {
        Step.@Nullable Job endless = null;
        for (Step step : steps) {
            if (step instanceof Step.Job job) {
                if (endless != null) {
                    throw new AlluviumException(
                            ErrorCode.UNSUPPORTED,
                            job.position(),
                            "job \"" + job.name() + "\" stands behind job \"" + endless.name()
                                    + "\", which never ends, and would never start",
                            "run both side by side with: alluvium run",
                            null);
                }
                endless = job.bounded() ? null : job;
            } else {
                checkRows(step, endless);
            }
        }
    }

    static AlluviumException endlessQuery() {
        return new AlluviumException(
                ErrorCode.UNSUPPORTED,
                "this query reads a table that never ends",
                "read a bounded table, or INSERT INTO a table and run the job");
    }

    /** Checks a step that is no job. */
    private static void checkRows(Step step, Step.@Nullable Job endless) {
        if (step instanceof Step.Query query) {
            checkQuery(query, endless);
        } else if (!(step instanceof Step.Show || step instanceof Step.Text)) {
            throw new AssertionError(step);
        }
    }

    private static void checkQuery(Step.Query query, Step.@Nullable Job endless) {
        if (!query.query().bounded()) {
            throw endlessQuery().at(query.position());
        }
        if (endless != null) {
            throw new AlluviumException(
                    ErrorCode.UNSUPPORTED,
                    query.position(),
                    "this query stands behind job \"" + endless.name() + "\", which never ends",
                    "write the query before the job, or let the job end with: alluvium run --until caught-up",
                    null);
        }
    }
}

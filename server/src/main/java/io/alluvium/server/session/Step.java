package io.alluvium.server.session;

import io.alluvium.core.error.SourcePosition;
import io.alluvium.planner.PlannedJob;
import io.alluvium.planner.PlannedQuery;
import io.alluvium.server.output.Result;

/** What is left to do of a statement after the whole script was checked. */
sealed interface Step {

    /** Rows that are there already: SHOW, DESCRIBE. */
    record Show(Result result) implements Step {}

    /** Lines of text: EXPLAIN. */
    record Text(String text) implements Step {}

    /** A query whose rows are printed. */
    record Query(PlannedQuery query, Settings settings, SourcePosition position) implements Step {}

    /**
     * A job.
     *
     * @param sql as the user wrote it
     */
    record Job(PlannedJob job, String sql, Settings settings, SourcePosition position) implements Step {
        String name() {
            return job.plan().job();
        }

        /** True where the job ends by itself. */
        boolean bounded() {
            return job.bounded();
        }
    }
}

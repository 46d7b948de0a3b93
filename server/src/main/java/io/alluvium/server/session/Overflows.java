package io.alluvium.server.session;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.SourcePosition;
import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.runtime.engine.JobReport;
import org.jspecify.annotations.Nullable;

/**
 * Groups whose sum does not fit its type. A job leaves such a group out and counts it, as it may fit again; the answer of a query is
 * final, so that a group left out would be a wrong answer.
 */
final class Overflows {
    private static final String COUNTER = "overflowing";

    private Overflows() {}

    /** @throws AlluviumException NUMERIC_OVERFLOW where the query has left groups out */
    static void refuse(PhysicalPlan plan, JobReport report) {
        for (PlanNode node : plan.nodes()) {
            long groups = report.counter(node.id(), COUNTER);
            if (groups > 0) {
                throw new AlluviumException(
                        ErrorCode.NUMERIC_OVERFLOW,
                        position(node),
                        "the aggregates of " + groups + (groups == 1 ? " group do" : " groups do")
                                + " not fit their type (in \"" + node.id() + "\")",
                        "aggregate a wider type: SUM(CAST(x AS DECIMAL(38, 0)))",
                        null);
            }
        }
    }

    /** The first call whose result can be too large, or null. */
    private static @Nullable SourcePosition position(PlanNode node) {
        if (node instanceof PlanNode.Aggregate aggregate) {
            for (PlanNode.AggregateCall call : aggregate.calls()) {
                if (call.function().equals("SUM") || call.function().equals("AVG")) {
                    return call.position();
                }
            }
        }
        return null;
    }

    /** How many groups of a job do not fit now. */
    static long count(PhysicalPlan plan, JobReport report) {
        return plan.nodes().stream()
                .mapToLong(node -> report.counter(node.id(), COUNTER))
                .sum();
    }
}

package io.alluvium.planner;

import io.alluvium.core.plan.PlanNode.SortKey;
import io.alluvium.core.type.Schema;
import java.util.List;

/**
 * The plan of a query whose rows are shown; its last node is a {@link io.alluvium.core.plan.PlanNode.Collect}.
 *
 * @param job the plan, without targets
 * @param collected the columns of the rows that the plan hands out
 * @param schema the columns to show: the first ones of what is collected; those behind are there for the order only
 * @param order how the query orders its final rows, over the collected columns; empty where it does not say
 */
public record PlannedQuery(PlannedJob job, Schema collected, Schema schema, List<SortKey> order) {
    public PlannedQuery {
        order = List.copyOf(order);
    }

    /** True where all rows are known one day, so that only the final ones need be shown. */
    public boolean bounded() {
        return job.bounded();
    }
}

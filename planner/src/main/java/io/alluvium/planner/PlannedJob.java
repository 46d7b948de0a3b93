package io.alluvium.planner;

import io.alluvium.catalog.TablePath;
import io.alluvium.core.plan.PhysicalPlan;
import java.util.List;
import java.util.Map;

/**
 * The plan of a job.
 *
 * @param sources tables it reads, views resolved, sorted
 * @param targets tables it writes, in the order of the statements
 * @param bounded all its sources end
 * @param warnings sentences for the user
 * @param notes what is known of each node's rows, by node id
 * @param logical the algebra of each query, as text
 */
public record PlannedJob(
        PhysicalPlan plan,
        List<TablePath> sources,
        List<TablePath> targets,
        boolean bounded,
        List<String> warnings,
        Map<String, String> notes,
        String logical) {
    public PlannedJob {
        sources = List.copyOf(sources);
        targets = List.copyOf(targets);
        warnings = List.copyOf(warnings);
        notes = Map.copyOf(notes);
    }
}

package io.alluvium.planner;

import io.alluvium.catalog.TablePath;
import io.alluvium.core.error.SourcePosition;
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
 * @param inserts what each statement reads and writes; none for a query whose rows are shown
 */
public record PlannedJob(
        PhysicalPlan plan,
        List<TablePath> sources,
        List<TablePath> targets,
        boolean bounded,
        List<String> warnings,
        Map<String, String> notes,
        String logical,
        List<Insert> inserts) {
    public PlannedJob {
        sources = List.copyOf(sources);
        targets = List.copyOf(targets);
        warnings = List.copyOf(warnings);
        notes = Map.copyOf(notes);
        inserts = List.copyOf(inserts);
    }

    /** The queries' algebra, the plan with what is known of its rows and state, and the warnings, as people read them. */
    public String explain() {
        StringBuilder text = new StringBuilder("== query\n").append(logical);
        text.append("== plan\n").append(PlanText.of(plan, notes));
        if (!warnings.isEmpty()) {
            text.append("== warnings\n");
            warnings.forEach(warning -> text.append(warning).append('\n'));
        }
        return text.toString();
    }

    /**
     * One INSERT of the job.
     *
     * @param sources tables it reads, views resolved, sorted
     */
    public record Insert(TablePath target, List<TablePath> sources, SourcePosition position) {
        public Insert {
            sources = List.copyOf(sources);
        }
    }
}

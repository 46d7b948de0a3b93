package io.alluvium.server.session;

import io.alluvium.catalog.TablePath;
import io.alluvium.planner.PlannedJob;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Puts jobs in the order in which data flows through them: a table's writers before its readers, else as written. */
final class JobOrder {
    private JobOrder() {}

    static List<Step.Job> byFlow(List<Step.Job> jobs) {
        return with(jobs, jobs);
    }

    /** Some jobs with all others that write what they read, directly or through further jobs. */
    static List<Step.Job> with(List<Step.Job> some, List<Step.Job> jobs) {
        Map<TablePath, List<Step.Job>> writers = new HashMap<>();
        for (Step.Job job : jobs) {
            for (PlannedJob.Insert insert : job.job().inserts()) {
                writers.computeIfAbsent(insert.target(), target -> new ArrayList<>())
                        .add(job);
            }
        }
        Set<Step.Job> ordered = new LinkedHashSet<>();
        Set<Step.Job> open = new LinkedHashSet<>();
        some.forEach(job -> visit(job, writers, ordered, open));
        return List.copyOf(ordered);
    }

    private static void visit(
            Step.Job job, Map<TablePath, List<Step.Job>> writers, Set<Step.Job> ordered, Set<Step.Job> open) {
        if (ordered.contains(job) || !open.add(job)) {
            return;
        }
        for (PlannedJob.Insert insert : job.job().inserts()) {
            for (TablePath source : insert.sources()) {
                writers.getOrDefault(source, List.of()).forEach(writer -> visit(writer, writers, ordered, open));
            }
        }
        ordered.add(job);
    }
}

package io.alluvium.server.session;

import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.runtime.engine.JobReport;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** One line about what a job did; records of its sources that gave no rows are counted by reason. */
final class JobSummary {
    private static final Set<String> KNOWN = Set.of(JobReport.IN, JobReport.OUT, JobReport.DEAD_LETTERED, "late");

    private JobSummary() {}

    static String line(PhysicalPlan plan, JobReport report) {
        long in = 0;
        long out = 0;
        long late = 0;
        long waking = 0;
        Map<String, Long> skipped = new TreeMap<>();
        for (PlanNode node : plan.nodes()) {
            late += report.counter(node.id(), "late");
            waking += report.counter(node.id(), "late_waking");
            if (node instanceof PlanNode.Scan) {
                in += report.counter(node.id(), JobReport.OUT);
                report.counters().getOrDefault(node.id(), Map.of()).forEach((name, count) -> {
                    if (count != 0 && !KNOWN.contains(name)) {
                        skipped.merge(name, count, Long::sum);
                    }
                });
            } else if (node instanceof PlanNode.Sink) {
                out += report.counter(node.id(), JobReport.IN);
            }
        }
        return "alluvium: job=" + plan.job() + " in=" + in + " out=" + out + " late=" + late
                + (waking > 0 ? " late_waking=" + waking : "") + " overflowed="
                + Overflows.count(plan, report) + " skipped=" + skipped + " dead_letters=" + report.deadLetters()
                + (report.spilledBytes() > 0 ? " spilled_bytes=" + report.spilledBytes() : "")
                + " checkpoints="
                + report.checkpoints() + " commit=" + report.commitVersion();
    }
}

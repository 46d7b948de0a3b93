package io.alluvium.server.session;

import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.runtime.engine.JobReport;

/** One line about what a job did. */
final class JobSummary {
    private JobSummary() {}

    static String line(PhysicalPlan plan, JobReport report) {
        long in = 0;
        long out = 0;
        long late = 0;
        for (PlanNode node : plan.nodes()) {
            late += report.counter(node.id(), "late");
            if (node instanceof PlanNode.Scan) {
                in += report.counter(node.id(), JobReport.OUT);
            } else if (node instanceof PlanNode.Sink) {
                out += report.counter(node.id(), JobReport.IN);
            }
        }
        return "alluvium: job=" + plan.job() + " in=" + in + " out=" + out + " late=" + late + " overflowed="
                + Overflows.count(plan, report) + " dead_letters=" + report.deadLetters() + " checkpoints="
                + report.checkpoints() + " commit=" + report.commitVersion();
    }
}

package io.alluvium.runtime.engine;

import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.row.RowBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Nets what the workers collected in an epoch and hands it to the collector. Called by the coordinator's thread. */
final class EpochResults {
    private final PhysicalPlan plan;
    private final @Nullable Collector collector;

    EpochResults(PhysicalPlan plan, @Nullable Collector collector) {
        this.plan = plan;
        this.collector = collector;
        if (collector == null && plan.nodes().stream().anyMatch(PlanNode.Collect.class::isInstance)) {
            throw new IllegalArgumentException("job " + plan.job() + " collects rows, but nobody takes them");
        }
    }

    void deliver(long epoch, List<EpochOutcome> outcomes) {
        if (collector == null) {
            return;
        }
        Map<String, List<RowBatch>> byNode = new TreeMap<>();
        for (EpochOutcome outcome : outcomes) {
            outcome.collected.forEach((node, rows) ->
                    byNode.computeIfAbsent(node, key -> new ArrayList<>()).addAll(rows));
        }
        byNode.forEach((node, rows) -> {
            List<RowBatch> net = net(node, rows);
            if (!net.isEmpty()) {
                collector.changes(node, epoch, net);
            }
        });
    }

    private List<RowBatch> net(String node, List<RowBatch> rows) {
        if (rows.stream().allMatch(batch -> batch.weights() == null)) {
            return rows;
        }
        RowNet net = new RowNet(plan.node(node).schema());
        rows.forEach(net::add);
        return net.take();
    }
}

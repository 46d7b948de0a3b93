package io.alluvium.core.plan;

import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a job runs: the only thing that crosses from planner to engine.
 *
 * @param job name of the job, unique in a warehouse
 * @param nodes inputs before those who read them; each sink or collect is a leaf; a node may have several readers
 */
public record PhysicalPlan(String job, List<PlanNode> nodes) implements Serializable {
    public PhysicalPlan {
        nodes = List.copyOf(nodes);
        Map<String, PlanNode> seen = new HashMap<>();
        for (PlanNode node : nodes) {
            for (String input : node.inputs()) {
                if (!seen.containsKey(input)) {
                    throw new IllegalArgumentException(
                            "node " + node.id() + " reads " + input + " before it is defined");
                }
            }
            if (seen.put(node.id(), node) != null) {
                throw new IllegalArgumentException("two nodes with id " + node.id());
            }
        }
    }

    public PlanNode node(String id) {
        for (PlanNode node : nodes) {
            if (node.id().equals(id)) {
                return node;
            }
        }
        throw new IllegalArgumentException("no node " + id + " in job " + job);
    }
}

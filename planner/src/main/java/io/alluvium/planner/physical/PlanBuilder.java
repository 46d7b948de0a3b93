package io.alluvium.planner.physical;

import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.core.plan.PlanNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collects the nodes of a plan, inputs first, and gives them their ids. */
final class PlanBuilder {
    private final List<PlanNode> nodes = new ArrayList<>();
    private final Map<String, Integer> ids = new HashMap<>();
    private final Map<String, String> notes = new HashMap<>();

    /**
     * An id that is stable across unrelated edits: the target, the role of the node, the names of its keys and the tables below
     * it; an ordinal only where two nodes agree in all of that.
     */
    String id(String target, String role, List<String> keys, Set<String> tables) {
        String base = (target.isEmpty() ? "" : target + "/")
                + role
                + (keys.isEmpty() ? "" : "[" + String.join(",", keys) + "]")
                + (tables.isEmpty() ? "" : "(" + String.join(",", tables) + ")");
        int ordinal = ids.merge(base, 1, Integer::sum);
        return ordinal == 1 ? base : base + "#" + ordinal;
    }

    <T extends PlanNode> T add(T node) {
        nodes.add(node);
        return node;
    }

    /** True where a node of this id was added and not forgotten. */
    boolean has(String id) {
        return nodes.stream().anyMatch(node -> node.id().equals(id));
    }

    /** Says for EXPLAIN what is known of a node's rows. */
    void note(String id, String text) {
        notes.put(id, text);
    }

    Map<String, String> notes() {
        return Map.copyOf(notes);
    }

    /** Forgets what a trial run adds. */
    Mark mark() {
        return new Mark(nodes.size(), Map.copyOf(ids));
    }

    void reset(Mark mark) {
        nodes.subList(mark.nodes, nodes.size()).clear();
        ids.clear();
        ids.putAll(mark.ids);
    }

    record Mark(int nodes, Map<String, Integer> ids) {}

    /** The plan of all nodes that a sink or collect depends on. */
    PhysicalPlan build(String job) {
        Set<String> needed = new HashSet<>();
        List<PlanNode> kept = new ArrayList<>();
        for (int i = nodes.size() - 1; i >= 0; i--) {
            PlanNode node = nodes.get(i);
            if (node instanceof PlanNode.Sink || node instanceof PlanNode.Collect || needed.contains(node.id())) {
                needed.addAll(node.inputs());
                kept.add(0, node);
            }
        }
        return new PhysicalPlan(job, kept);
    }
}

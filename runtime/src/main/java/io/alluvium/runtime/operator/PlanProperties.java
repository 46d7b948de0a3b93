package io.alluvium.runtime.operator;

import io.alluvium.core.expression.Expression;
import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.core.plan.PlanNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a node's place in its plan says about its input. */
public final class PlanProperties {
    private final PhysicalPlan plan;

    public PlanProperties(PhysicalPlan plan) {
        this.plan = plan;
    }

    /**
     * The columns by which a node's rows were last exchanged, as columns of its output, in the exchange's order; empty where they
     * lie as their source gave them or where a column is not among the output any more. An entry of state belongs to the key
     * group of these columns.
     */
    public Optional<List<Integer>> exchangedBy(String id) {
        PlanNode node = plan.node(id);
        if (node instanceof PlanNode.Exchange exchange) {
            return Optional.of(exchange.keys());
        }
        if (node instanceof PlanNode.Calc calc) {
            return exchangedBy(calc.input()).flatMap(keys -> project(keys, calc.projections()));
        }
        if (node instanceof PlanNode.Aggregate aggregate) {
            return exchangedBy(aggregate.input()).flatMap(keys -> positions(keys, aggregate.keys()));
        }
        if (node instanceof PlanNode.Join join) {
            return exchangedBy(join);
        }
        if (node instanceof PlanNode.FromChangelog changelog) {
            return exchangedBy(changelog.input()).flatMap(keys -> positions(keys, changelog.keep()));
        }
        boolean keepsColumns = node instanceof PlanNode.Unnest
                || node instanceof PlanNode.Normalize
                || node instanceof PlanNode.WindowAssign
                || node instanceof PlanNode.Rank
                || node instanceof PlanNode.Lookup;
        if (keepsColumns) {
            return exchangedBy(node.inputs().get(0));
        }
        if (node instanceof PlanNode.Union union) {
            Optional<List<Integer>> common = exchangedBy(union.inputs().get(0));
            for (String input : union.inputs()) {
                if (!exchangedBy(input).equals(common)) {
                    return Optional.empty();
                }
            }
            return common;
        }
        return Optional.empty();
    }

    /** Rows without a left side lie where their right key says. */
    private Optional<List<Integer>> exchangedBy(PlanNode.Join join) {
        return switch (join.kind()) {
            case INNER, LEFT, SEMI, ANTI, NULL_AWARE_ANTI -> exchangedBy(join.left());
            case RIGHT -> {
                int left = plan.node(join.left()).schema().size();
                yield exchangedBy(join.right())
                        .map(keys -> keys.stream().map(key -> key + left).toList());
            }
            case FULL -> Optional.empty();
        };
    }

    /** The exchange columns of a keyed node's input where all are among its keys, else its keys. */
    int[] routing(String input, List<Integer> keys) {
        List<Integer> exchanged = exchangedBy(input).orElse(keys);
        boolean usable = keys.containsAll(exchanged) && (keys.isEmpty() || !exchanged.isEmpty() || allToOne(input));
        return JoinInputs.ints(usable ? exchanged : keys);
    }

    private boolean allToOne(String input) {
        return exchangedBy(input).map(List::isEmpty).orElse(false);
    }

    /** No row of the node's output is ever taken away. */
    public boolean isInsertOnly(String id) {
        PlanNode node = plan.node(id);
        if (node instanceof PlanNode.Scan scan) {
            return scan.insertOnly();
        }
        if (node instanceof PlanNode.Aggregate aggregate) {
            return aggregate.insertOnly()
                    && aggregate.window() != null
                    && aggregate.window().finalOnly();
        }
        if (node instanceof PlanNode.Join join) {
            boolean inner = join.kind() == PlanNode.JoinKind.INNER;
            return inner && join.leftInsertOnly() && join.rightInsertOnly();
        }
        boolean changes = node instanceof PlanNode.FromChangelog
                || node instanceof PlanNode.Normalize
                || node instanceof PlanNode.Rank;
        return !changes && node.inputs().stream().allMatch(this::isInsertOnly);
    }

    /** Every path from the node leads through a Normalize. */
    boolean isNormalized(String id) {
        boolean read = false;
        for (PlanNode reader : plan.nodes()) {
            if (reader.inputs().contains(id)) {
                read = true;
                boolean passes = reader instanceof PlanNode.Calc || reader instanceof PlanNode.Exchange;
                if (!(reader instanceof PlanNode.Normalize) && !(passes && isNormalized(reader.id()))) {
                    return false;
                }
            }
        }
        return read;
    }

    private static Optional<List<Integer>> project(List<Integer> keys, List<Expression> projections) {
        List<Integer> found = new ArrayList<>();
        for (int key : keys) {
            int position = -1;
            for (int i = projections.size() - 1; i >= 0; i--) {
                if (projections.get(i) instanceof Expression.Column column && column.index() == key) {
                    position = i;
                }
            }
            found.add(position);
        }
        return found.contains(-1) ? Optional.empty() : Optional.of(List.copyOf(found));
    }

    private static Optional<List<Integer>> positions(List<Integer> keys, List<Integer> kept) {
        List<Integer> found = keys.stream().map(kept::indexOf).toList();
        return found.contains(-1) ? Optional.empty() : Optional.of(found);
    }
}

package io.alluvium.runtime.operator;

import io.alluvium.core.expression.Expression;
import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.core.plan.PlanNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;

/** What a node's place in its plan says about its input. */
public final class PlanProperties {
    private final PhysicalPlan plan;

    public PlanProperties(PhysicalPlan plan) {
        this.plan = plan;
    }

    /**
     * The column lists by whose hash a node's rows were last exchanged, as columns of its output: both sides' keys behind an inner
     * join; none where the rows lie as their source gave them or where columns are not among the output any more. An entry of
     * state belongs to the key group of such columns.
     */
    public Set<List<Integer>> exchangedBy(String id) {
        PlanNode node = plan.node(id);
        if (node instanceof PlanNode.Exchange exchange) {
            return Set.of(exchange.keys());
        }
        if (node instanceof PlanNode.Calc calc) {
            return moved(exchangedBy(calc.input()), column -> position(calc.projections(), column));
        }
        if (node instanceof PlanNode.Aggregate aggregate) {
            return moved(exchangedBy(aggregate.input()), aggregate.keys()::indexOf);
        }
        if (node instanceof PlanNode.Join join) {
            return exchangedBy(join);
        }
        if (node instanceof PlanNode.FromChangelog changelog) {
            return moved(exchangedBy(changelog.input()), changelog.keep()::indexOf);
        }
        boolean keepsColumns = node instanceof PlanNode.Unnest
                || node instanceof PlanNode.Normalize
                || node instanceof PlanNode.WindowAssign
                || node instanceof PlanNode.Rank
                || node instanceof PlanNode.Remember
                || node instanceof PlanNode.Lookup;
        if (keepsColumns) {
            return exchangedBy(node.inputs().get(0));
        }
        if (node instanceof PlanNode.Union union) {
            Set<List<Integer>> common =
                    new LinkedHashSet<>(exchangedBy(union.inputs().get(0)));
            union.inputs().forEach(input -> common.retainAll(exchangedBy(input)));
            return common;
        }
        boolean asGiven = node instanceof PlanNode.Scan
                || node instanceof PlanNode.Values
                || node instanceof PlanNode.Sink
                || node instanceof PlanNode.Collect;
        if (asGiven) {
            return Set.of();
        }
        throw new AssertionError(node);
    }

    /** Rows without a left side lie where their right key says, and the other way around. */
    private Set<List<Integer>> exchangedBy(PlanNode.Join join) {
        int shift = plan.node(join.left()).schema().size();
        Set<List<Integer>> left = exchangedBy(join.left());
        Set<List<Integer>> right = moved(exchangedBy(join.right()), column -> column + shift);
        return switch (join.kind()) {
            case LEFT, SEMI, ANTI, NULL_AWARE_ANTI -> left;
            case RIGHT -> right;
            case INNER -> {
                Set<List<Integer>> both = new LinkedHashSet<>(left);
                both.addAll(right);
                yield both;
            }
            case FULL -> left.contains(List.<Integer>of()) && right.contains(List.<Integer>of())
                    ? Set.of(List.of())
                    : Set.of();
        };
    }

    /** The exchange columns of a keyed node's input where all are among its keys, else its keys. */
    int[] routing(String input, List<Integer> keys) {
        return JoinInputs.ints(exchangedBy(input).stream()
                .filter(keys::containsAll)
                .findFirst()
                .orElse(keys));
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
        if (changes) {
            return false;
        }
        boolean passes = node instanceof PlanNode.Values
                || node instanceof PlanNode.Calc
                || node instanceof PlanNode.Remember
                || node instanceof PlanNode.Exchange
                || node instanceof PlanNode.Union
                || node instanceof PlanNode.Unnest
                || node instanceof PlanNode.WindowAssign
                || node instanceof PlanNode.Lookup
                || node instanceof PlanNode.Sink
                || node instanceof PlanNode.Collect;
        if (passes) {
            return node.inputs().stream().allMatch(this::isInsertOnly);
        }
        throw new AssertionError(node);
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

    private static int position(List<Expression> projections, int input) {
        for (int i = 0; i < projections.size(); i++) {
            if (projections.get(i) instanceof Expression.Column column && column.index() == input) {
                return i;
            }
        }
        return -1;
    }

    /** The lists of which no column is missing. */
    private static Set<List<Integer>> moved(Set<List<Integer>> lists, IntUnaryOperator to) {
        Set<List<Integer>> moved = new LinkedHashSet<>();
        for (List<Integer> list : lists) {
            List<Integer> places = list.stream().map(to::applyAsInt).toList();
            if (!places.contains(-1)) {
                moved.add(places);
            }
        }
        return moved;
    }
}

package io.alluvium.runtime.operator;

import io.alluvium.core.connector.Lookup;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.operator.Operator;
import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.plan.PlanNode.JoinKind;
import io.alluvium.core.type.Schema;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Makes the operators of a plan. Scans, constant rows, exchanges, sinks and collects are the engine's own. */
public final class OperatorFactory {
    private final PhysicalPlan plan;
    private final PlanProperties properties;
    private final Function<PlanNode.Lookup, Lookup> lookups;

    /** @param lookups opens the table of a look-up; called by each instance when it opens */
    public OperatorFactory(PhysicalPlan plan, Function<PlanNode.Lookup, Lookup> lookups) {
        this.plan = plan;
        this.properties = new PlanProperties(plan);
        this.lookups = lookups;
    }

    /** A new instance for one worker. */
    public Operator create(PlanNode node) {
        if (node instanceof PlanNode.Calc calc) {
            return new CalcOperator(calc, input(node));
        }
        if (node instanceof PlanNode.Remember remember) {
            return new RememberOperator(remember, input(node), properties.routing(remember.input(), all(input(node))));
        }
        if (node instanceof PlanNode.Unnest unnest) {
            return new UnnestOperator(unnest, input(node));
        }
        if (node instanceof PlanNode.Union) {
            return new UnionOperator(node.schema());
        }
        if (node instanceof PlanNode.FromChangelog changelog) {
            return new FromChangelogOperator(changelog, input(node), properties.isNormalized(node.id()));
        }
        if (node instanceof PlanNode.Normalize normalize) {
            return new NormalizeOperator(
                    normalize, input(node), properties.routing(normalize.input(), normalize.keys()));
        }
        if (node instanceof PlanNode.Aggregate aggregate) {
            return new AggregateOperator(
                    aggregate, input(node), properties.routing(aggregate.input(), aggregate.keys()));
        }
        if (node instanceof PlanNode.WindowAssign assign) {
            return new WindowAssignOperator(assign, input(node));
        }
        if (node instanceof PlanNode.Join join) {
            Schema right = plan.node(join.right()).schema();
            return join.kind() == JoinKind.INNER
                    ? new InnerJoinOperator(join, input(node), right)
                    : new OuterJoinOperator(join, input(node), right);
        }
        if (node instanceof PlanNode.Rank rank) {
            int[] routing = properties.routing(rank.input(), rank.partition());
            boolean best = rank.insertOnly() && rank.from() == 1 && rank.to() == 1;
            return best
                    ? new BestRowOperator(rank, input(node), routing)
                    : new RankOperator(rank, input(node), routing);
        }
        if (node instanceof PlanNode.Lookup lookup) {
            return properties.isInsertOnly(lookup.input())
                    ? new LookupOperator(lookup, input(node), () -> lookups.apply(lookup))
                    : new RememberedLookupOperator(
                            lookup,
                            input(node),
                            properties.routing(lookup.input(), lookup.inputKeys()),
                            () -> lookups.apply(lookup));
        }
        throw AlluviumException.internal(
                "no operator for node " + node.id() + ", " + node.getClass().getSimpleName());
    }

    private static List<Integer> all(Schema schema) {
        return IntStream.range(0, schema.size()).boxed().toList();
    }

    private Schema input(PlanNode node) {
        return plan.node(node.inputs().get(0)).schema();
    }
}

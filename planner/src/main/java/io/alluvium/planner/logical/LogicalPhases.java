package io.alluvium.planner.logical;

import java.util.List;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.hep.HepMatchOrder;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgramBuilder;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.rules.CoreRules;
import org.apache.calcite.sql2rel.RelDecorrelator;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.tools.RuleSets;

/** The rewrites of a query's algebra, in order. Each phase is right by itself; later ones rely on what earlier ones removed. */
public final class LogicalPhases {
    private LogicalPhases() {}

    /** A named rewrite. */
    private record Phase(String name, Rewrite rewrite) {}

    private interface Rewrite {
        RelNode apply(RelNode query);
    }

    private static final List<Phase> PHASES = List.of(
            new Phase("IN and EXISTS become semi and anti joins", rules(SemiJoinRule.INSTANCE)),
            new Phase(
                    "other sub-queries become joins",
                    rules(
                            CoreRules.FILTER_SUB_QUERY_TO_CORRELATE,
                            CoreRules.PROJECT_SUB_QUERY_TO_CORRELATE,
                            CoreRules.JOIN_SUB_QUERY_TO_CORRELATE)),
            new Phase("correlated sub-queries become joins", LogicalPhases::decorrelate),
            new Phase("windows, change envelopes, ranks become our nodes", OwnNodes::in),
            new Phase(
                    "set operations become joins, aggregates and UNION ALL",
                    rules(
                            CoreRules.INTERSECT_TO_SEMI_JOIN,
                            CoreRules.MINUS_TO_ANTI_JOIN,
                            CoreRules.UNION_TO_DISTINCT,
                            CoreRules.UNION_MERGE)),
            new Phase(
                    "filters go down to where their columns come from",
                    rules(
                            CoreRules.FILTER_INTO_JOIN,
                            CoreRules.JOIN_CONDITION_PUSH,
                            CarefulRules.FILTER_PROJECT_TRANSPOSE,
                            CarefulRules.FILTER_AGGREGATE_TRANSPOSE,
                            CoreRules.FILTER_SET_OP_TRANSPOSE,
                            CoreRules.FILTER_MERGE,
                            CoreRules.FILTER_REDUCE_EXPRESSIONS)),
            new Phase("columns that nothing uses go", ColumnPruning::of),
            new Phase(
                    "projections are merged",
                    rules(CarefulRules.PROJECT_MERGE, CoreRules.PROJECT_REMOVE, CoreRules.FILTER_MERGE)));

    /** The query after all phases. */
    public static RelNode run(RelNode query) {
        RelNode result = query;
        for (Phase phase : PHASES) {
            result = phase.rewrite.apply(result);
        }
        return result;
    }

    private static RelNode decorrelate(RelNode query) {
        RelBuilder builder = CarefulRules.BUILDERS.create(query.getCluster(), null);
        // Without the special rules before it: one of them groups by whole rows, which loses repeated ones.
        return RelDecorrelator.decorrelateQuery(query, builder, RuleSets.ofList());
    }

    private static Rewrite rules(RelOptRule... rules) {
        return query -> {
            HepProgramBuilder program = new HepProgramBuilder().addMatchOrder(HepMatchOrder.BOTTOM_UP);
            program.addRuleCollection(List.of(rules));
            HepPlanner planner = new HepPlanner(program.build());
            planner.setRoot(query);
            return planner.findBestExp();
        };
    }
}

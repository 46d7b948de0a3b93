package io.alluvium.planner.logical;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.jspecify.annotations.Nullable;

/**
 * Turns {@code [NOT] IN} and {@code [NOT] EXISTS} that stand alone in a WHERE condition into a semi or anti join. A correlated
 * sub-query is taken apart where its correlated conditions stand in its own WHERE; others are left to the general rewrite.
 * NOT IN passes a row only where no comparison is true or unknown: {@code (a = b) IS NOT FALSE} for no row.
 */
final class SemiJoinRule extends RelOptRule {
    static final SemiJoinRule INSTANCE = new SemiJoinRule();

    private SemiJoinRule() {
        super(
                operandJ(LogicalFilter.class, null, filter -> RexUtil.SubQueryFinder.containsSubQuery(filter), any()),
                "SemiJoinRule");
    }

    @Override
    public void onMatch(RelOptRuleCall call) {
        LogicalFilter filter = call.rel(0);
        RexBuilder rexBuilder = filter.getCluster().getRexBuilder();
        List<RexNode> conjuncts = RelOptUtil.conjunctions(filter.getCondition());
        for (RexNode conjunct : conjuncts) {
            boolean negated = conjunct.getKind() == SqlKind.NOT;
            RexNode inner = negated ? ((RexCall) conjunct).getOperands().get(0) : conjunct;
            RelNode joined = inner instanceof RexSubQuery query ? join(filter, query, negated) : null;
            if (joined != null) {
                List<RexNode> rest = new ArrayList<>(conjuncts);
                rest.remove(conjunct);
                call.transformTo(
                        rest.isEmpty()
                                ? joined
                                : LogicalFilter.create(
                                        joined,
                                        RexUtil.composeConjunction(rexBuilder, rest),
                                        com.google.common.collect.ImmutableSet.copyOf(filter.getVariablesSet())));
                return;
            }
        }
    }

    private static @Nullable RelNode join(LogicalFilter filter, RexSubQuery query, boolean negated) {
        if (query.getKind() != SqlKind.IN && query.getKind() != SqlKind.EXISTS) {
            return null;
        }
        Decorrelated inner = decorrelate(query, filter.getVariablesSet());
        if (inner == null || query.getOperands().stream().anyMatch(SemiJoinRule::hasSubQuery)) {
            return null;
        }
        RelNode left = filter.getInput();
        RexBuilder rexBuilder = filter.getCluster().getRexBuilder();
        int leftFields = left.getRowType().getFieldCount();
        List<RexNode> leftColumns = new ArrayList<>(rexBuilder.identityProjects(left.getRowType()));
        List<RexNode> conditions = new ArrayList<>();
        // NOT IN wants its left side as a column, so that one key pair is seen.
        List<RexNode> compared = new ArrayList<>();
        for (RexNode operand : query.getOperands()) {
            if (negated && !(operand instanceof RexInputRef)) {
                leftColumns.add(operand);
                compared.add(rexBuilder.makeInputRef(operand.getType(), leftColumns.size() - 1));
            } else {
                compared.add(operand);
            }
        }
        boolean widened = leftColumns.size() > leftFields;
        RelNode wideLeft =
                widened ? LogicalProject.create(left, List.of(), leftColumns, (List<String>) null, Set.of()) : left;
        int shift = leftColumns.size();
        for (int i = 0; i < compared.size(); i++) {
            RexNode right = rexBuilder.makeInputRef(
                    inner.rel.getRowType().getFieldList().get(i).getType(), shift + i);
            RexNode equal = rexBuilder.makeCall(SqlStdOperatorTable.EQUALS, compared.get(i), right);
            boolean unknown = negated && equal.getType().isNullable();
            conditions.add(unknown ? rexBuilder.makeCall(SqlStdOperatorTable.IS_NOT_FALSE, equal) : equal);
        }
        for (RexNode condition : inner.conditions) {
            conditions.add(condition.accept(new Moved(filter.getVariablesSet(), shift)));
        }
        RelNode join = LogicalJoin.create(
                wideLeft,
                inner.rel,
                List.of(),
                RexUtil.composeConjunction(rexBuilder, conditions),
                Set.of(),
                negated ? JoinRelType.ANTI : JoinRelType.SEMI);
        return widened
                ? LogicalProject.create(
                        join, List.of(), rexBuilder.identityProjects(left.getRowType()), left.getRowType(), Set.of())
                : join;
    }

    /**
     * A sub-query without correlation, and the conditions that had it.
     *
     * @param conditions over the sub-query's columns, and fields of the correlation variable
     */
    private record Decorrelated(RelNode rel, List<RexNode> conditions) {}

    private static @Nullable Decorrelated decorrelate(RexSubQuery query, Set<CorrelationId> outer) {
        RelNode rel = query.rel;
        if (!isCorrelated(rel)) {
            return new Decorrelated(rel, List.of());
        }
        int wanted = query.getKind() == SqlKind.IN ? query.getOperands().size() : 0;
        RexBuilder rexBuilder = rel.getCluster().getRexBuilder();
        List<RexNode> outputs = new ArrayList<>();
        for (int i = 0; i < wanted; i++) {
            outputs.add(rexBuilder.makeInputRef(rel, i));
        }
        List<RexNode> correlated = new ArrayList<>();
        List<RexNode> plain = new ArrayList<>();
        RelNode node = rel;
        while (node instanceof Project || node instanceof Filter) {
            if (node instanceof Project project) {
                if (project.containsOver()) {
                    return null;
                }
                outputs = new ArrayList<>(RelOptUtil.pushPastProject(outputs, project));
                correlated = new ArrayList<>(RelOptUtil.pushPastProject(correlated, project));
                plain = new ArrayList<>(RelOptUtil.pushPastProject(plain, project));
            } else {
                for (RexNode conjunct : RelOptUtil.conjunctions(((Filter) node).getCondition())) {
                    (hasVariable(conjunct) ? correlated : plain).add(conjunct);
                }
            }
            node = node.getInput(0);
        }
        boolean inConditions = correlated.stream().noneMatch(SemiJoinRule::hasSubQuery);
        if (isCorrelated(node)
                || !inConditions
                || outputs.stream().anyMatch(SemiJoinRule::hasVariable)
                || outer.isEmpty()) {
            return null;
        }
        return projected(node, outputs, correlated, plain, rexBuilder);
    }

    /** The wanted columns first, then those that the correlated conditions read. */
    private static Decorrelated projected(
            RelNode node, List<RexNode> outputs, List<RexNode> correlated, List<RexNode> plain, RexBuilder rexBuilder) {
        RelNode filtered =
                plain.isEmpty() ? node : LogicalFilter.create(node, RexUtil.composeConjunction(rexBuilder, plain));
        List<RexNode> columns = new ArrayList<>(outputs);
        List<RexNode> conditions = new ArrayList<>();
        for (RexNode condition : correlated) {
            conditions.add(condition.accept(new RexShuttle() {
                @Override
                public RexNode visitInputRef(RexInputRef ref) {
                    int place = columns.indexOf(ref);
                    if (place < 0) {
                        place = columns.size();
                        columns.add(ref);
                    }
                    return new RexInputRef(place, ref.getType());
                }
            }));
        }
        RelNode project = LogicalProject.create(filtered, List.of(), columns, (List<String>) null, Set.of());
        return new Decorrelated(project, conditions);
    }

    private static boolean isCorrelated(RelNode rel) {
        return !RelOptUtil.getVariablesUsed(rel).isEmpty();
    }

    private static boolean hasVariable(RexNode node) {
        boolean[] found = new boolean[1];
        node.accept(new RexVisitorImpl<Void>(true) {
            @Override
            public @Nullable Void visitCorrelVariable(RexCorrelVariable variable) {
                found[0] = true;
                return null;
            }

            @Override
            public @Nullable Void visitSubQuery(RexSubQuery query) {
                found[0] |= isCorrelated(query.rel);
                return super.visitSubQuery(query);
            }
        });
        return found[0];
    }

    private static boolean hasSubQuery(RexNode node) {
        return RexUtil.SubQueryFinder.find(node) != null;
    }

    /** Moves the sub-query's columns behind the left ones, and makes fields of the variable left columns. */
    private static final class Moved extends RexShuttle {
        private final Set<CorrelationId> outer;
        private final int shift;

        Moved(Set<CorrelationId> outer, int shift) {
            this.outer = outer;
            this.shift = shift;
        }

        @Override
        public RexNode visitInputRef(RexInputRef ref) {
            return new RexInputRef(ref.getIndex() + shift, ref.getType());
        }

        @Override
        public RexNode visitFieldAccess(RexFieldAccess access) {
            return access.getReferenceExpr() instanceof RexCorrelVariable variable && outer.contains(variable.id)
                    ? new RexInputRef(access.getField().getIndex(), access.getType())
                    : super.visitFieldAccess(access);
        }
    }
}

package io.alluvium.planner.logical;

import java.util.List;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.rules.FilterAggregateTransposeRule;
import org.apache.calcite.rel.rules.FilterProjectTransposeRule;
import org.apache.calcite.rel.rules.ProjectMergeRule;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.tools.RelBuilderFactory;
import org.jspecify.annotations.Nullable;

/**
 * Calcite's rules where they would compute twice what is not deterministic: a value that is used in two places is one value, and
 * a condition on it judges the value that is shown.
 */
final class CarefulRules {
    static final RelOptRule PROJECT_MERGE = new MergeOfProjects();
    static final RelOptRule FILTER_PROJECT_TRANSPOSE = new FilterPastProject();
    static final RelOptRule FILTER_AGGREGATE_TRANSPOSE = new FilterPastAggregate();

    /** Builders that leave projections apart; {@link #PROJECT_MERGE} merges them. */
    static final RelBuilderFactory BUILDERS = RelBuilder.proto(RelBuilder.Config.DEFAULT.withBloat(-1));

    private CarefulRules() {}

    private static final class MergeOfProjects extends ProjectMergeRule {
        MergeOfProjects() {
            super(Config.DEFAULT);
        }

        @Override
        public boolean matches(RelOptRuleCall call) {
            Project top = call.rel(0);
            Project bottom = call.rel(1);
            return super.matches(call) && !repeats(top.getProjects(), bottom, 1);
        }
    }

    private static final class FilterPastProject extends FilterProjectTransposeRule {
        FilterPastProject() {
            super(Config.DEFAULT);
        }

        @Override
        public boolean matches(RelOptRuleCall call) {
            Filter filter = call.rel(0);
            return super.matches(call) && !repeats(List.of(filter.getCondition()), call.rel(1), 0);
        }
    }

    /** A condition that is not deterministic judges groups, not their rows. */
    private static final class FilterPastAggregate extends FilterAggregateTransposeRule {
        FilterPastAggregate() {
            super(Config.DEFAULT);
        }

        @Override
        public boolean matches(RelOptRuleCall call) {
            Filter filter = call.rel(0);
            return super.matches(call) && RexUtil.isDeterministic(filter.getCondition());
        }
    }

    /** True where the expressions use what the projection does not compute deterministically more often than so. */
    private static boolean repeats(List<RexNode> expressions, Project project, int mostOften) {
        List<RexNode> computed = project.getProjects();
        if (computed.stream().allMatch(RexUtil::isDeterministic)) {
            return false;
        }
        int[] uses = new int[computed.size()];
        RexVisitorImpl<Void> counter = new RexVisitorImpl<>(true) {
            @Override
            public @Nullable Void visitInputRef(RexInputRef ref) {
                uses[ref.getIndex()]++;
                return null;
            }
        };
        expressions.forEach(expression -> expression.accept(counter));
        for (int i = 0; i < uses.length; i++) {
            if (uses[i] > mostOften && !RexUtil.isDeterministic(computed.get(i))) {
                return true;
            }
        }
        return false;
    }
}

package io.alluvium.planner.physical;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.jspecify.annotations.Nullable;

/**
 * Filters and projections above another node, as one condition and one list of expressions over that node. A computation that
 * would have to be done twice ends the chain.
 *
 * @param condition over the base, or null
 * @param projections over the base, one a column of the top
 */
record Chain(RelNode base, @Nullable RexNode condition, List<RexNode> projections, List<String> names) {

    static Chain of(RelNode top) {
        RexBuilder rexBuilder = top.getCluster().getRexBuilder();
        List<RexNode> projections = new ArrayList<>(rexBuilder.identityProjects(top.getRowType()));
        RexNode condition = null;
        RelNode node = top;
        while (true) {
            if (node instanceof Filter filter) {
                condition = condition == null
                        ? filter.getCondition()
                        : RexUtil.composeConjunction(rexBuilder, List.of(filter.getCondition(), condition));
                node = filter.getInput();
            } else if (node instanceof Project project && !repeatsWork(project, projections, condition)) {
                projections = new ArrayList<>(RelOptUtil.pushPastProject(projections, project));
                condition = condition == null ? null : RelOptUtil.pushPastProject(condition, project);
                node = project.getInput();
            } else {
                return new Chain(node, condition, projections, top.getRowType().getFieldNames());
            }
        }
    }

    /** The columns of the base that are used. */
    java.util.Set<Integer> used() {
        java.util.Set<Integer> used = new java.util.TreeSet<>();
        for (RexNode projection : projections) {
            used.addAll(RelOptUtil.InputFinder.bits(projection).asSet());
        }
        if (condition != null) {
            used.addAll(RelOptUtil.InputFinder.bits(condition).asSet());
        }
        return used;
    }

    private static boolean repeatsWork(Project project, List<RexNode> projections, @Nullable RexNode condition) {
        int[] references = new int[project.getProjects().size()];
        RexVisitorImpl<Void> counter = new RexVisitorImpl<>(true) {
            @Override
            public @Nullable Void visitInputRef(RexInputRef ref) {
                references[ref.getIndex()]++;
                return null;
            }
        };
        projections.forEach(projection -> projection.accept(counter));
        if (condition != null) {
            condition.accept(counter);
        }
        for (int i = 0; i < references.length; i++) {
            if (references[i] > 1 && project.getProjects().get(i) instanceof RexCall) {
                return true;
            }
        }
        return false;
    }
}

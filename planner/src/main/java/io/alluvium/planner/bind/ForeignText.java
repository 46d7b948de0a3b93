package io.alluvium.planner.bind;

import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;

/**
 * Takes the positions out of algebra that comes from another text than the statement's, such as a view's: they would point
 * anywhere in the statement.
 */
final class ForeignText extends RelHomogeneousShuttle {
    private final RexShuttle expressions;

    private ForeignText(RexBuilder rexBuilder) {
        expressions = new RexShuttle() {
            @Override
            public RexNode visitCall(RexCall call) {
                RexNode visited = super.visitCall(call);
                boolean plain = visited instanceof RexCall && !(visited instanceof RexOver);
                if (!plain || visited instanceof RexSubQuery) {
                    return visited;
                }
                RexCall inner = (RexCall) visited;
                return rexBuilder.makeCall(inner.getType(), inner.getOperator(), inner.getOperands());
            }

            @Override
            public RexNode visitSubQuery(RexSubQuery query) {
                RexSubQuery visited = (RexSubQuery) super.visitSubQuery(query);
                return visited.clone(visited.rel.accept(ForeignText.this));
            }
        };
    }

    static RelNode in(RelNode query) {
        return query.accept(new ForeignText(query.getCluster().getRexBuilder()));
    }

    @Override
    public RelNode visit(RelNode other) {
        return super.visit(other).accept(expressions);
    }
}

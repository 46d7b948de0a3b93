package io.alluvium.runtime.operator;

import io.alluvium.core.expression.Expression;
import io.alluvium.core.operator.OperatorContext;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.plan.PlanNode.JoinKind;
import io.alluvium.core.type.ColumnKind;
import io.alluvium.core.type.Schema;
import io.alluvium.runtime.expression.CompiledPredicate;
import io.alluvium.runtime.expression.ExpressionCompiler;
import io.alluvium.runtime.expression.RowErrors;
import io.alluvium.runtime.state.KeyedTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What all joins make of their plan node. */
final class JoinInputs {
    private JoinInputs() {}

    /** The table of join keys that both inputs share. */
    static KeyedTable keyTable(PlanNode.Join node, Schema left) {
        ColumnKind[] kinds = new ColumnKind[node.leftKeys().size()];
        for (int i = 0; i < kinds.length; i++) {
            kinds[i] = left.type(node.leftKeys().get(i)).kind();
        }
        return new KeyedTable("keys", kinds);
    }

    /** Left and right input; each keeps rows whose key never matches only where asked. */
    static JoinInput[] of(PlanNode.Join node, Schema left, Schema right, boolean leftKeepsAll, boolean rightKeepsAll) {
        boolean[] nullSafe = new boolean[node.leftKeys().size()];
        for (int i = 0; i < nullSafe.length; i++) {
            nullSafe[i] = node.nullSafe().get(i);
        }
        boolean oneWorker = node.kind() == JoinKind.NULL_AWARE_ANTI;
        int[] leftKeys = ints(node.leftKeys());
        int[] rightKeys = ints(node.rightKeys());
        int[] none = {};
        return new JoinInput[] {
            new JoinInput(left, leftKeys, nullSafe, oneWorker ? none : leftKeys, leftKeepsAll),
            new JoinInput(right, rightKeys, nullSafe, oneWorker ? none : rightKeys, rightKeepsAll)
        };
    }

    /** The node's condition, compiled; pairs for which it fails go to the dead letters and do not match. */
    static @Nullable JoinResidual residual(
            PlanNode.Join node, Schema pairs, @Nullable JoinResidual given, OperatorContext context) {
        return given != null ? given : residual(node.residual(), pairs, context);
    }

    /** A condition over pairs, compiled; pairs for which it fails go to the dead letters and do not match. */
    static @Nullable JoinResidual residual(@Nullable Expression condition, Schema pairs, OperatorContext context) {
        if (condition == null) {
            return null;
        }
        CompiledPredicate predicate = ExpressionCompiler.predicate(pairs, condition);
        FailedRows failures = new FailedRows(context);
        return (batch, rows) -> predicate.select(batch, rows, context, failures);
    }

    /** The same condition, for pairs that were judged, and reported where they fail, before. */
    static JoinResidual silentResidual(
            PlanNode.Join node, Schema pairs, JoinResidual reporting, OperatorContext context) {
        if (node.residual() == null) {
            return reporting;
        }
        CompiledPredicate predicate = ExpressionCompiler.predicate(pairs, node.residual());
        RowErrors reportedBefore = (batch, row, error) -> {};
        return (batch, rows) -> predicate.select(batch, rows, context, reportedBefore);
    }

    static int[] ints(List<Integer> columns) {
        return columns.stream().mapToInt(Integer::intValue).toArray();
    }
}

package io.alluvium.runtime.engine;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.operator.DeadLetter;
import io.alluvium.core.operator.OperatorContext;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.ValueText;
import io.alluvium.core.type.Schema;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Rows with NULL in a NOT NULL or key column of a target become dead letters; an addition and its removal alike. */
final class NullCheck {
    private final PlanNode.Sink node;
    private final OperatorContext context;
    private final int[] required;

    NullCheck(PlanNode.Sink node, OperatorContext context) {
        this.node = node;
        this.context = context;
        Schema target = node.table().schema();
        this.required = IntStream.range(0, node.schema().size())
                .filter(column -> node.keys().contains(column)
                        || column < target.size() && !target.type(column).nullable())
                .toArray();
    }

    RowBatch check(RowBatch batch) {
        boolean any = false;
        for (int column : required) {
            any |= batch.column(column).nulls() != null;
        }
        if (!any) {
            return batch;
        }
        int[] good = new int[batch.size()];
        int count = 0;
        for (int row = 0; row < batch.size(); row++) {
            int bad = nullColumn(batch, row);
            if (bad < 0) {
                good[count++] = row;
            } else {
                context.deadLetters().report(letter(batch, row, bad));
            }
        }
        return count == batch.size() ? batch : batch.gather(good, count);
    }

    private int nullColumn(RowBatch batch, int row) {
        for (int column : required) {
            if (batch.column(column).isNull(row)) {
                return column;
            }
        }
        return -1;
    }

    private DeadLetter letter(RowBatch batch, int row, int column) {
        Schema schema = batch.schema();
        String[] texts = new String[schema.size()];
        Arrays.setAll(texts, i -> {
            Object value = batch.column(i).value(row);
            return schema.name(i) + " = "
                    + (value == null ? "NULL" : ValueText.render(value, schema.type(i), context.zone()));
        });
        AlluviumException error = new AlluviumException(
                ErrorCode.NULL_INTO_NOT_NULL,
                "column \"" + node.schema().name(column) + "\" of table \""
                        + node.table().name() + "\" is NOT NULL but the row has NULL",
                "filter such rows, or give a value with COALESCE");
        return new DeadLetter(
                node.id(), "row (" + String.join(", ", texts) + ")", null, null, batch.weight(row), error);
    }
}

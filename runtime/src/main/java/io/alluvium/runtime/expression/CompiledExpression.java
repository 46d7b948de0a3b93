package io.alluvium.runtime.expression;

import io.alluvium.core.expression.Expression;
import io.alluvium.core.function.FunctionContext;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.ColumnBuilder;
import io.alluvium.core.row.RowBatch;
import java.util.Arrays;

/** One compiled expression, computed for every row of a batch. An instance belongs to one thread. */
public final class CompiledExpression {
    private final Kernel kernel;
    private final Expression expression;

    CompiledExpression(Kernel kernel, Expression expression) {
        this.kernel = kernel;
        this.expression = expression;
    }

    /** A value for each row; rows that fail are reported, and NULL in the result. */
    public Column evaluate(RowBatch batch, FunctionContext context, RowErrors errors) {
        if (expression instanceof Expression.Column column) {
            return batch.column(column.index());
        }
        int size = batch.size();
        if (expression instanceof Expression.Literal literal) {
            return CompiledCalc.constant(literal, size);
        }
        kernel.start(batch, context);
        Column column = kernel.project(0, null, size);
        if (!kernel.hasFailures()) {
            return column;
        }
        int[] good = kernel.reportFailures(batch, null, size, errors);
        boolean[] kept = new boolean[size];
        Arrays.fill(kept, false);
        for (int row : good) {
            kept[row] = true;
        }
        ColumnBuilder builder = new ColumnBuilder(column.kind());
        for (int row = 0; row < size; row++) {
            if (kept[row]) {
                builder.appendFrom(column, row);
            } else {
                builder.appendNull();
            }
        }
        return builder.build();
    }
}

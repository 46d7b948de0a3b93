package io.alluvium.runtime.expression;

import io.alluvium.core.expression.Expression;
import io.alluvium.core.function.ConstantEvaluator;
import io.alluvium.core.function.FunctionContext;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.Schema;
import java.io.Serializable;
import java.time.ZoneId;
import java.util.List;

/** Evaluates constants as a row would: compiled, on a batch of one row without columns. */
public final class EngineConstantEvaluator implements ConstantEvaluator {
    private static final Schema NO_COLUMNS = Schema.of();
    private static final RowBatch ONE_ROW = new RowBatch(NO_COLUMNS, List.of(), 1, null);

    private final FunctionContext context;

    /** @param zone the session's zone */
    public EngineConstantEvaluator(ZoneId zone) {
        this.context = new ConstantContext(zone, 0);
    }

    @Override
    public Expression.Literal evaluate(Expression expression) {
        if (expression instanceof Expression.Literal literal) {
            return literal;
        }
        Column column =
                ExpressionCompiler.expression(NO_COLUMNS, expression).evaluate(ONE_ROW, context, RowErrors.STRICT);
        return new Expression.Literal((Serializable) column.value(0), expression.type());
    }
}

package io.alluvium.core.function;

import io.alluvium.core.expression.Expression;

/** Computes expressions without columns with the engine's own code, so that folding and execution never differ. */
public interface ConstantEvaluator {

    /**
     * The value of a constant expression.
     *
     * @throws io.alluvium.core.error.AlluviumException when evaluating fails, as it would in a row
     */
    Expression.Literal evaluate(Expression expression);
}

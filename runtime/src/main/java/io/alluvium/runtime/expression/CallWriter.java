package io.alluvium.runtime.expression;

import io.alluvium.core.expression.Expression;

/** Writes the code of one kind of call. */
@FunctionalInterface
interface CallWriter {
    /** Writes statements that compute the call for the row {@code row}, and returns where its value is then. */
    Value write(Expression.Call call, Body body, ExpressionWriter expressions);
}

package io.alluvium.runtime.function;

import io.alluvium.core.expression.Expression;
import io.alluvium.core.function.ScalarFunction;
import io.alluvium.core.type.DataType;
import java.util.List;

/** Choices, as other calls: what is not chosen is not evaluated. COALESCE, CASE and NULLIF are the planner's own. */
public final class ConditionalFunctions {
    private ConditionalFunctions() {}

    @ScalarFunction(
            name = "IF",
            signature = "(BOOLEAN, T, T) -> T",
            says = "The second argument where the first is TRUE, else the third.",
            example = "IF(1 > 2, 'a', 'bcd') = 'bcd'")
    public static Expression ifElse(Expression.Call call) {
        return new Expression.Call("CASE", call.operands(), call.type(), call.position());
    }

    @ScalarFunction(
            name = "IFNULL",
            signature = "(T, T) -> T",
            says = "The first argument, or the second where the first is NULL.",
            example = "IFNULL(NULL, 5) = 5")
    @ScalarFunction(
            name = "NVL",
            signature = "(T, T) -> T",
            says = "The first argument, or the second where the first is NULL.",
            example = "NVL(NULL, 'x') = 'x'")
    public static Expression ifNull(Expression.Call call) {
        return new Expression.Call("COALESCE", call.operands(), call.type(), call.position());
    }

    @ScalarFunction(
            name = "NULLIF",
            signature = "(T, T) -> T",
            says = "NULL where both arguments are equal, else the first.",
            example = "NULLIF(5, 0) = 5")
    public static Expression nullIf(Expression.Call call) {
        Expression equal = new Expression.Call("=", call.operands(), DataType.bool(), call.position());
        Expression nothing = new Expression.Literal(null, call.type().withNullable(true));
        return new Expression.Call(
                "CASE", List.of(equal, nothing, call.operands().get(0)), call.type(), call.position());
    }
}

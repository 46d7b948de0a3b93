package io.alluvium.planner.physical;

import io.alluvium.core.expression.Expression;
import io.alluvium.core.expression.Expression.Call;
import io.alluvium.planner.bind.CatalogFunction;
import io.alluvium.planner.bind.DialectOperators;
import org.jspecify.annotations.Nullable;

/** Which expressions may give another value when they are computed again for the same row. */
final class Determinism {
    private final DialectOperators functions;

    Determinism(DialectOperators functions) {
        this.functions = functions;
    }

    boolean varies(@Nullable Expression expression) {
        return expression != null && varyingCall(expression) != null;
    }

    /** The first call in an expression of a function that is not deterministic, or null. */
    @Nullable
    Call varyingCall(Expression expression) {
        if (!(expression instanceof Call call)) {
            return null;
        }
        CatalogFunction function = functions.engineFunction(call.function());
        if (function != null && !function.isDeterministic()) {
            return call;
        }
        for (Expression operand : call.operands()) {
            Call found = varyingCall(operand);
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}

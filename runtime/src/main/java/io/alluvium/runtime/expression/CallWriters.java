package io.alluvium.runtime.expression;

import io.alluvium.core.expression.Expression;
import io.alluvium.runtime.function.BuiltInFunctions;
import io.alluvium.runtime.function.FunctionMethod;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which writer writes a call: the fixed calls of {@link Expression.Call} first, then the functions. */
final class CallWriters {
    private static final Map<String, CallWriter> FIXED = new HashMap<>();

    static {
        LogicCalls.register(FIXED);
        ComparisonCalls.register(FIXED);
        ArithmeticCalls.register(FIXED);
        ConditionalCalls.register(FIXED);
        CastCalls.register(FIXED);
        PatternCalls.register(FIXED);
        NestedCalls.register(FIXED);
    }

    private CallWriters() {}

    static @Nullable CallWriter find(Expression.Call call) {
        CallWriter fixed = FIXED.get(call.function());
        if (fixed != null) {
            return fixed;
        }
        FunctionMethod function = BuiltInFunctions.find(call);
        return function == null
                ? null
                : (written, body, expressions) -> FunctionCalls.write(function, written, body, expressions);
    }
}

package io.alluvium.runtime.expression;

import io.alluvium.core.expression.Expression;
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
    }

    private CallWriters() {}

    static @Nullable CallWriter find(Expression.Call call) {
        return FIXED.get(call.function());
    }
}

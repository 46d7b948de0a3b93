package io.alluvium.runtime.expression;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.expression.Expression;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** LIKE and SIMILAR TO: a constant pattern is compiled once, another is compiled when it changes. */
final class PatternCalls {
    private PatternCalls() {}

    static void register(Map<String, CallWriter> writers) {
        writers.put("LIKE", (call, body, expressions) -> match(call, body, expressions, false));
        writers.put("SIMILAR TO", (call, body, expressions) -> match(call, body, expressions, true));
    }

    private static Value match(Expression.Call call, Body body, ExpressionWriter expressions, boolean similar) {
        Value text = expressions.write(call.operands().get(0), body);
        Expression pattern = call.operands().get(1);
        int escape = escape(call);
        if (pattern instanceof Expression.Literal literal && literal.value() != null && escape >= -1) {
            TextPattern compiled;
            try {
                compiled = TextPattern.compile((byte[]) literal.value(), escape, similar);
            } catch (IllegalArgumentException e) {
                throw new AlluviumException(
                        ErrorCode.EXPRESSION_FAILED, call.position(), String.valueOf(e.getMessage()), null, e);
            }
            if (text.isAlwaysNull()) {
                return Value.nullOf(call.type());
            }
            String constant = body.source().constant(compiled, TextPattern.class.getName());
            Value result = body.declare(call.type(), Form.BOOLEAN, text.isNull());
            boolean begun = body.beginNotNull(text.isNull());
            body.line(result.first() + " = " + constant + ".matches(" + text.range() + ");");
            body.endNotNull(begun);
            return result;
        }
        Value patternValue = expressions.write(pattern, body);
        String isNull = body.anyNull(text, patternValue);
        if (isNull.equals("true") || escape < -1) {
            return Value.nullOf(call.type());
        }
        String cache =
                body.source().constant(new TextPattern.Cache(escape, similar), TextPattern.class.getName() + ".Cache");
        Value result = body.declare(call.type(), Form.BOOLEAN, isNull);
        boolean begun = body.beginNotNull(isNull);
        body.line(result.first() + " = " + cache + ".pattern(" + patternValue.range() + ", "
                + body.site(call.position()) + ").matches(" + text.range() + ");");
        body.endNotNull(begun);
        return result;
    }

    /** The escape's code point; -1 without one, -2 where it is NULL. */
    private static int escape(Expression.Call call) {
        if (call.operands().size() < 3) {
            return -1;
        }
        if (call.operands().get(2) instanceof Expression.Literal literal) {
            if (literal.value() == null) {
                return -2;
            }
            String text = new String((byte[]) literal.value(), StandardCharsets.UTF_8);
            if (text.codePointCount(0, text.length()) == 1) {
                return text.codePointAt(0);
            }
            throw new AlluviumException(
                    ErrorCode.QUERY_INVALID,
                    call.position(),
                    "the escape \"" + text + "\" is not one character",
                    "write ESCAPE '\\'",
                    null);
        }
        throw new AlluviumException(
                ErrorCode.UNSUPPORTED, call.position(), "the escape of a pattern is not a literal", null, null);
    }
}

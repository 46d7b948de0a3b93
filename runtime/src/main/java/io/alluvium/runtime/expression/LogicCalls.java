package io.alluvium.runtime.expression;

import io.alluvium.core.expression.Expression;
import io.alluvium.core.type.DataType;
import java.util.List;
import java.util.Map;

/**
 * AND, OR, NOT and the tests for NULL, TRUE and FALSE, in three-valued logic. An operand is not evaluated for a row that the
 * operands before it have decided.
 */
final class LogicCalls {
    private LogicCalls() {}

    static void register(Map<String, CallWriter> writers) {
        writers.put("AND", (call, body, expressions) -> decide(call, body, expressions, true));
        writers.put("OR", (call, body, expressions) -> decide(call, body, expressions, false));
        writers.put("NOT", LogicCalls::not);
        writers.put("IS NULL", (call, body, expressions) -> isNull(call, body, expressions, false));
        writers.put("IS NOT NULL", (call, body, expressions) -> isNull(call, body, expressions, true));
        writers.put("IS TRUE", (call, body, expressions) -> is(call, body, expressions, "", false));
        writers.put("IS FALSE", (call, body, expressions) -> is(call, body, expressions, "!", false));
        writers.put("IS NOT TRUE", (call, body, expressions) -> is(call, body, expressions, "", true));
        writers.put("IS NOT FALSE", (call, body, expressions) -> is(call, body, expressions, "!", true));
    }

    /** AND or OR where NULL counts as FALSE: an operand that is NULL decides an AND. */
    static String writeTest(Expression.Call call, Body body, ExpressionWriter expressions) {
        boolean and = call.function().equals("AND");
        body.addWeight(40 + 10 * call.operands().size());
        String result = body.fresh("v");
        body.line("boolean " + result + " = " + and + ";");
        StringBuilder close = new StringBuilder();
        for (Expression operand : call.operands()) {
            String test = expressions.writeTest(operand, body);
            body.line(result + " = " + test + ";").line("if (" + (and ? "" : "!") + result + ") {");
            close.append("}\n");
        }
        body.raw(close.toString());
        return result;
    }

    private static Value decide(Expression.Call call, Body body, ExpressionWriter expressions, boolean and) {
        Value result = body.declare(call.type(), "false");
        String value = result.first();
        body.line(value + " = " + and + ";");
        String mark = body.declareNull("false");
        boolean nullable = false;
        StringBuilder close = new StringBuilder();
        for (Expression operand : call.operands()) {
            Value next = expressions.write(operand, body);
            nullable |= !next.isNeverNull();
            if (next.isAlwaysNull()) {
                body.line(mark + " = true;");
                continue;
            }
            String decides = (and ? "!" : "") + next.first();
            String assign = value + " = " + !and + "; " + mark + " = false;";
            if (next.isNeverNull()) {
                body.line("if (" + decides + ") { " + assign + " } else {");
            } else {
                body.line("if (!" + next.isNull() + " && " + decides + ") { " + assign + " } else {")
                        .line("if (" + next.isNull() + ") " + mark + " = true;");
            }
            close.append("}\n");
        }
        body.raw(close.toString());
        return Value.single(call.type(), Form.BOOLEAN, value, nullable ? mark : "false");
    }

    private static Value not(Expression.Call call, Body body, ExpressionWriter expressions) {
        Value operand = expressions.write(call.operands().get(0), body);
        return Value.single(call.type(), Form.BOOLEAN, "(!" + operand.first() + ")", operand.isNull());
    }

    private static Value isNull(Expression.Call call, Body body, ExpressionWriter expressions, boolean negated) {
        String mark = expressions.write(call.operands().get(0), body).isNull();
        return Value.single(call.type(), Form.BOOLEAN, negated ? "(!" + mark + ")" : mark, "false");
    }

    private static Value is(
            Expression.Call call, Body body, ExpressionWriter expressions, String sign, boolean negated) {
        Value operand = expressions.write(call.operands().get(0), body);
        String test = operand.isAlwaysNull()
                ? "false"
                : operand.isNeverNull()
                        ? sign + operand.first()
                        : "(!" + operand.isNull() + " && " + sign + operand.first() + ")";
        return Value.single(call.type(), Form.BOOLEAN, negated ? "(!" + test + ")" : test, "false");
    }

    static Expression.Call call(String function, DataType type, List<Expression> operands, Expression.Call origin) {
        return new Expression.Call(function, operands, type, origin.position());
    }
}

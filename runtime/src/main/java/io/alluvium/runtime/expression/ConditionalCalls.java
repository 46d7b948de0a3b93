package io.alluvium.runtime.expression;

import io.alluvium.core.expression.Expression;
import java.util.List;
import java.util.Map;

/** CASE and COALESCE: a branch is evaluated only for the rows that take it. */
final class ConditionalCalls {
    private ConditionalCalls() {}

    static void register(Map<String, CallWriter> writers) {
        writers.put("CASE", ConditionalCalls::caseWhen);
        writers.put("COALESCE", ConditionalCalls::coalesce);
    }

    private static Value caseWhen(Expression.Call call, Body body, ExpressionWriter expressions) {
        List<Expression> operands = call.operands();
        String mark = body.declareNull("false");
        Value result = body.declare(call.type(), mark);
        StringBuilder close = new StringBuilder();
        for (int i = 0; i + 1 < operands.size(); i += 2) {
            String test = expressions.writeTest(operands.get(i), body);
            body.line("if (" + test + ") {");
            branch(operands.get(i + 1), call, result, mark, body, expressions);
            body.line("} else {");
            close.append("}\n");
        }
        if (operands.size() % 2 == 1) {
            branch(operands.get(operands.size() - 1), call, result, mark, body, expressions);
        } else {
            body.line(mark + " = true;");
        }
        body.raw(close.toString());
        return result;
    }

    private static void branch(
            Expression branch,
            Expression.Call call,
            Value result,
            String mark,
            Body body,
            ExpressionWriter expressions) {
        Value value = CastCalls.convert(expressions.write(branch, body), call.type(), call.position(), body);
        body.assign(result, value);
        if (!value.isNeverNull()) {
            body.line(mark + " = " + value.isNull() + ";");
        }
    }

    private static Value coalesce(Expression.Call call, Body body, ExpressionWriter expressions) {
        String mark = body.declareNull("false");
        Value result = body.declare(call.type(), mark);
        StringBuilder close = new StringBuilder();
        for (Expression operand : call.operands()) {
            Value value = CastCalls.convert(expressions.write(operand, body), call.type(), call.position(), body);
            body.assign(result, value);
            if (value.isNeverNull()) {
                body.line(mark + " = false;");
                break;
            }
            body.line(mark + " = " + value.isNull() + ";").line("if (" + mark + ") {");
            close.append("}\n");
        }
        body.raw(close.toString());
        return result;
    }
}

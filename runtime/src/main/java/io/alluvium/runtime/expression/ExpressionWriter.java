package io.alluvium.runtime.expression;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.expression.Expression;
import io.alluvium.core.row.Int128;
import io.alluvium.core.type.DataType;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes expressions as Java statements over the row {@code row}. A method that has become long hands what follows to further
 * methods, so that none comes near the 8,000 bytecodes above which the JVM does not compile it.
 */
final class ExpressionWriter {
    /** From here on, operands worth it get methods of their own. */
    private static final int LONG_METHOD = 1_500;

    private static final int VERY_LONG_METHOD = 3_000;
    private static final int MOST_OPERANDS = 16;

    private final KernelSource source;
    private final Map<Expression, Integer> weights = new IdentityHashMap<>();

    ExpressionWriter(KernelSource source) {
        this.source = source;
    }

    Value write(Expression expression, Body body) {
        if (expression instanceof Expression.Column column) {
            return column(column, body);
        }
        if (expression instanceof Expression.Literal literal) {
            return literal(literal, body);
        }
        Expression.Call call = (Expression.Call) expression;
        int weight = weight(call);
        boolean outline =
                (body.weight() > LONG_METHOD && weight > 150) || (body.weight() > VERY_LONG_METHOD && weight > 30);
        return outline ? outlined(call, body) : inline(call, body);
    }

    List<Value> writeAll(List<Expression> expressions, Body body) {
        List<Value> values = new ArrayList<>(expressions.size());
        for (Expression expression : expressions) {
            values.add(write(expression, body));
        }
        return values;
    }

    /** Writes a condition; the result is a Java expression that is false where the condition is NULL. */
    String writeTest(Expression condition, Body body) {
        if (condition instanceof Expression.Call call
                && (call.function().equals("AND") || call.function().equals("OR"))
                && body.weight() <= LONG_METHOD) {
            return LogicCalls.writeTest(split(call), body, this);
        }
        Value value = write(condition, body);
        if (value.isAlwaysNull()) {
            return "false";
        }
        return value.isNeverNull() ? value.first() : "(!" + value.isNull() + " && " + value.first() + ")";
    }

    private Value inline(Expression.Call call, Body body) {
        Expression.Call narrowed = split(call);
        body.addWeight(ownWeight(narrowed));
        CallWriter writer = CallWriters.find(narrowed);
        if (writer == null) {
            throw new AlluviumException(
                    ErrorCode.FUNCTION_NOT_FOUND,
                    call.position(),
                    "function \"" + call.function() + "\" does not take ("
                            + String.join(
                                    ", ",
                                    call.operands().stream()
                                            .map(operand -> operand.type().sql())
                                            .toList())
                            + ")",
                    null,
                    null);
        }
        return writer.write(narrowed, body, this);
    }

    private Value outlined(Expression.Call call, Body body) {
        Body inner = new Body(source);
        Value value = inline(call, inner);
        String name = body.fresh("m");
        Form form = value.form();
        StringBuilder method = new StringBuilder();
        method.append("private ").append(form.javaType).append(' ').append(name).append("(int row) {\n");
        method.append(inner.text());
        String isNull = value.isNull();
        if (!value.isAlwaysNull() && !value.isNeverNull()) {
            source.field("boolean", name + "z");
            method.append("this.").append(name).append("z = ").append(isNull).append(";\n");
        }
        if (form == Form.WIDE) {
            source.field("long", name + "l");
            method.append("this.")
                    .append(name)
                    .append("l = ")
                    .append(value.second())
                    .append(";\n");
        } else if (form == Form.BYTES) {
            source.field("int", name + "s");
            source.field("int", name + "n");
            method.append("this.")
                    .append(name)
                    .append("s = ")
                    .append(value.second())
                    .append(";\n");
            method.append("this.")
                    .append(name)
                    .append("n = ")
                    .append(value.third())
                    .append(";\n");
        }
        method.append("return ").append(value.first()).append(";\n}\n");
        source.method(method.toString());
        source.useColumns(inner.columns());
        if (inner.failing()) {
            body.markFailing();
        }
        body.addWeight(30);
        String variable = body.fresh("v");
        body.line(form.javaType + " " + variable + " = " + name + "(row);");
        String mark = value.isAlwaysNull() || value.isNeverNull() ? isNull : body.declareNull("this." + name + "z");
        return switch (form) {
            case BOOLEAN, LONG, DOUBLE -> Value.single(value.type(), form, variable, mark);
            case WIDE -> {
                body.line("long " + variable + "l = this." + name + "l;");
                yield Value.wide(value.type(), variable, variable + "l", mark);
            }
            case BYTES -> {
                body.line("int " + variable + "s = this." + name + "s;");
                body.line("int " + variable + "n = this." + name + "n;");
                yield Value.bytes(value.type(), variable, variable + "s", variable + "n", mark);
            }
        };
    }

    private Value column(Expression.Column column, Body body) {
        int index = column.index();
        DataType type = source.input().type(index);
        body.columns().add(index);
        source.useColumns(body.columns());
        String isNull = "false";
        if (type.nullable()) {
            isNull = body.declareNull("n" + index + " != null && n" + index + "[row]");
        }
        return switch (Form.of(type)) {
            case BOOLEAN -> Value.single(type, Form.BOOLEAN, "(c" + index + "[row] != 0L)", isNull);
            case LONG -> Value.single(type, Form.LONG, "c" + index + "[row]", isNull);
            case DOUBLE -> Value.single(type, Form.DOUBLE, "c" + index + "[row]", isNull);
            case WIDE -> Value.wide(type, "c" + index + "[row]", "w" + index + "[row]", isNull);
            case BYTES -> Value.bytes(type, "c" + index, "s" + index + "[row]", "l" + index + "[row]", isNull);
        };
    }

    private Value literal(Expression.Literal literal, Body body) {
        DataType type = literal.type();
        Object value = literal.value();
        if (value == null) {
            return Value.nullOf(type);
        }
        return switch (Form.of(type)) {
            case BOOLEAN -> Value.single(type, Form.BOOLEAN, (Long) value != 0 ? "true" : "false", "false");
            case LONG -> Value.single(type, Form.LONG, longLiteral((Long) value), "false");
            case DOUBLE -> Value.single(type, Form.DOUBLE, doubleLiteral((Double) value), "false");
            case WIDE -> {
                Int128 wide = (Int128) value;
                yield wide.high() == wide.low() >> 63
                        ? Value.narrow(type, longLiteral(wide.low()), "false")
                        : Value.wide(type, longLiteral(wide.high()), longLiteral(wide.low()), "false");
            }
            case BYTES -> {
                byte[] bytes = (byte[]) value;
                String name = body.source().constant(bytes, "byte[]");
                yield Value.bytes(type, name, "0", Integer.toString(bytes.length), "false");
            }
        };
    }

    static String longLiteral(long value) {
        return value == Long.MIN_VALUE ? "Long.MIN_VALUE" : value < 0 ? "(" + value + "L)" : value + "L";
    }

    static String doubleLiteral(double value) {
        return "Double.longBitsToDouble(" + longLiteral(Double.doubleToLongBits(value)) + ")";
    }

    private int weight(Expression expression) {
        Integer known = weights.get(expression);
        if (known != null) {
            return known;
        }
        int weight = 10;
        if (expression instanceof Expression.Call call) {
            weight = ownWeight(call);
            for (Expression operand : call.operands()) {
                weight = Math.min(1 << 28, weight + weight(operand));
            }
        }
        weights.put(expression, weight);
        return weight;
    }

    private static int ownWeight(Expression.Call call) {
        return 40 + 10 * call.operands().size();
    }

    /** Nests the operands of a long AND, OR, COALESCE or CASE. */
    private static Expression.Call split(Expression.Call call) {
        List<Expression> operands = call.operands();
        int size = operands.size();
        switch (call.function()) {
            case "AND", "OR" -> {
                if (size <= MOST_OPERANDS) {
                    return call;
                }
                int part = Math.max(MOST_OPERANDS, (size + MOST_OPERANDS - 1) / MOST_OPERANDS);
                List<Expression> parts = new ArrayList<>();
                for (int first = 0; first < size; first += part) {
                    List<Expression> some = operands.subList(first, Math.min(size, first + part));
                    parts.add(some.size() == 1 ? some.get(0) : with(call, some));
                }
                return with(call, parts);
            }
            case "COALESCE" -> {
                if (size <= MOST_OPERANDS) {
                    return call;
                }
                List<Expression> nested = new ArrayList<>(operands.subList(0, MOST_OPERANDS - 1));
                nested.add(with(call, operands.subList(MOST_OPERANDS - 1, size)));
                return with(call, nested);
            }
            case "CASE" -> {
                if (size <= 2 * MOST_OPERANDS + 1) {
                    return call;
                }
                List<Expression> nested = new ArrayList<>(operands.subList(0, 2 * MOST_OPERANDS));
                nested.add(with(call, operands.subList(2 * MOST_OPERANDS, size)));
                return with(call, nested);
            }
            default -> {
                return call;
            }
        }
    }

    private static Expression.Call with(Expression.Call call, List<Expression> operands) {
        return new Expression.Call(call.function(), operands, call.type(), call.position());
    }
}

package io.alluvium.runtime.expression;

import io.alluvium.core.expression.Expression;
import io.alluvium.core.type.DataType;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Comparisons, DISTINCT FROM and IN. */
final class ComparisonCalls {
    private static final String MATH = "io.alluvium.runtime.expression.";

    private ComparisonCalls() {}

    static void register(Map<String, CallWriter> writers) {
        for (String operator : List.of("=", "<>", "<", "<=", ">", ">=")) {
            writers.put(operator, ComparisonCalls::compare);
        }
        writers.put("IS NOT DISTINCT FROM", (call, body, expressions) -> same(call, body, expressions, true));
        writers.put("IS DISTINCT FROM", (call, body, expressions) -> same(call, body, expressions, false));
        writers.put("IN", ComparisonCalls::in);
    }

    private static Value compare(Expression.Call call, Body body, ExpressionWriter expressions) {
        Value left = expressions.write(call.operands().get(0), body);
        Value right = expressions.write(call.operands().get(1), body);
        DataType type = call.type();
        Value a = aligned(left, right, call, body);
        Value b = aligned(right, a, call, body);
        return compare(call.function(), type, a, b, body);
    }

    /**
     * The value as it can be compared with another of another kind: text is read as the other's type (and fails where it is
     * none), a date is a timestamp at midnight, a wall clock an instant in the session zone.
     */
    private static Value aligned(Value value, Value other, Expression.Call call, Body body) {
        DataType type = other.type();
        DataType own = value.type();
        boolean text =
                own instanceof DataType.Text && !(type instanceof DataType.Text) && !type.is(DataType.Scalar.NULL);
        boolean date = own.is(DataType.Scalar.DATE) && type instanceof DataType.Temporal;
        boolean wallClock = TimeArithmetic.isInstant(type)
                && own instanceof DataType.Temporal temporal
                && temporal.temporal() == DataType.TemporalKind.TIMESTAMP;
        if (wallClock) {
            return CastCalls.convert(value, DataType.timestampLtz(6), call.position(), body);
        }
        return text || date ? CastCalls.convert(value, type, call.position(), body) : value;
    }

    /** A comparison of two written values of one kind; NULL where one is. */
    private static Value compare(String operator, DataType type, Value left, Value right, Body body) {
        String isNull = body.anyNull(left, right);
        if (isNull.equals("true")) {
            return Value.nullOf(type);
        }
        Value result = body.declare(type, Form.BOOLEAN, isNull);
        boolean guarded = left.form() == Form.BYTES || left.form() == Form.WIDE;
        boolean begun = body.beginNotNull(guarded ? isNull : "false");
        body.line(result.first() + " = " + test(operator, left, right) + ";");
        body.endNotNull(begun);
        return result;
    }

    private static Value same(Expression.Call call, Body body, ExpressionWriter expressions, boolean wanted) {
        Value written = expressions.write(call.operands().get(0), body);
        Value other = expressions.write(call.operands().get(1), body);
        Value left = aligned(written, other, call, body);
        Value right = aligned(other, left, call, body);
        String equal;
        if (left.isAlwaysNull() || right.isAlwaysNull()) {
            equal = left.isAlwaysNull() ? right.isNull() : left.isNull();
        } else if (left.isNeverNull() && right.isNeverNull()) {
            equal = test("=", left, right);
        } else {
            equal = "((" + left.isNull() + " || " + right.isNull() + ") ? " + left.isNull() + " == " + right.isNull()
                    + " : " + test("=", left, right) + ")";
        }
        Value result = body.declare(call.type(), Form.BOOLEAN, "false");
        body.line(result.first() + " = " + (wanted ? "" : "!") + "(" + equal + ");");
        return result;
    }

    /** A Java condition over two values that are not null. */
    static String test(String operator, Value left, Value right) {
        String java =
                switch (operator) {
                    case "=" -> "==";
                    case "<>" -> "!=";
                    default -> operator;
                };
        if (left.form() == Form.BYTES) {
            String a = left.range();
            String b = right.range();
            if (isChar(left.type()) && isChar(right.type())) {
                a = left.first() + ", " + left.second() + ", " + MATH + "TextMath.trimmed(" + a + ")";
                b = right.first() + ", " + right.second() + ", " + MATH + "TextMath.trimmed(" + b + ")";
            }
            boolean equality = java.equals("==") || java.equals("!=");
            return equality
                    ? (java.equals("!=") ? "!" : "") + MATH + "TextMath.equal(" + a + ", " + b + ")"
                    : MATH + "TextMath.compare(" + a + ", " + b + ") " + java + " 0";
        }
        if (left.form() == Form.BOOLEAN) {
            return switch (operator) {
                case "=", "<>" -> left.first() + " " + java + " " + right.first();
                default -> "(" + left.first() + " ? 1 : 0) " + java + " (" + right.first() + " ? 1 : 0)";
            };
        }
        if (isBigint(left) && right.form() == Form.DOUBLE) {
            return MATH + "DoubleMath.compare(" + left.first() + ", " + right.first() + ") " + java + " 0";
        }
        if (left.form() == Form.DOUBLE && isBigint(right)) {
            return "0 " + java + " " + MATH + "DoubleMath.compare(" + right.first() + ", " + left.first() + ")";
        }
        if (left.form() == Form.DOUBLE || right.form() == Form.DOUBLE) {
            String a = Numbers.asDouble(left);
            String b = Numbers.asDouble(right);
            return switch (operator) {
                case "=" -> MATH + "DoubleMath.equal(" + a + ", " + b + ")";
                case "<>" -> "!" + MATH + "DoubleMath.equal(" + a + ", " + b + ")";
                case "<" -> MATH + "DoubleMath.less(" + a + ", " + b + ")";
                case ">" -> MATH + "DoubleMath.less(" + b + ", " + a + ")";
                case "<=" -> "!" + MATH + "DoubleMath.less(" + b + ", " + a + ")";
                default -> "!" + MATH + "DoubleMath.less(" + a + ", " + b + ")";
            };
        }
        int leftScale = Numbers.scale(left.type());
        int rightScale = Numbers.scale(right.type());
        int scale = Math.max(leftScale, rightScale);
        boolean longs = left.form() == Form.LONG && right.form() == Form.LONG;
        if (longs && leftScale == rightScale) {
            return left.first() + " " + java + " " + right.first();
        }
        return MATH + "WideMath.compare(" + left.halves() + ", " + (scale - leftScale) + ", " + right.halves() + ", "
                + (scale - rightScale) + ") " + java + " 0";
    }

    /** Others fit a double. */
    private static boolean isBigint(Value value) {
        return value.type().is(DataType.Scalar.BIGINT);
    }

    private static boolean isChar(DataType type) {
        return type instanceof DataType.Text text && text.fixed();
    }

    /** IN with literals: a few are compared one by one, many are looked up in a set. */
    private static Value in(Expression.Call call, Body body, ExpressionWriter expressions) {
        Value value = expressions.write(call.operands().get(0), body);
        if (value.isAlwaysNull()) {
            return Value.nullOf(call.type());
        }
        List<Expression> candidates = call.operands().subList(1, call.operands().size());
        boolean literals = candidates.stream().allMatch(Expression.Literal.class::isInstance);
        if (literals && candidates.size() > 8 && sameType(value, candidates)) {
            return inSet(call, value, candidates, body);
        }
        String mark = body.declareNull(value.isNull());
        Value result = body.declare(call.type(), Form.BOOLEAN, mark);
        boolean begun = body.beginNotNull(value.isNull());
        StringBuilder close = new StringBuilder();
        for (Expression candidate : candidates) {
            Value other = aligned(expressions.write(candidate, body), value, call, body);
            if (other.isAlwaysNull()) {
                body.line(mark + " = true;");
                continue;
            }
            String equal = test("=", value, other);
            String found = result.first() + " = true; " + mark + " = false;";
            if (other.isNeverNull()) {
                body.line("if (" + equal + ") { " + found + " } else {");
            } else {
                body.line("if (!" + other.isNull() + " && " + equal + ") { " + found + " } else {")
                        .line("if (" + other.isNull() + ") " + mark + " = true;");
            }
            close.append("}\n");
        }
        body.raw(close.toString());
        body.endNotNull(begun);
        return result;
    }

    private static boolean sameType(Value value, List<Expression> candidates) {
        boolean plain = value.form() == Form.LONG || (value.form() == Form.BYTES && !isChar(value.type()));
        return plain
                && candidates.stream()
                        .allMatch(candidate -> Form.of(candidate.type()) == value.form()
                                && Numbers.scale(candidate.type()) == Numbers.scale(value.type()));
    }

    private static Value inSet(Expression.Call call, Value value, List<Expression> candidates, Body body) {
        Set<Object> values = new HashSet<>();
        boolean withNull = false;
        for (Expression candidate : candidates) {
            Object held = ((Expression.Literal) candidate).value();
            withNull |= held == null;
            if (held != null) {
                values.add(held);
            }
        }
        String set = body.source().constant(ValueSet.of(values), ValueSet.class.getName());
        String arguments = value.form() == Form.BYTES ? value.range() : value.first();
        String mark = withNull ? body.declareNull(value.isNull()) : value.isNull();
        Value result = body.declare(call.type(), Form.BOOLEAN, mark);
        boolean begun = body.beginNotNull(value.isNull());
        body.line(result.first() + " = " + set + ".contains(" + arguments + ");");
        if (withNull) {
            body.line(mark + " = !" + result.first() + ";");
        }
        body.endNotNull(begun);
        return result;
    }
}

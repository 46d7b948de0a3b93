package io.alluvium.runtime.expression;

import io.alluvium.core.expression.Expression;
import io.alluvium.core.type.DataType;
import java.util.List;
import java.util.Map;

/**
 * {@code + - * / %} and NEGATE. Integers and decimals are exact: a result that does not fit the call's type is a failure of the
 * row. Decimals stay in longs as long as their digits allow it; the choice is made here, not a row.
 */
final class ArithmeticCalls {
    private static final String LONGS = "io.alluvium.runtime.expression.LongMath.";
    private static final String WIDES = "io.alluvium.runtime.expression.WideMath.";

    private ArithmeticCalls() {}

    static void register(Map<String, CallWriter> writers) {
        for (String operator : List.of("+", "-", "*", "/", "%")) {
            writers.put(operator, ArithmeticCalls::binary);
        }
        writers.put("NEGATE", ArithmeticCalls::negate);
    }

    private static Value binary(Expression.Call call, Body body, ExpressionWriter expressions) {
        if (TimeArithmetic.isTime(call)) {
            return TimeArithmetic.write(call, body, expressions);
        }
        Value left = expressions.write(call.operands().get(0), body);
        Value right = expressions.write(call.operands().get(1), body);
        String isNull = body.anyNull(left, right);
        if (isNull.equals("true")) {
            return Value.nullOf(call.type());
        }
        DataType type = call.type();
        if (type.isApproximate()) {
            return doubles(call, left, right, isNull, body);
        }
        if (left.form() == Form.DOUBLE || right.form() == Form.DOUBLE) {
            Value approximate = doubles(
                    LogicCalls.call(call.function(), DataType.doubles(), call.operands(), call),
                    left,
                    right,
                    isNull,
                    body);
            return CastCalls.convert(approximate, type, call.position(), body);
        }
        boolean integers = left.type().isInteger() && right.type().isInteger() && type.isInteger();
        return integers ? integers(call, left, right, isNull, body) : decimals(call, left, right, isNull, body);
    }

    private static Value doubles(Expression.Call call, Value left, Value right, String isNull, Body body) {
        String computed = Numbers.asDouble(left) + " " + call.function() + " " + Numbers.asDouble(right);
        Value result = body.declare(call.type(), Form.DOUBLE, isNull);
        boolean isFloat = call.type().is(DataType.Scalar.FLOAT);
        body.line(result.first() + " = " + (isFloat ? "(double) (float) (" + computed + ")" : computed) + ";");
        return result;
    }

    private static Value integers(Expression.Call call, Value left, Value right, String isNull, Body body) {
        String a = left.first();
        String b = right.first();
        String site = body.site(call.position());
        boolean small = !left.type().is(DataType.Scalar.BIGINT) && !right.type().is(DataType.Scalar.BIGINT);
        String computed =
                switch (call.function()) {
                    case "+" -> small ? a + " + " + b : LONGS + "add(" + a + ", " + b + ", " + site + ")";
                    case "-" -> small ? a + " - " + b : LONGS + "subtract(" + a + ", " + b + ", " + site + ")";
                    case "*" -> small ? a + " * " + b : LONGS + "multiply(" + a + ", " + b + ", " + site + ")";
                    case "/" -> LONGS + "divide(" + a + ", " + b + ", " + site + ")";
                    default -> LONGS + "remainder(" + a + ", " + b + ", " + site + ")";
                };
        Value result = body.declare(call.type(), isNull);
        boolean begun = body.beginNotNull(isNull);
        body.line(result.first() + " = " + fitInteger(computed, call.type(), site) + ";");
        body.endNotNull(begun);
        return result;
    }

    /** Wraps a Java long expression into the check of an integer type's range. */
    static String fitInteger(String computed, DataType type, String site) {
        if (type.is(DataType.Scalar.INT)) {
            return LONGS + "toInt(" + computed + ", " + site + ")";
        }
        if (type.is(DataType.Scalar.SMALLINT)) {
            return LONGS + "toSmallint(" + computed + ", " + site + ")";
        }
        if (type.is(DataType.Scalar.TINYINT)) {
            return LONGS + "toTinyint(" + computed + ", " + site + ")";
        }
        return computed;
    }

    private static Value decimals(Expression.Call call, Value left, Value right, String isNull, Body body) {
        DataType type = call.type();
        if (!(type instanceof DataType.Decimal)) {
            // the result of the decimal operation is then cast to what the call asks for
            DataType.Decimal exact =
                    new DataType.Decimal(38, Math.max(Numbers.scale(left.type()), Numbers.scale(right.type())), true);
            Value computed =
                    decimals(LogicCalls.call(call.function(), exact, call.operands(), call), left, right, isNull, body);
            return CastCalls.convert(computed, type, call.position(), body);
        }
        int leftScale = Numbers.scale(left.type());
        int rightScale = Numbers.scale(right.type());
        int leftDigits = Numbers.precision(left.type());
        int rightDigits = Numbers.precision(right.type());
        DataType.Decimal decimal = (DataType.Decimal) type;
        String function = call.function();
        if (function.equals("*")) {
            return multiply(call, decimal, left, right, isNull, body);
        }
        if (function.equals("/")) {
            int shift = decimal.scale() - leftScale + rightScale;
            return wide(
                    call,
                    decimal,
                    isNull,
                    body,
                    "divide(wide, " + left.halves() + ", " + right.halves() + ", " + shift + ", ");
        }
        int scale = Math.max(leftScale, rightScale);
        int leftShift = scale - leftScale;
        int rightShift = scale - rightScale;
        int digits = Math.max(leftDigits + leftShift, rightDigits + rightShift);
        if (function.equals("%")) {
            if (digits <= 18 && decimal.scale() == scale) {
                String site = body.site(call.position());
                Value result = body.declare(type, isNull);
                boolean begun = body.beginNotNull(isNull);
                String rest = LONGS + "remainder(" + scaled(left, leftShift) + ", " + scaled(right, rightShift) + ", "
                        + site + ")";
                store(result, checked(rest, digits, decimal, site), body);
                body.endNotNull(begun);
                return result;
            }
            String operands = "remainder(wide, " + left.halves() + ", " + leftShift + ", " + right.halves() + ", "
                    + rightShift + ", ";
            return aligned(call, decimal, scale, isNull, body, operands);
        }
        if (digits + 1 <= 18 && decimal.scale() == scale) {
            Value result = body.declare(type, isNull);
            String computed = scaled(left, leftShift) + " " + function + " " + scaled(right, rightShift);
            if (digits + 1 <= decimal.precision()) {
                store(result, computed, body);
                return result;
            }
            String site = body.site(call.position());
            boolean begun = body.beginNotNull(isNull);
            store(result, checked(computed, digits + 1, decimal, site), body);
            body.endNotNull(begun);
            return result;
        }
        String operands = (function.equals("+") ? "add" : "subtract") + "(wide, " + left.halves() + ", " + leftShift
                + ", " + right.halves() + ", " + rightShift + ", ";
        return aligned(call, decimal, scale, isNull, body, operands);
    }

    /** A wide operation whose result has this scale, then brought to the type's scale. */
    private static Value aligned(
            Expression.Call call, DataType.Decimal type, int scale, String isNull, Body body, String operands) {
        if (type.scale() == scale) {
            return wide(call, type, isNull, body, operands);
        }
        DataType.Decimal exact = new DataType.Decimal(38, scale, true);
        Value computed = wide(call, exact, isNull, body, operands);
        return CastCalls.convert(computed, type, call.position(), body);
    }

    private static Value multiply(
            Expression.Call call, DataType.Decimal type, Value left, Value right, String isNull, Body body) {
        int scale = Numbers.scale(left.type()) + Numbers.scale(right.type());
        int digits = Numbers.precision(left.type()) + Numbers.precision(right.type());
        boolean longs = (left.form() == Form.LONG || left.narrow()) && (right.form() == Form.LONG || right.narrow());
        if (longs && scale == type.scale() && digits <= Math.max(18, type.precision())) {
            String a = left.low();
            String b = right.low();
            boolean fits = digits <= type.precision();
            if (digits <= 18) {
                Value result = body.declare(type, isNull);
                if (fits) {
                    store(result, a + " * " + b, body);
                    return result;
                }
                String site = body.site(call.position());
                boolean begun = body.beginNotNull(isNull);
                store(result, checked(a + " * " + b, digits, type, site), body);
                body.endNotNull(begun);
                return result;
            }
            Value result = body.declare(type, isNull);
            body.line(result.first() + " = Math.multiplyHigh(" + a + ", " + b + ");")
                    .line(result.second() + " = " + a + " * " + b + ";");
            return result;
        }
        if (type.scale() > scale) {
            DataType.Decimal exact = new DataType.Decimal(38, scale, true);
            Value product = wide(
                    call, exact, isNull, body, "multiply(wide, " + left.halves() + ", " + right.halves() + ", 0, ");
            return CastCalls.convert(product, type, call.position(), body);
        }
        int drop = scale - type.scale();
        return wide(
                call,
                type,
                isNull,
                body,
                "multiply(wide, " + left.halves() + ", " + right.halves() + ", " + drop + ", ");
    }

    /** Writes a call of {@link WideMath} and takes its result out of {@code wide}. */
    private static Value wide(Expression.Call call, DataType.Decimal type, String isNull, Body body, String operands) {
        String site = body.site(call.position());
        Value result = body.declare(type, isNull);
        boolean begun = body.beginNotNull(isNull);
        body.line(WIDES + operands + type.precision() + ", " + site + ");");
        takeWide(result, body);
        body.endNotNull(begun);
        return result;
    }

    /** Assigns what a call left in {@code wide} to a decimal. */
    static void takeWide(Value result, Body body) {
        if (result.form() == Form.WIDE) {
            body.line(result.first() + " = wide.high;").line(result.second() + " = wide.low;");
        } else {
            body.line(result.first() + " = wide.low;");
        }
    }

    private static String scaled(Value value, int shift) {
        return shift == 0 ? value.low() : "(" + value.low() + " * " + LongMath.power(shift) + "L)";
    }

    private static String checked(String computed, int digits, DataType.Decimal type, String site) {
        return digits <= type.precision()
                ? computed
                : LONGS + "toDigits(" + computed + ", " + type.precision() + ", " + site + ")";
    }

    /** Stores a long into a decimal of either form. */
    private static void store(Value result, String computed, Body body) {
        if (result.form() == Form.WIDE) {
            body.line(result.second() + " = " + computed + ";")
                    .line(result.first() + " = " + result.second() + " >> 63;");
        } else {
            body.line(result.first() + " = " + computed + ";");
        }
    }

    private static Value negate(Expression.Call call, Body body, ExpressionWriter expressions) {
        Value operand = expressions.write(call.operands().get(0), body);
        if (operand.isAlwaysNull()) {
            return Value.nullOf(call.type());
        }
        DataType type = operand.type();
        Value result = body.declare(type, operand.isNull());
        switch (operand.form()) {
            case DOUBLE -> body.line(result.first() + " = -" + operand.first() + ";");
            case WIDE -> {
                body.line(WIDES + "negate(wide, " + operand.halves() + ");");
                takeWide(result, body);
            }
            case LONG -> {
                if (type instanceof DataType.Decimal) {
                    body.line(result.first() + " = -" + operand.first() + ";");
                } else {
                    String site = body.site(call.position());
                    boolean begun = body.beginNotNull(operand.isNull());
                    String computed = LONGS + "negate(" + operand.first() + ", " + site + ")";
                    body.line(result.first() + " = " + fitInteger(computed, type, site) + ";");
                    body.endNotNull(begun);
                }
            }
            case BOOLEAN, BYTES -> throw new AssertionError(type);
        }
        return CastCalls.convert(result, call.type(), call.position(), body);
    }
}

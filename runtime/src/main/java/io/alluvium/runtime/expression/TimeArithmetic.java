package io.alluvium.runtime.expression;

import io.alluvium.core.expression.Expression;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Scalar;
import io.alluvium.core.type.DataType.TemporalKind;

/**
 * Dates, times and intervals in {@code + - * /}. Months are added on the wall clock, for TIMESTAMP_LTZ the session zone's; a TIME
 * wraps at midnight.
 */
final class TimeArithmetic {
    private static final String LONGS = "io.alluvium.runtime.expression.LongMath.";
    private static final String TIMES = "io.alluvium.runtime.expression.TimeMath.";

    private TimeArithmetic() {}

    static boolean isTime(Expression.Call call) {
        return call.operands().stream().anyMatch(operand -> isTime(operand.type()));
    }

    private static boolean isTime(DataType type) {
        return type instanceof DataType.Temporal || type.is(Scalar.DATE) || isInterval(type);
    }

    static boolean isInterval(DataType type) {
        return type.is(Scalar.INTERVAL_MONTH) || type.is(Scalar.INTERVAL_MICROSECOND);
    }

    static boolean isInstant(DataType type) {
        return type instanceof DataType.Temporal temporal && temporal.temporal() == TemporalKind.TIMESTAMP_LTZ;
    }

    private static boolean isTimeOfDay(DataType type) {
        return type instanceof DataType.Temporal temporal && temporal.temporal() == TemporalKind.TIME;
    }

    static Value write(Expression.Call call, Body body, ExpressionWriter expressions) {
        Value left = expressions.write(call.operands().get(0), body);
        Value right = expressions.write(call.operands().get(1), body);
        if (left.isAlwaysNull() || right.isAlwaysNull()) {
            return Value.nullOf(call.type());
        }
        boolean leftInterval = isInterval(left.type());
        boolean rightInterval = isInterval(right.type());
        if (leftInterval && rightInterval) {
            String function = call.function().equals("+") ? "add" : "subtract";
            return longs(call, left, right, function, body);
        }
        if (leftInterval && !isTime(right.type())) {
            return scaled(call, left, right, body);
        }
        if (rightInterval && !isTime(left.type())) {
            return scaled(call, right, left, body);
        }
        if (leftInterval) {
            return shifted(call, right, left, "", body);
        }
        if (rightInterval) {
            return shifted(call, left, right, call.function().equals("-") ? "-" : "", body);
        }
        return difference(call, left, right, body);
    }

    private static Value longs(Expression.Call call, Value left, Value right, String function, Body body) {
        String isNull = body.anyNull(left, right);
        Value result = body.declare(call.type(), isNull);
        String site = body.site(call.position());
        boolean begun = body.beginNotNull(isNull);
        body.line(result.first() + " = " + LONGS + function + "(" + left.first() + ", " + right.first() + ", " + site
                + ");");
        body.endNotNull(begun);
        return result;
    }

    /** An interval times or divided by a number, rounded half up. */
    private static Value scaled(Expression.Call call, Value interval, Value number, Body body) {
        String isNull = body.anyNull(interval, number);
        Value result = body.declare(call.type(), isNull);
        String site = body.site(call.position());
        boolean begun = body.beginNotNull(isNull);
        Value exact = number.form() == Form.DOUBLE
                ? CastCalls.convert(notNull(number), DataType.decimal(38, 9), call.position(), body)
                : number;
        int scale = Numbers.scale(exact.type());
        String function = call.function().equals("*")
                ? "multiply(wide, " + interval.halves() + ", " + exact.halves() + ", " + scale
                : "divide(wide, " + interval.halves() + ", " + exact.halves() + ", " + scale;
        body.line("io.alluvium.runtime.expression.WideMath." + function + ", 18, " + site + ");")
                .line(result.first() + " = wide.low;");
        body.endNotNull(begun);
        return result;
    }

    private static Value shifted(Expression.Call call, Value time, Value interval, String sign, Body body) {
        String isNull = body.anyNull(time, interval);
        DataType type = call.type();
        Value result = body.declare(type, isNull);
        String site = body.site(call.position());
        boolean begun = body.beginNotNull(isNull);
        String amount = "(" + sign + interval.first() + ")";
        if (interval.type().is(Scalar.INTERVAL_MONTH)) {
            months(time, amount, result, body);
        } else if (isTimeOfDay(time.type())) {
            body.line(result.first() + " = " + TIMES + "microsOfDay(" + LONGS + "add(" + time.first() + ", " + amount
                    + ", " + site + "));");
        } else {
            boolean date = time.type().is(Scalar.DATE);
            String micros = date ? time.first() + " * " + TimeMath.MICROS_PER_DAY + "L" : time.first();
            String sum = LONGS + "add(" + micros + ", " + amount + ", " + site + ")";
            if (date && type.is(Scalar.DATE)) {
                sum = TIMES + "days(" + sum + ")";
            } else if (date && isInstant(type)) {
                sum = "zone().toInstant(" + sum + ")";
            }
            body.line(result.first() + " = " + sum + ";");
        }
        body.endNotNull(begun);
        return result;
    }

    private static void months(Value time, String amount, Value result, Body body) {
        if (time.type().is(Scalar.DATE)) {
            String days = TIMES + "addMonths(" + time.first() + ", " + amount + ")";
            boolean toTimestamp = !result.type().is(Scalar.DATE);
            body.line(result.first() + " = " + days + (toTimestamp ? " * " + TimeMath.MICROS_PER_DAY + "L" : "") + ";");
        } else if (isInstant(time.type())) {
            body.line(result.first() + " = zone().toInstant(" + TIMES + "addMonthsToMicros(zone().toLocal("
                    + time.first() + "), " + amount + "));");
        } else if (isTimeOfDay(time.type())) {
            body.line(result.first() + " = " + time.first() + ";");
        } else {
            body.line(result.first() + " = " + TIMES + "addMonthsToMicros(" + time.first() + ", " + amount + ");");
        }
    }

    private static Value difference(Expression.Call call, Value left, Value right, Body body) {
        String isNull = body.anyNull(left, right);
        Value result = body.declare(call.type(), isNull);
        String site = body.site(call.position());
        boolean begun = body.beginNotNull(isNull);
        boolean mixed = isInstant(left.type()) != isInstant(right.type());
        String a = micros(left, mixed);
        String b = micros(right, mixed);
        body.line(result.first() + " = "
                + (call.type().is(Scalar.INTERVAL_MONTH)
                        ? TIMES + "monthsBetween(" + b + ", " + a + ")"
                        : LONGS + "subtract(" + a + ", " + b + ", " + site + ")")
                + ";");
        body.endNotNull(begun);
        return result;
    }

    private static String micros(Value time, boolean onWallClock) {
        if (time.type().is(Scalar.DATE)) {
            return "(" + time.first() + " * " + TimeMath.MICROS_PER_DAY + "L)";
        }
        return onWallClock && isInstant(time.type()) ? "zone().toLocal(" + time.first() + ")" : time.first();
    }

    private static Value notNull(Value value) {
        return new Value(
                value.type(), value.form(), value.first(), value.second(), value.third(), "false", value.narrow());
    }
}

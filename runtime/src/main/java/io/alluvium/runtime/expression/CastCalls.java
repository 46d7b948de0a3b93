package io.alluvium.runtime.expression;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.SourcePosition;
import io.alluvium.core.expression.Expression;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Scalar;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** CAST, ASSIGN, TRY_CAST and REINTERPRET. What each cast means is said at {@link NumberCasts} and {@link TimeCasts}. */
final class CastCalls {
    private static final String PACKAGE = "io.alluvium.runtime.expression.";
    private static final String NUMBERS = PACKAGE + "NumberCasts.";
    private static final String TIMES = PACKAGE + "TimeCasts.";

    /** What becomes of a text, or of bytes, that are longer than the type: CAST cuts them, the way into a column does not. */
    private enum TooLong {
        IS_CUT,
        FAILS
    }

    private CastCalls() {}

    static void register(Map<String, CallWriter> writers) {
        writers.put("CAST", (call, body, expressions) -> {
            Value operand = expressions.write(call.operands().get(0), body);
            return convert(operand, call.type(), call.position(), body);
        });
        writers.put("ASSIGN", (call, body, expressions) -> {
            Value operand = expressions.write(call.operands().get(0), body);
            return convert(operand, call.type(), TooLong.FAILS, call.position(), body);
        });
        writers.put("TRY_CAST", CastCalls::tryCast);
        writers.put("REINTERPRET", (call, body, expressions) -> {
            Value operand = expressions.write(call.operands().get(0), body);
            return reinterpret(operand, call.type());
        });
    }

    private static Value reinterpret(Value value, DataType type) {
        if (value.form() == Form.of(type)) {
            return value.withType(type);
        }
        if (value.form() == Form.LONG && Form.of(type) == Form.BOOLEAN) {
            return Value.single(type, Form.BOOLEAN, "(" + value.first() + " != 0L)", value.isNull());
        }
        if (value.form() == Form.BOOLEAN && Form.of(type) == Form.LONG) {
            return Value.single(type, Form.LONG, "(" + value.first() + " ? 1L : 0L)", value.isNull());
        }
        throw AlluviumException.internal(
                "REINTERPRET of " + value.type().sql() + " as " + type.sql() + " changes the kind");
    }

    private static Value tryCast(Expression.Call call, Body body, ExpressionWriter expressions) {
        Value operand = expressions.write(call.operands().get(0), body);
        if (operand.isAlwaysNull()) {
            return Value.nullOf(call.type());
        }
        String mark = body.declareNull(operand.isNull());
        Value result = body.declare(call.type(), mark);
        Value present = new Value(
                operand.type(),
                operand.form(),
                operand.first(),
                operand.second(),
                operand.third(),
                "false",
                operand.narrow());
        body.line("if (!" + mark + ") { try {");
        body.assign(result, convert(present, call.type(), call.position(), body));
        body.line("} catch (" + PACKAGE + "RowFailure failure) { " + mark + " = true; } }");
        return result;
    }

    /** Writes the conversion of a value to another type; nothing where it is held alike. */
    static Value convert(Value value, DataType type, @Nullable SourcePosition position, Body body) {
        return convert(value, type, TooLong.IS_CUT, position, body);
    }

    private static Value convert(
            Value value, DataType type, TooLong tooLong, @Nullable SourcePosition position, Body body) {
        DataType from = value.type();
        if (from.sql().equals(type.sql())) {
            return value.withType(type);
        }
        if (value.isAlwaysNull() || from.is(Scalar.NULL)) {
            return Value.nullOf(type);
        }
        if (type.is(Scalar.NULL)) {
            return value;
        }
        Cast cast = new Cast(value, from, type, tooLong, position, body);
        boolean done = type instanceof DataType.Text text
                ? cast.toText(text)
                : type instanceof DataType.Binary binary
                        ? cast.toBinary(binary)
                        : type.is(Scalar.BOOLEAN)
                                ? cast.toBoolean()
                                : Numbers.isNumber(type) ? cast.toNumber() : cast.toTimeOrNested();
        if (!done || cast.result == null) {
            throw new AlluviumException(
                    ErrorCode.TYPE_MISMATCH, position, from.sql() + " cannot be cast to " + type.sql(), null, null);
        }
        return cast.result;
    }

    /** One conversion; its methods return false where there is none between the types. */
    private static final class Cast {
        private final Value value;
        private final DataType from;
        private final DataType to;
        private final TooLong tooLong;
        private final @Nullable SourcePosition position;
        private final Body body;
        private @Nullable Value result;

        Cast(Value value, DataType from, DataType to, TooLong tooLong, @Nullable SourcePosition position, Body body) {
            this.value = value;
            this.from = from;
            this.to = to;
            this.tooLong = tooLong;
            this.position = position;
            this.body = body;
        }

        private boolean simple(String computed) {
            Value declared = body.declare(to, value.isNull());
            boolean begun = body.beginNotNull(value.isNull());
            body.line(declared.first() + " = " + computed + ";");
            body.endNotNull(begun);
            result = declared;
            return true;
        }

        /** A call that leaves its result in {@code wide}. */
        private boolean wide(String call) {
            Value declared = body.declare(to, value.isNull());
            boolean begun = body.beginNotNull(value.isNull());
            body.line(call + ";");
            ArithmeticCalls.takeWide(declared, body);
            body.endNotNull(begun);
            result = declared;
            return true;
        }

        /** A call that gives a new array. */
        private boolean array(String computed) {
            Value declared = body.declare(to, value.isNull());
            boolean begun = body.beginNotNull(value.isNull());
            body.line(declared.first() + " = " + computed + ";")
                    .line(declared.third() + " = " + declared.first() + ".length;");
            body.endNotNull(begun);
            result = declared;
            return true;
        }

        private String site() {
            return body.site(position);
        }

        boolean toBoolean() {
            if (value.form() == Form.BYTES && from instanceof DataType.Text) {
                return simple(NUMBERS + "textToBoolean(" + value.range() + ", " + site() + ")");
            }
            if (!Numbers.isNumber(from)) {
                return false;
            }
            String test =
                    switch (value.form()) {
                        case LONG -> value.first() + " != 0L";
                        case DOUBLE -> value.first() + " != 0.0d";
                        case WIDE -> "(" + value.first() + " | " + value.second() + ") != 0L";
                        case BOOLEAN, BYTES -> throw new AssertionError(from);
                    };
            result = Value.single(to, Form.BOOLEAN, "(" + test + ")", value.isNull());
            return true;
        }

        boolean toNumber() {
            if (to.isApproximate()) {
                return toApproximate();
            }
            return to instanceof DataType.Decimal decimal ? toDecimal(decimal) : toInteger();
        }

        private boolean toApproximate() {
            boolean isFloat = to.is(Scalar.FLOAT);
            if (from instanceof DataType.Text) {
                return simple(NUMBERS + "textToDouble(" + value.range() + ", " + isFloat + ", " + site() + ")");
            }
            if (value.form() == Form.BOOLEAN) {
                return simple(value.first() + " ? 1.0d : 0.0d");
            }
            if (!Numbers.isNumber(from)) {
                return false;
            }
            String text = Numbers.asDouble(value);
            return simple(isFloat ? "(double) (float) " + text : text);
        }

        private boolean toDecimal(DataType.Decimal decimal) {
            String target = decimal.precision() + ", " + decimal.scale() + ", ";
            if (from instanceof DataType.Text) {
                return wide(NUMBERS + "textToDecimal(wide, " + value.range() + ", " + target + site() + ")");
            }
            if (value.form() == Form.DOUBLE) {
                return wide(NUMBERS + "doubleToDecimal(wide, " + value.first() + ", " + from.is(Scalar.FLOAT) + ", "
                        + target + site() + ")");
            }
            if (value.form() == Form.BOOLEAN) {
                Value number = Value.single(
                        DataType.of(Scalar.TINYINT), Form.LONG, "(" + value.first() + " ? 1L : 0L)", value.isNull());
                result = convert(number, to, tooLong, position, body);
                return true;
            }
            if (!Numbers.isExact(from)) {
                return false;
            }
            int shift = decimal.scale() - Numbers.scale(from);
            int digits = Numbers.precision(from) + shift + (shift < 0 ? 1 : 0); // rounding may carry
            boolean fits = digits <= decimal.precision();
            boolean longs = value.form() == Form.LONG || value.narrow();
            if (fits && longs && shift == 0) {
                result = decimal.precision() <= 18
                        ? Value.single(to, Form.LONG, value.low(), value.isNull())
                        : Value.narrow(to, value.low(), value.isNull());
                return true;
            }
            if (fits && longs && shift > 0 && digits <= 18) {
                String scaled = "(" + value.low() + " * " + LongMath.power(shift) + "L)";
                String name = body.fresh("v");
                body.line("long " + name + " = " + scaled + ";");
                result = decimal.precision() <= 18
                        ? Value.single(to, Form.LONG, name, value.isNull())
                        : Value.narrow(to, name, value.isNull());
                return true;
            }
            if (fits && shift == 0 && decimal.precision() > 18) {
                result = value.withType(to);
                return true;
            }
            return wide(NUMBERS + "rescale(wide, " + value.halves() + ", " + shift + ", " + target + site() + ")");
        }

        private boolean toInteger() {
            String range = range(to);
            if (from instanceof DataType.Text) {
                return simple(NUMBERS + "textToLong(" + value.range() + ", " + range + site() + ")");
            }
            if (value.form() == Form.BOOLEAN) {
                result = Value.single(to, Form.LONG, "(" + value.first() + " ? 1L : 0L)", value.isNull());
                return true;
            }
            if (value.form() == Form.DOUBLE) {
                return simple(NUMBERS + "doubleToLong(" + value.first() + ", " + range + site() + ")");
            }
            if (from.isInteger()) {
                if (Numbers.precision(from) <= Numbers.precision(to)) {
                    result = value.withType(to);
                    return true;
                }
                return simple(NUMBERS + "toRange(" + value.first() + ", " + range + site() + ")");
            }
            if (from instanceof DataType.Decimal decimal) {
                return simple(NUMBERS + "wideToLong(" + value.halves() + ", " + decimal.scale() + ", " + range + site()
                        + ")");
            }
            return false;
        }

        private static String range(DataType type) {
            String name = type.sql();
            return switch (name) {
                case "TINYINT" -> "-128L, 127L, \"TINYINT\", ";
                case "SMALLINT" -> "-32768L, 32767L, \"SMALLINT\", ";
                case "INT" -> "-2147483648L, 2147483647L, \"INT\", ";
                default -> "Long.MIN_VALUE, Long.MAX_VALUE, \"" + name + "\", ";
            };
        }

        boolean toText(DataType.Text text) {
            Value whole = value;
            if (!(from instanceof DataType.Text)) {
                Cast toString = new Cast(value, from, DataType.string(), tooLong, position, body);
                if (!toString.render() || toString.result == null) {
                    return false;
                }
                whole = toString.result;
            }
            boolean shorter = from instanceof DataType.Text source && source.length() <= text.length();
            String trimmed = "TextMath.trimmed(" + whole.first() + ", " + whole.second() + ", ";
            String kept;
            if (tooLong == TooLong.FAILS) {
                String given = text.fixed() ? PACKAGE + trimmed + whole.third() + ")" : whole.third();
                kept = "TextMath.fitting(" + whole.first() + ", " + whole.second() + ", " + given + ", " + text.length()
                        + ", " + text.fixed() + ", " + site() + ")";
            } else {
                String prefix = "TextMath.prefix(" + whole.range() + ", " + text.length() + ")";
                kept = text.fixed() ? trimmed + PACKAGE + prefix + ")" : prefix;
            }
            if (!text.fixed() && (text.length() == DataType.MAX_LENGTH || shorter)) {
                result = whole.withType(to);
            } else {
                cut(kept, whole);
            }
            return true;
        }

        private void cut(String length, Value whole) {
            Value declared = body.declare(to, whole.isNull());
            boolean begun = body.beginNotNull(whole.isNull());
            body.assign(declared, whole);
            body.line(declared.third() + " = " + PACKAGE + length + ";");
            body.endNotNull(begun);
            result = declared;
        }

        /** The text of a value that is not text, as {@link io.alluvium.core.row.ValueText} gives it. */
        private boolean render() {
            if (from.is(Scalar.DATE)) {
                return array(TIMES + "dateText(" + value.first() + ")");
            }
            if (from instanceof DataType.Temporal) {
                String type = body.source().constant(from, DataType.class.getName() + ".Temporal");
                return array(TIMES + "temporalText(" + value.first() + ", " + type + ", zone())");
            }
            if (from instanceof DataType.Binary) {
                return array(NUMBERS + "hexText(" + value.range() + ")");
            }
            if (TimeArithmetic.isInterval(from)) {
                String text = from.is(Scalar.INTERVAL_MONTH) ? "monthsText(" : "durationText(";
                return array(TIMES + text + value.first() + ")");
            }
            return switch (value.form()) {
                case BOOLEAN -> array(NUMBERS + "booleanText(" + value.first() + ")");
                case LONG, WIDE -> array(NUMBERS + "decimalText(" + value.halves() + ", " + Numbers.scale(from) + ")");
                case DOUBLE -> array(NUMBERS + "doubleText(" + value.first() + ", " + from.is(Scalar.FLOAT) + ")");
                case BYTES -> {
                    String type = body.source().constant(from, DataType.class.getName());
                    yield array(PACKAGE + "NestedCast.text(" + value.range() + ", " + type + ", zone())");
                }
            };
        }

        boolean toBinary(DataType.Binary binary) {
            if (!(from instanceof DataType.Text) && !(from instanceof DataType.Binary)) {
                return false;
            }
            if (binary.length() == DataType.MAX_LENGTH) {
                result = value.withType(to);
                return true;
            }
            if (tooLong == TooLong.FAILS) {
                return array(PACKAGE + "NestedCast.fittingBinary(" + value.range() + ", " + binary.length() + ", "
                        + binary.fixed() + ", " + site() + ")");
            }
            return array(PACKAGE + "NestedCast.binary(" + value.range() + ", " + binary.length() + ", " + binary.fixed()
                    + ")");
        }

        boolean toTimeOrNested() {
            if (to instanceof DataType.Array || to instanceof DataType.MapOf || to instanceof DataType.Row) {
                return toNested();
            }
            if (TimeArithmetic.isInterval(to)) {
                return false;
            }
            return to.is(Scalar.DATE) ? toDate() : toTemporal((DataType.Temporal) to);
        }

        private boolean toNested() {
            if (!NestedCast.possible(from, to)) {
                return false;
            }
            String cast = body.source()
                    .constant(
                            new NestedCast(from, to, tooLong == TooLong.FAILS ? "ASSIGN" : "CAST"),
                            NestedCast.class.getName());
            return array(cast + ".apply(" + value.range() + ", context, " + site() + ")");
        }

        private boolean toDate() {
            if (from instanceof DataType.Text) {
                return simple(TIMES + "textToDate(" + value.range() + ", " + site() + ")");
            }
            if (from instanceof DataType.Temporal temporal && temporal.temporal() != DataType.TemporalKind.TIME) {
                return simple(PACKAGE + "TimeMath.days(" + onWallClock() + ")");
            }
            return false;
        }

        private String onWallClock() {
            return TimeArithmetic.isInstant(from) ? "zone().toLocal(" + value.first() + ")" : value.first();
        }

        private boolean toTemporal(DataType.Temporal temporal) {
            int precision = temporal.precision();
            if (from instanceof DataType.Text) {
                String function =
                        switch (temporal.temporal()) {
                            case TIME -> "textToTime(" + value.range() + ", " + precision;
                            case TIMESTAMP -> "textToTimestamp(" + value.range() + ", " + precision;
                            case TIMESTAMP_LTZ -> "textToInstant(" + value.range() + ", " + precision + ", zone()";
                        };
                return simple(TIMES + function + ", " + site() + ")");
            }
            if (from.is(Scalar.DATE)) {
                String midnight = value.first() + " * " + TimeMath.MICROS_PER_DAY + "L";
                return switch (temporal.temporal()) {
                    case TIME -> false;
                    case TIMESTAMP -> simple(midnight);
                    case TIMESTAMP_LTZ -> simple("zone().toInstant(" + midnight + ")");
                };
            }
            if (!(from instanceof DataType.Temporal source)) {
                return false;
            }
            boolean fromTime = source.temporal() == DataType.TemporalKind.TIME;
            boolean toTime = temporal.temporal() == DataType.TemporalKind.TIME;
            if (fromTime && !toTime) {
                return false;
            }
            String micros = value.first();
            if (toTime && !fromTime) {
                micros = PACKAGE + "TimeMath.microsOfDay(" + onWallClock() + ")";
            } else if (source.temporal() != temporal.temporal()) {
                boolean toInstant = temporal.temporal() == DataType.TemporalKind.TIMESTAMP_LTZ;
                micros = (toInstant ? "zone().toInstant(" : "zone().toLocal(") + micros + ")";
            } else if (precision >= source.precision()) {
                result = value.withType(to);
                return true;
            }
            return simple(
                    precision >= source.precision()
                            ? micros
                            : PACKAGE + "TimeMath.truncate(" + micros + ", " + precision + ")");
        }
    }
}

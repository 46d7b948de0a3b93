package io.alluvium.runtime.expression;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.expression.Expression;
import io.alluvium.core.function.FunctionContext;
import io.alluvium.core.function.Utf8;
import io.alluvium.core.type.DataType;
import io.alluvium.runtime.function.FunctionMethod;
import io.alluvium.runtime.function.PerCall;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Calls of the Java methods behind functions, without boxing where the method takes primitives. */
final class FunctionCalls {
    private static final String VALUES = "io.alluvium.runtime.expression.FunctionValues.";

    private FunctionCalls() {}

    static Value write(FunctionMethod function, Expression.Call call, Body body, ExpressionWriter expressions) {
        if (function.rewrites()) {
            Value value = expressions.write(function.rewrite(call), body);
            return CastCalls.convert(value, call.type(), call.position(), body);
        }
        List<Value> operands = expressions.writeAll(call.operands(), body);
        List<Value> needed = new ArrayList<>();
        for (int i = 0; i < operands.size(); i++) {
            if (!function.takesNull(i)) {
                needed.add(operands.get(i));
            }
        }
        String isNull = body.anyNull(needed.toArray(new Value[0]));
        if (isNull.equals("true")) {
            return Value.nullOf(call.type());
        }
        String mark = function.returnsNull() ? body.declareNull(isNull) : isNull;
        Value result = body.declare(call.type(), mark);
        boolean begun = body.beginNotNull(isNull);
        String site = body.site(call.position());
        String arguments = arguments(function, call, operands, body);
        Class<?> returned = function.method().getReturnType();
        String local = body.fresh("r");
        body.line(returned.getCanonicalName() + " " + local + ";")
                .line("try { " + local + " = "
                        + function.method().getDeclaringClass().getName() + "."
                        + function.method().getName() + "(" + arguments + "); } catch (RuntimeException e) { throw "
                        + VALUES + "failure(e, " + site + "); }");
        if (function.returnsNull()) {
            body.line("if (" + local + " == null) { " + mark + " = true; } else {");
        }
        take(result, returned, local, site, body);
        if (function.returnsNull()) {
            body.line("}");
        }
        body.endNotNull(begun);
        return result;
    }

    private static String arguments(FunctionMethod function, Expression.Call call, List<Value> operands, Body body) {
        List<String> arguments = new ArrayList<>();
        Class<?>[] parameters = function.method().getParameterTypes();
        for (int i = 0; i < function.leadingParameters(); i++) {
            arguments.add(leading(parameters[i], call, body));
        }
        String array = "";
        int arrayStart = -1;
        for (int i = 0; i < operands.size(); i++) {
            String argument = argument(function, i, operands.get(i), body);
            if (!function.repeats(i)) {
                arguments.add(argument);
                continue;
            }
            if (arrayStart < 0) {
                arrayStart = i;
                array = body.fresh("a");
                String type = function.argumentType(i).getCanonicalName();
                int size = operands.size() - i;
                body.line(type + "[] " + array + " = new "
                        + (type.endsWith("[]") ? type.replace("[]", "[" + size + "][]") : type + "[" + size + "]")
                        + ";");
                arguments.add(array);
            }
            body.line(array + "[" + (i - arrayStart) + "] = " + argument + ";");
        }
        return String.join(", ", arguments);
    }

    private static String leading(Class<?> type, Expression.Call call, Body body) {
        if (type == FunctionContext.class) {
            return "context";
        }
        if (type == ZoneShift.class) {
            return "zone()";
        }
        return body.source().constant(perCall(type, call), type.getCanonicalName());
    }

    private static Object perCall(Class<?> type, Expression.Call call) {
        try {
            for (Constructor<?> constructor : type.getDeclaredConstructors()) {
                if (constructor.getParameterCount() == 1) {
                    return constructor.newInstance(call);
                }
            }
            return type.asSubclass(PerCall.class).getDeclaredConstructor().newInstance();
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(type.getName(), e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type.getName() + " has no public constructor", e);
        }
    }

    private static String argument(FunctionMethod function, int index, Value value, Body body) {
        Class<?> java = function.argumentType(index);
        if (value.isAlwaysNull()) {
            return "(" + java.getCanonicalName() + ") null";
        }
        String passed = passed(java, value, body);
        if (!function.takesNull(index) || value.isNeverNull()) {
            return java == Long.class || java == Double.class || java == Boolean.class
                    ? java.getName() + ".valueOf(" + passed + ")"
                    : passed;
        }
        String boxed = java == Long.class || java == Double.class || java == Boolean.class
                ? java.getName() + ".valueOf(" + passed + ")"
                : passed;
        return "(" + value.isNull() + " ? (" + java.getCanonicalName() + ") null : " + boxed + ")";
    }

    private static String passed(Class<?> java, Value value, Body body) {
        if (java == double.class || java == Double.class) {
            return Numbers.asDouble(value);
        }
        if (java == BigDecimal.class) {
            return "io.alluvium.runtime.expression.WideMath.decimal(" + value.halves() + ", "
                    + Numbers.scale(value.type()) + ")";
        }
        if (java == String.class) {
            return VALUES + "string(" + value.range() + ")";
        }
        if (java == Utf8.class) {
            String reused = body.source().constant(new Utf8(new byte[0], 0, 0), Utf8.class.getName());
            return VALUES + "range(" + reused + ", " + value.range() + ")";
        }
        if (java == byte[].class) {
            return VALUES + "copy(" + value.range() + ")";
        }
        return value.first();
    }

    private static void take(Value result, Class<?> returned, String local, String site, Body body) {
        DataType type = result.type();
        if (returned == String.class) {
            body.line(result.first() + " = " + VALUES + "bytes(" + local + ");")
                    .line(result.third() + " = " + result.first() + ".length;");
        } else if (returned == byte[].class) {
            body.line(result.first() + " = " + local + ";").line(result.third() + " = " + local + ".length;");
        } else if (returned == Utf8.class) {
            body.line(result.first() + " = " + local + ".data;")
                    .line(result.second() + " = " + local + ".start;")
                    .line(result.third() + " = " + local + ".length;");
        } else if (returned == BigDecimal.class && type instanceof DataType.Decimal decimal) {
            body.line("io.alluvium.runtime.expression.WideMath.store(wide, " + local + ", " + decimal.precision() + ", "
                    + decimal.scale() + ", " + site + ");");
            ArithmeticCalls.takeWide(result, body);
        } else if (returned == Long.class || returned == long.class) {
            String value = returned == Long.class ? local + ".longValue()" : local;
            body.line(result.first() + " = " + ArithmeticCalls.fitInteger(value, type, site) + ";");
        } else if (returned == Double.class || returned == double.class) {
            String value = returned == Double.class ? local + ".doubleValue()" : local;
            boolean isFloat = type.is(DataType.Scalar.FLOAT);
            body.line(result.first() + " = " + (isFloat ? "(double) (float) " : "") + value + ";");
        } else if (returned == Boolean.class || returned == boolean.class) {
            body.line(result.first() + " = " + local + (returned == Boolean.class ? ".booleanValue()" : "") + ";");
        } else {
            throw AlluviumException.internal(
                    "a method that returns " + returned + " cannot give " + type.sql() + ": " + local);
        }
    }
}

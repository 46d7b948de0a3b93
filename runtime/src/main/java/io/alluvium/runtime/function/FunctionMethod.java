package io.alluvium.runtime.function;

import io.alluvium.core.expression.Expression;
import io.alluvium.core.function.FunctionContext;
import io.alluvium.core.function.ScalarFunction;
import io.alluvium.core.function.Signature;
import io.alluvium.core.function.Utf8;
import io.alluvium.core.type.ColumnKind;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Scalar;
import io.alluvium.core.type.DataType.TemporalKind;
import io.alluvium.runtime.expression.ZoneShift;
import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One overload of a function: its signature and the Java method behind it. Besides what {@link ScalarFunction} says, the first
 * parameters may be a {@link PerCall} object or a {@link ZoneShift} (the session's zone), an array takes the arguments that
 * repeat, {@link Utf8} takes binary and nested values too, and a method from {@link Expression.Call} to {@link Expression}
 * rewrites the call instead of being called a row.
 */
public record FunctionMethod(ScalarFunction function, Signature signature, Method method) {

    static FunctionMethod of(ScalarFunction function, Method method) {
        return new FunctionMethod(function, Signature.parse(function.signature()), method);
    }

    public boolean rewrites() {
        return method.getParameterCount() == 1 && method.getParameterTypes()[0] == Expression.Call.class;
    }

    /** The expression that a rewriting function stands for. */
    public Expression rewrite(Expression.Call call) {
        try {
            return (Expression) method.invoke(null, call);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(method.toString(), e);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(method.toString(), e);
        }
    }

    /** How many parameters stand before the SQL arguments. */
    public int leadingParameters() {
        int count = 0;
        for (Class<?> type : method.getParameterTypes()) {
            if (type != FunctionContext.class && type != ZoneShift.class && !PerCall.class.isAssignableFrom(type)) {
                break;
            }
            count++;
        }
        return count;
    }

    /** The Java type that argument {@code index} is passed as. */
    public Class<?> argumentType(int index) {
        Class<?>[] types = method.getParameterTypes();
        int last = types.length - 1;
        int parameter = leadingParameters() + index;
        return isArray(parameter) ? types[last].getComponentType() : types[parameter];
    }

    /** True when argument {@code index} may be NULL; else a NULL makes the result NULL. */
    public boolean takesNull(int index) {
        AnnotatedType[] types = method.getAnnotatedParameterTypes();
        int parameter = leadingParameters() + index;
        AnnotatedType type = isArray(parameter)
                ? ((AnnotatedArrayType) types[types.length - 1]).getAnnotatedGenericComponentType()
                : types[parameter];
        return type.isAnnotationPresent(Nullable.class);
    }

    /** True when argument {@code index} is an element of the array that is the last parameter. */
    public boolean repeats(int index) {
        return isArray(leadingParameters() + index);
    }

    private boolean isArray(int parameter) {
        return signature.variadic() && parameter >= method.getParameterCount() - 1;
    }

    public boolean returnsNull() {
        return method.getAnnotatedReturnType().isAnnotationPresent(Nullable.class);
    }

    /** True when the arguments fit. Unless {@code lenient}, numbers fit only a parameter of their own family. */
    boolean fits(List<DataType> arguments, boolean lenient) {
        if (!signature.takes(arguments.size())) {
            return false;
        }
        for (int i = 0; i < arguments.size(); i++) {
            DataType type = arguments.get(i);
            if (!type.is(Scalar.NULL)
                    && !(accepts(signature.parameter(i), type, lenient)
                            && (rewrites() || holds(argumentType(i), signature.parameter(i), type)))) {
                return false;
            }
        }
        return true;
    }

    private static boolean accepts(String parameter, DataType type, boolean lenient) {
        boolean number = type.isInteger() || type.isApproximate() || type instanceof DataType.Decimal;
        return switch (parameter) {
            case "ANY" -> true;
            case "NUMERIC" -> number;
            case "STRING", "SYMBOL" -> type instanceof DataType.Text;
            case "BYTES" -> type instanceof DataType.Binary;
            case "BOOLEAN" -> type.is(Scalar.BOOLEAN);
            case "INT" -> type.isInteger() && (lenient || !type.is(Scalar.BIGINT));
            case "BIGINT" -> type.isInteger();
            case "DOUBLE", "FLOAT" -> type.isApproximate() || (lenient && number);
            case "DECIMAL" -> type instanceof DataType.Decimal || (lenient && type.isInteger());
            case "DATE" -> type.is(Scalar.DATE);
            case "TIME" -> isTemporal(type, TemporalKind.TIME);
            case "TIMESTAMP" -> isTemporal(type, TemporalKind.TIMESTAMP);
            case "TIMESTAMP_LTZ" -> isTemporal(type, TemporalKind.TIMESTAMP_LTZ);
            case "INTERVAL" -> type.is(Scalar.INTERVAL_MONTH) || type.is(Scalar.INTERVAL_MICROSECOND);
            case "ARRAY" -> type instanceof DataType.Array;
            case "MAP" -> type instanceof DataType.MapOf;
            default -> parameter.length() == 1 || parameter.equals(type.sql());
        };
    }

    private static boolean isTemporal(DataType type, TemporalKind kind) {
        return type instanceof DataType.Temporal temporal && temporal.temporal() == kind;
    }

    /** True when a value of the type can be passed as this Java type; a type variable takes any LONG kind as long. */
    private static boolean holds(Class<?> java, String parameter, DataType type) {
        boolean decimal = type instanceof DataType.Decimal;
        boolean converts = parameter.length() > 1 && !parameter.equals("ANY");
        if (java == boolean.class || java == Boolean.class) {
            return type.is(Scalar.BOOLEAN);
        }
        if (java == long.class || java == Long.class) {
            return type.kind() == ColumnKind.LONG && (!converts || !decimal) && !type.is(Scalar.BOOLEAN);
        }
        if (java == double.class || java == Double.class) {
            return type.isApproximate() || (converts && (type.isInteger() || decimal));
        }
        if (java == BigDecimal.class) {
            return decimal || (converts && type.isInteger());
        }
        if (java == String.class) {
            return type instanceof DataType.Text;
        }
        return (java == Utf8.class || java == byte[].class) && type.kind() == ColumnKind.BYTES;
    }
}

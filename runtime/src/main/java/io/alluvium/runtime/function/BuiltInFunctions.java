package io.alluvium.runtime.function;

import io.alluvium.core.expression.Expression;
import io.alluvium.core.function.FunctionCatalog;
import io.alluvium.core.function.FunctionSpec;
import io.alluvium.core.function.ScalarFunction;
import io.alluvium.core.function.Signature;
import io.alluvium.core.type.DataType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All functions that are built in: the annotated methods of the family classes. */
public final class BuiltInFunctions implements FunctionCatalog {
    private static final List<Class<?>> FAMILIES = List.of(
            MathFunctions.class,
            RoundingFunctions.class,
            TextFunctions.class,
            TextSearchFunctions.class,
            EncodingFunctions.class,
            TimeFunctions.class,
            TimeFieldFunctions.class,
            TimeParsingFunctions.class,
            ClockFunctions.class,
            ConditionalFunctions.class,
            JsonFunctions.class,
            HashFunctions.class,
            CollectionFunctions.class);

    private static final Map<String, List<FunctionMethod>> METHODS = methods();

    /** The overload that takes these operands, or null. */
    public static @Nullable FunctionMethod find(Expression.Call call) {
        List<FunctionMethod> overloads = METHODS.get(call.function());
        if (overloads == null) {
            return null;
        }
        List<DataType> types = call.operands().stream().map(Expression::type).toList();
        for (boolean lenient : new boolean[] {false, true}) {
            for (FunctionMethod overload : overloads) {
                if (overload.fits(types, lenient)) {
                    return overload;
                }
            }
        }
        return null;
    }

    /** All overloads, a function after the other. */
    public static List<FunctionMethod> all() {
        return METHODS.values().stream().flatMap(List::stream).toList();
    }

    @Override
    public Collection<FunctionSpec> functions() {
        List<FunctionSpec> specs = new ArrayList<>();
        METHODS.forEach((name, overloads) -> {
            List<Signature> signatures =
                    overloads.stream().map(FunctionMethod::signature).distinct().toList();
            List<String> examples = overloads.stream()
                    .map(overload -> overload.function().example())
                    .filter(example -> !example.isEmpty())
                    .distinct()
                    .toList();
            boolean deterministic =
                    overloads.stream().allMatch(overload -> overload.function().deterministic());
            specs.add(new FunctionSpec(
                    name, signatures, deterministic, overloads.get(0).function().says(), examples));
        });
        return specs;
    }

    private static Map<String, List<FunctionMethod>> methods() {
        Map<String, List<FunctionMethod>> methods = new TreeMap<>();
        for (Class<?> family : FAMILIES) {
            // reflection promises no order: overloads are tried as their parameters sort, integers before decimals
            // before doubles
            Method[] declared = family.getDeclaredMethods();
            Arrays.sort(declared, Comparator.comparing(Method::toString));
            for (Method method : declared) {
                for (ScalarFunction function : method.getAnnotationsByType(ScalarFunction.class)) {
                    methods.computeIfAbsent(function.name(), name -> new ArrayList<>())
                            .add(FunctionMethod.of(function, method));
                }
            }
        }
        methods.values().forEach(overloads -> overloads.sort(Comparator.comparing(BuiltInFunctions::order)));
        return methods;
    }

    /** Sorts overloads so that the narrowest comes first. */
    private static String order(FunctionMethod overload) {
        List<String> ranks = List.of(
                "BOOLEAN",
                "INT",
                "BIGINT",
                "DECIMAL",
                "FLOAT",
                "DOUBLE",
                "DATE",
                "TIME",
                "TIMESTAMP",
                "TIMESTAMP_LTZ",
                "INTERVAL",
                "STRING",
                "SYMBOL",
                "BYTES",
                "ARRAY",
                "MAP",
                "NUMERIC",
                "T",
                "ANY");
        StringBuilder order = new StringBuilder();
        for (String parameter : overload.signature().parameters()) {
            int rank = ranks.indexOf(parameter);
            if (rank < 0) {
                throw new IllegalStateException("parameter " + parameter + " of " + overload.method()
                        + " has no place in the order of overloads");
            }
            order.append((char) ('a' + rank));
        }
        return order.append(overload.method()).toString();
    }
}

package io.alluvium.core.function;

import java.util.ArrayList;
import java.util.List;

/**
 * Argument types and result type of a function, read from {@code (STRING, INT, [INT]) -> STRING}.
 *
 * <p>A parameter is a type of the dialect without parameters ({@code STRING}, {@code BYTES}, {@code BIGINT}, {@code INT},
 * {@code DOUBLE}, {@code BOOLEAN}, {@code DATE}, {@code TIME}, {@code TIMESTAMP}, {@code TIMESTAMP_LTZ}, {@code DECIMAL} of any
 * precision, {@code INTERVAL}), {@code NUMERIC} (any number), {@code ANY}, {@code SYMBOL} (a unit or type name, passed as
 * text), or a type variable {@code T}: all arguments of one variable are cast to their common type. {@code [..]} is optional,
 * {@code T...} repeats (at least once, last only). The result is a type of the dialect, with parameters where it has them
 * ({@code TIMESTAMP(3)}, {@code DECIMAL(38, 6)}, {@code ARRAY<STRING>}), or {@code T}, or {@code ARG1} (the type of the first
 * argument).
 */
public record Signature(List<String> parameters, int required, boolean variadic, String result) {
    public Signature {
        parameters = List.copyOf(parameters);
    }

    public static Signature parse(String text) {
        int arrow = text.lastIndexOf("->");
        int open = text.indexOf('(');
        int close = text.lastIndexOf(')', arrow);
        if (arrow < 0 || open != 0 || close < 0) {
            throw new IllegalArgumentException("not a signature: " + text);
        }
        List<String> parameters = new ArrayList<>();
        int required = 0;
        boolean variadic = false;
        String inside = text.substring(1, close).trim();
        if (!inside.isEmpty()) {
            for (String part : inside.split(",")) {
                String parameter = part.trim();
                if (parameter.startsWith("[")) {
                    parameters.add(
                            parameter.substring(1, parameter.length() - 1).trim());
                } else if (parameter.endsWith("...")) {
                    parameters.add(
                            parameter.substring(0, parameter.length() - 3).trim());
                    required++;
                    variadic = true;
                } else {
                    parameters.add(parameter);
                    required++;
                }
            }
        }
        return new Signature(
                parameters, required, variadic, text.substring(arrow + 2).trim());
    }

    /** True when so many arguments are possible. */
    public boolean takes(int arguments) {
        return arguments >= required && (variadic || arguments <= parameters.size());
    }

    /** The parameter that argument {@code index} belongs to. */
    public String parameter(int index) {
        return parameters.get(Math.min(index, parameters.size() - 1));
    }
}

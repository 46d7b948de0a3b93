package io.alluvium.core.function;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Argument types and result type of a function, read from {@code (STRING, INT, [INT]) -> STRING}.
 *
 * <p>A parameter is a type of the dialect without parameters ({@code STRING}, {@code BYTES}, {@code BIGINT}, {@code INT},
 * {@code DOUBLE}, {@code BOOLEAN}, {@code DATE}, {@code TIME}, {@code TIMESTAMP}, {@code TIMESTAMP_LTZ}, {@code DECIMAL} of any
 * precision, {@code INTERVAL}), {@code NUMERIC} (any number), {@code ANY}, {@code ARRAY} and {@code MAP} of anything, or of just these types
 * ({@code ARRAY<STRING>}), {@code SYMBOL} (a unit or type name, passed as
 * text), or a type variable {@code T}: all arguments of one variable are cast to their common type. {@code [..]} is optional,
 * {@code T...} repeats (at least once, last only). The result is a type of the dialect, with parameters where it has them
 * ({@code TIMESTAMP(3)}, {@code DECIMAL(38, 6)}, {@code ARRAY<STRING>}), or {@code T}, or {@code ARG1} (the type of the first
 * argument), {@code WHOLE} (the first argument's DECIMAL without fraction digits) or {@code ROUNDED} (the first argument's DECIMAL
 * with the fraction digits of the second, 0 without one, and a digit more before the point, as rounding may carry).
 */
public record Signature(List<String> parameters, int required, boolean variadic, String result) {
    private static final Pattern PARAMETER = Pattern.compile("[A-Z][A-Z0-9_]*(<[A-Z0-9_<>, ]+>)?");

    public Signature {
        parameters = List.copyOf(parameters);
    }

    /** @throws IllegalArgumentException where the text is no signature: a mistake of the function's author */
    public static Signature parse(String text) {
        int arrow = text.lastIndexOf("->");
        int close = arrow < 0 ? -1 : text.lastIndexOf(')', arrow);
        if (!text.startsWith("(")
                || close < 0
                || !text.substring(close + 1, arrow).isBlank()) {
            throw notASignature(text, "write (TYPE, ..) -> TYPE");
        }
        String result = text.substring(arrow + 2).trim();
        if (result.isEmpty()) {
            throw notASignature(text, "there is no result");
        }
        List<String> parameters = new ArrayList<>();
        int required = 0;
        boolean variadic = false;
        for (String part : parts(text.substring(1, close))) {
            boolean optional = part.startsWith("[") && part.endsWith("]");
            boolean repeats = part.endsWith("...");
            String parameter = optional
                    ? part.substring(1, part.length() - 1).trim()
                    : repeats ? part.substring(0, part.length() - 3).trim() : part;
            if (!PARAMETER.matcher(parameter).matches()) {
                throw notASignature(text, "\"" + part + "\" is no parameter");
            }
            if (variadic || (!optional && required < parameters.size())) {
                throw notASignature(text, "\"" + part + "\" follows a parameter that must come last");
            }
            parameters.add(parameter);
            required += optional ? 0 : 1;
            variadic = repeats;
        }
        return new Signature(parameters, required, variadic, result);
    }

    /** The parts between the commas that stand outside of angle brackets. */
    private static List<String> parts(String inside) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i < inside.length(); i++) {
            char c = inside.charAt(i);
            depth += c == '<' ? 1 : c == '>' ? -1 : 0;
            if (c == ',' && depth == 0) {
                parts.add(inside.substring(start, i).trim());
                start = i + 1;
            }
        }
        if (!parts.isEmpty() || !inside.isBlank()) {
            parts.add(inside.substring(start).trim());
        }
        return parts;
    }

    private static IllegalArgumentException notASignature(String text, String why) {
        return new IllegalArgumentException("not a signature: " + text + ": " + why);
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

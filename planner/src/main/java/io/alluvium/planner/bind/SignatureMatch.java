package io.alluvium.planner.bind;

import io.alluvium.core.function.FunctionSpec;
import io.alluvium.core.function.Signature;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Scalar;
import io.alluvium.core.type.DataType.TemporalKind;
import io.alluvium.sql.StatementParser;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The overload of a function that takes given arguments.
 *
 * @param operands what each argument is cast to
 * @param result with its nullability
 */
public record SignatureMatch(Signature signature, List<DataType> operands, DataType result) {
    private static final int MOST_DIGITS = 38;

    public SignatureMatch {
        operands = List.copyOf(operands);
    }

    /** The first overload that fits, without conversions between kinds of values where one does, or null. */
    public static @Nullable SignatureMatch find(FunctionSpec function, List<DataType> arguments) {
        return find(function, arguments, null);
    }

    /** @param second the value of the second argument where that is a literal; the result's type may depend on it */
    static @Nullable SignatureMatch find(FunctionSpec function, List<DataType> arguments, @Nullable Integer second) {
        for (boolean lenient : new boolean[] {false, true}) {
            for (Signature signature : function.signatures()) {
                SignatureMatch match =
                        signature.takes(arguments.size()) ? match(signature, arguments, second, lenient) : null;
                if (match != null) {
                    return match;
                }
            }
        }
        return null;
    }

    private static @Nullable SignatureMatch match(
            Signature signature, List<DataType> arguments, @Nullable Integer second, boolean lenient) {
        Map<String, DataType> variables = new HashMap<>();
        List<DataType> operands = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            String parameter = signature.parameter(i);
            DataType argument = arguments.get(i);
            if (isVariable(parameter)) {
                DataType before = variables.get(parameter);
                DataType common = before == null ? argument : CommonTypes.of(before, argument);
                if (common == null) {
                    return null;
                }
                variables.put(parameter, common);
                operands.add(argument);
            } else {
                DataType operand = operand(parameter, argument, lenient);
                if (operand == null) {
                    return null;
                }
                operands.add(operand);
            }
        }
        for (int i = 0; i < operands.size(); i++) {
            DataType variable = variables.get(signature.parameter(i));
            if (variable != null) {
                operands.set(i, variable.withNullable(arguments.get(i).nullable()));
            }
        }
        return new SignatureMatch(signature, operands, result(signature.result(), variables, operands, second));
    }

    private static boolean isVariable(String parameter) {
        return parameter.length() == 1;
    }

    private static DataType result(
            String text, Map<String, DataType> variables, List<DataType> operands, @Nullable Integer second) {
        DataType variable = variables.get(text);
        if (variable != null) {
            return variable.withNullable(true);
        }
        return switch (text) {
            case "ARG1" -> operands.get(0).withNullable(true);
            case "WHOLE" -> whole((DataType.Decimal) operands.get(0));
            case "ROUNDED" -> rounded(
                    (DataType.Decimal) operands.get(0), operands.size() == 1 ? Integer.valueOf(0) : second);
            default -> StatementParser.parseType(text);
        };
    }

    private static DataType whole(DataType.Decimal number) {
        return DataType.decimal(number.precision(), 0);
    }

    /** As Flink has it, but where the digits are no literal: a digit more then too, which is where rounding carries. */
    private static DataType rounded(DataType.Decimal number, @Nullable Integer digits) {
        int before = number.precision() - number.scale();
        if (digits == null) {
            return DataType.decimal(Math.min(MOST_DIGITS, number.precision() + 1), number.scale());
        }
        if (digits >= number.scale()) {
            return number.withNullable(true);
        }
        int scale = Math.max(0, digits);
        return DataType.decimal(Math.min(MOST_DIGITS, before + 1 + scale), scale);
    }

    /** What an argument is cast to for a parameter (itself where no cast is needed), or null where it does not fit. */
    private static @Nullable DataType operand(String parameter, DataType argument, boolean lenient) {
        boolean isNull = argument.is(Scalar.NULL);
        return switch (parameter) {
            case "ANY" -> argument;
            case "NUMERIC" -> isNull ? DataType.bigint() : isNumber(argument) ? argument : null;
            case "SYMBOL", "STRING" -> isNull ? DataType.string() : argument instanceof DataType.Text ? argument : null;
            case "BYTES" -> isNull ? DataType.bytes() : argument instanceof DataType.Binary ? argument : null;
            case "BOOLEAN" -> isNull || argument.is(Scalar.BOOLEAN) ? as(DataType.bool(), argument) : null;
            case "INT" -> isNull || (argument.isInteger() && (lenient || !argument.is(Scalar.BIGINT)))
                    ? as(DataType.integer(), argument)
                    : null;
            case "BIGINT" -> isNull || argument.isInteger() ? as(DataType.bigint(), argument) : null;
            case "FLOAT" -> isNull || argument.is(Scalar.FLOAT) ? as(DataType.of(Scalar.FLOAT), argument) : null;
            case "DOUBLE" -> isNull || isNumber(argument) ? as(DataType.doubles(), argument) : null;
            case "DECIMAL" -> isNull ? DataType.decimal(38, 18) : CommonTypes.asDecimal(argument);
            case "DATE" -> isNull
                            || argument.is(Scalar.DATE)
                            || (lenient && isTemporal(argument, TemporalKind.TIMESTAMP))
                    ? as(DataType.date(), argument)
                    : null;
            case "TIME" -> isNull
                    ? new DataType.Temporal(TemporalKind.TIME, 0, true)
                    : isTemporal(argument, TemporalKind.TIME) ? argument : null;
            case "TIMESTAMP" -> isNull
                    ? DataType.timestamp(6)
                    : timestamp(argument, TemporalKind.TIMESTAMP, TemporalKind.TIMESTAMP_LTZ, lenient);
            case "TIMESTAMP_LTZ" -> isNull
                    ? DataType.timestampLtz(6)
                    : timestamp(argument, TemporalKind.TIMESTAMP_LTZ, TemporalKind.TIMESTAMP, lenient);
            case "INTERVAL" -> argument.is(Scalar.INTERVAL_MONTH) || argument.is(Scalar.INTERVAL_MICROSECOND)
                    ? argument
                    : null;
            case "ARRAY" -> argument instanceof DataType.Array ? argument : null;
            case "MAP" -> argument instanceof DataType.MapOf ? argument : null;
            default -> {
                DataType wanted = StatementParser.parseType(parameter);
                yield isNull || wanted.sql().equals(argument.sql()) ? as(wanted, argument) : null;
            }
        };
    }

    private static @Nullable DataType timestamp(
            DataType argument, TemporalKind wanted, TemporalKind other, boolean lenient) {
        if (isTemporal(argument, wanted)) {
            return argument;
        }
        if (argument.is(Scalar.DATE)) {
            return new DataType.Temporal(wanted, 0, argument.nullable());
        }
        return lenient && isTemporal(argument, other)
                ? new DataType.Temporal(wanted, ((DataType.Temporal) argument).precision(), argument.nullable())
                : null;
    }

    private static boolean isTemporal(DataType type, TemporalKind kind) {
        return type instanceof DataType.Temporal temporal && temporal.temporal() == kind;
    }

    private static DataType as(DataType type, DataType argument) {
        return type.withNullable(argument.nullable());
    }

    private static boolean isNumber(DataType type) {
        return type.isInteger() || type.isApproximate() || type instanceof DataType.Decimal;
    }
}

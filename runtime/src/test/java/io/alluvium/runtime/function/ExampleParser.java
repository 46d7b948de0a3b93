package io.alluvium.runtime.function;

import io.alluvium.core.expression.Expression;
import io.alluvium.core.row.ValueText;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Scalar;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the examples of functions: calls of literals, comparisons, AND, NOT. Enough SQL for them, no more. */
final class ExampleParser {
    private static final Pattern TOKEN = Pattern.compile(
            "\\s*('(?:[^']|'')*'|[0-9]+(?:\\.[0-9]+)?(?:E[0-9]+)?|[A-Za-z_][A-Za-z_0-9]*|<>|<=|>=|\\|\\||[-+*/%=<>(),\\[\\]])");
    private static final Set<String> COMPARISONS = Set.of("=", "<>", "<", "<=", ">", ">=");
    private static final Set<String> SYMBOLS =
            Set.of("YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND", "DOY", "BOTH");

    private final List<String> tokens = new ArrayList<>();
    private int at;

    private ExampleParser(String text) {
        Matcher matcher = TOKEN.matcher(text);
        int end = 0;
        while (matcher.lookingAt()) {
            tokens.add(matcher.group(1));
            end = matcher.end();
            matcher.region(end, text.length());
        }
        if (!text.substring(end).isBlank()) {
            throw new IllegalArgumentException("cannot read \"" + text.substring(end) + "\" in: " + text);
        }
    }

    static Expression parse(String text) {
        ExampleParser parser = new ExampleParser(text);
        Expression expression = parser.and();
        if (parser.at != parser.tokens.size()) {
            throw new IllegalArgumentException("cannot read what follows token " + parser.at + " in: " + text);
        }
        return expression;
    }

    private Expression and() {
        Expression left = not();
        while (take("AND")) {
            left = bool("AND", left, not());
        }
        return left;
    }

    private Expression not() {
        return take("NOT") ? bool("NOT", not()) : comparison();
    }

    private Expression comparison() {
        Expression left = concatenation();
        if (at < tokens.size() && COMPARISONS.contains(tokens.get(at))) {
            String operator = tokens.get(at++);
            return bool(operator, left, concatenation());
        }
        if (take("IS")) {
            String test = take("NOT") ? "IS NOT NULL" : "IS NULL";
            expect("NULL");
            return bool(test, left);
        }
        return left;
    }

    private Expression concatenation() {
        Expression left = postfix();
        while (take("||")) {
            left = call("||", List.of(left, postfix()));
        }
        return left;
    }

    private Expression postfix() {
        Expression value = primary();
        while (take("[")) {
            DataType.MapOf map = (DataType.MapOf) value.type();
            value = new Expression.Call("ITEM", List.of(value, primary()), map.value(), null);
            expect("]");
        }
        return value;
    }

    private Expression primary() {
        String token = tokens.get(at++);
        if (token.equals("-")) {
            String number = tokens.get(at++);
            return number("-" + number);
        }
        if (Character.isDigit(token.charAt(0))) {
            return number(token);
        }
        if (token.startsWith("'")) {
            return text(unquoted(token));
        }
        if (token.equals("(")) {
            Expression inside = and();
            expect(")");
            return inside;
        }
        return named(token.toUpperCase(Locale.ROOT));
    }

    private Expression named(String word) {
        boolean textFollows = at < tokens.size() && tokens.get(at).startsWith("'");
        switch (word) {
            case "NULL" -> {
                return new Expression.Literal(null, DataType.of(Scalar.NULL));
            }
            case "TRUE", "FALSE" -> {
                return new Expression.Literal(word.equals("TRUE") ? 1L : 0L, DataType.bool());
            }
            case "X" -> {
                return new Expression.Literal(HexFormat.of().parseHex(unquoted(tokens.get(at++))), DataType.bytes());
            }
            case "DATE", "TIMESTAMP", "TIME" -> {
                if (textFollows) {
                    DataType type = word.equals("DATE")
                            ? DataType.date()
                            : new DataType.Temporal(DataType.TemporalKind.valueOf(word), 0, true);
                    return new Expression.Call("CAST", List.of(text(unquoted(tokens.get(at++)))), type, null);
                }
            }
            case "INTERVAL" -> {
                long count = Long.parseLong(unquoted(tokens.get(at++)));
                expect("DAY");
                return new Expression.Literal(count * 86_400_000_000L, DataType.of(Scalar.INTERVAL_MICROSECOND));
            }
            case "ARRAY" -> {
                List<Expression> elements = list("[", "]");
                return new Expression.Call(
                        "ARRAY", elements, DataType.array(elements.get(0).type()), null);
            }
            case "MAP" -> {
                List<Expression> parts = list("[", "]");
                DataType type = DataType.map(parts.get(0).type(), parts.get(1).type());
                return new Expression.Call("MAP", parts, type, null);
            }
            default -> {
                // a function, below
            }
        }
        if (at < tokens.size() && tokens.get(at).equals("(")) {
            return call(word, list("(", ")"));
        }
        return SYMBOLS.contains(word) ? text(word) : call(word, List.of());
    }

    /** Arguments; FROM, IN and TO separate them as a comma does, and BOTH says nothing. */
    private List<Expression> list(String open, String close) {
        expect(open);
        List<Expression> arguments = new ArrayList<>();
        while (!take(close)) {
            if (take("BOTH")) {
                Expression characters = and();
                expect("FROM");
                arguments.add(and());
                arguments.add(characters);
                continue;
            }
            arguments.add(and());
            if (!take("FROM") && !take("IN") && !take("TO")) {
                take(",");
            }
        }
        return arguments;
    }

    private static Expression call(String function, List<Expression> arguments) {
        Expression.Call untyped = new Expression.Call(function, arguments, DataType.string(), null);
        FunctionMethod method = BuiltInFunctions.find(untyped);
        if (method == null) {
            throw new IllegalArgumentException("no function takes " + untyped);
        }
        return new Expression.Call(function, arguments, resultType(method, arguments), null);
    }

    private static DataType resultType(FunctionMethod method, List<Expression> arguments) {
        String result = method.signature().result();
        return switch (result) {
            case "STRING" -> DataType.string();
            case "BYTES" -> DataType.bytes();
            case "INT" -> DataType.integer();
            case "BIGINT" -> DataType.bigint();
            case "DOUBLE" -> DataType.doubles();
            case "BOOLEAN" -> DataType.bool();
            case "DATE" -> DataType.date();
            case "TIME(0)" -> new DataType.Temporal(DataType.TemporalKind.TIME, 0, true);
            case "TIMESTAMP(3)" -> DataType.timestamp(3);
            case "TIMESTAMP(6)" -> DataType.timestamp(6);
            case "TIMESTAMP_LTZ(3)" -> DataType.timestampLtz(3);
            case "DECIMAL(38, 0)" -> DataType.decimal(38, 0);
            case "ARRAY<STRING>" -> DataType.array(DataType.string());
            case "MAP<STRING NOT NULL, STRING>" -> DataType.map(
                    DataType.string().withNullable(false), DataType.string());
            case "ARG1" -> arguments.get(0).type();
            case "WHOLE" -> DataType.decimal(
                    ((DataType.Decimal) arguments.get(0).type()).precision(), 0);
            case "ROUNDED" -> {
                DataType.Decimal number = (DataType.Decimal) arguments.get(0).type();
                yield DataType.decimal(number.precision() + 1, number.scale());
            }
            case "T" -> arguments.get(arguments.size() - 1).type();
            default -> throw new IllegalArgumentException("result type " + result);
        };
    }

    private static Expression bool(String operator, Expression... operands) {
        return new Expression.Call(operator, List.of(operands), DataType.bool(), null);
    }

    private static Expression number(String text) {
        if (text.contains("E")) {
            return new Expression.Literal(Double.parseDouble(text), DataType.doubles());
        }
        if (text.contains(".")) {
            BigDecimal value = new BigDecimal(text);
            DataType.Decimal type = new DataType.Decimal(value.precision() + 1, value.scale(), true);
            return new Expression.Literal((java.io.Serializable) ValueText.ofDecimal(value, type), type);
        }
        long value = Long.parseLong(text);
        return new Expression.Literal(value, value == (int) value ? DataType.integer() : DataType.bigint());
    }

    private static Expression text(String text) {
        return new Expression.Literal(text.getBytes(StandardCharsets.UTF_8), DataType.string());
    }

    private static String unquoted(String token) {
        return token.substring(1, token.length() - 1).replace("''", "'");
    }

    private boolean take(String token) {
        if (at < tokens.size() && tokens.get(at).equalsIgnoreCase(token)) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(String token) {
        if (!take(token)) {
            throw new IllegalArgumentException("expected " + token + " at token " + at + " of " + tokens);
        }
    }
}

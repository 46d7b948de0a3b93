package io.alluvium.planner.bind;

import io.alluvium.catalog.SessionCatalog;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.SourcePosition;
import io.alluvium.core.error.Suggestion;
import io.alluvium.sql.Positions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.runtime.CalciteContextException;
import org.jspecify.annotations.Nullable;

/** Says in our words, with code, position and hint, what Calcite's validator found. */
final class BindErrors {
    /** Functions of the dialect that plans do not know yet. */
    private static final Set<String> LATER = Set.of(
            "RANK",
            "DENSE_RANK",
            "NTILE",
            "LAG",
            "LEAD",
            "FIRST_VALUE",
            "LAST_VALUE",
            "LISTAGG",
            "STRING_AGG",
            "ARRAY_AGG",
            "COLLECT",
            "GROUP_CONCAT",
            "STDDEV",
            "STDDEV_POP",
            "STDDEV_SAMP",
            "VARIANCE",
            "VAR_POP",
            "VAR_SAMP",
            "BIT_AND",
            "BIT_OR",
            "BIT_XOR",
            "APPROX_COUNT_DISTINCT",
            "JSON_OBJECTAGG",
            "JSON_ARRAYAGG",
            "SESSION",
            "GROUPING");

    private final List<BoundTable> tables;
    private final List<String> columns;
    private final DialectOperators operators;
    private final SessionCatalog catalog;

    /** @param columns names that can be meant beside the tables' columns */
    BindErrors(List<BoundTable> tables, List<String> columns, DialectOperators operators, SessionCatalog catalog) {
        this.tables = tables;
        this.columns = columns;
        this.operators = operators;
        this.catalog = catalog;
    }

    /** The first rule whose pattern fits the message. */
    AlluviumException translate(CalciteContextException error, Positions positions) {
        SourcePosition position = positions.at(
                Math.max(1, error.getPosLine()),
                Math.max(1, error.getPosColumn()),
                Math.max(1, error.getEndPosLine()),
                Math.max(1, error.getEndPosColumn()));
        Throwable cause = error.getCause();
        String message = String.valueOf(cause == null ? error.getMessage() : cause.getMessage());
        for (Rule rule : RULES) {
            Matcher matcher = rule.pattern.matcher(message);
            if (matcher.matches()) {
                Sentence sentence = message.startsWith("Object '")
                        ? tableNotFound(written(position, matcher.group(1)))
                        : rule.words.of(matcher, this);
                return new AlluviumException(sentence.code, position, sentence.problem, sentence.hint, error);
            }
        }
        return new AlluviumException(ErrorCode.QUERY_INVALID, position, plain(message), null, error);
    }

    /** The whole name as the user wrote it, where it stands on one line; Calcite names the missing part of it only. */
    private static String written(SourcePosition position, String part) {
        String line = position.lineText();
        if (line == null || position.line() != position.endLine() || position.endColumn() > line.length()) {
            return part;
        }
        return line.substring(position.column() - 1, position.endColumn())
                .replace("`", "")
                .replace(" ", "");
    }

    /** Calcite's own sentence in our form: lower case, our quotes, no full stop. */
    static String plain(String message) {
        String text = message.replace('\'', '"').replaceAll("\\.$", "");
        boolean word = text.length() > 1 && Character.isLowerCase(text.charAt(1));
        return word ? text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1) : text;
    }

    private record Sentence(ErrorCode code, String problem, @Nullable String hint) {}

    private interface Words {
        Sentence of(Matcher message, BindErrors context);
    }

    private record Rule(Pattern pattern, Words words) {
        static Rule on(String pattern, Words words) {
            return new Rule(Pattern.compile(pattern, Pattern.DOTALL), words);
        }
    }

    private static final List<Rule> RULES = List.of(
            Rule.on("Column '(.+?)' not found in any table.*", (m, c) -> c.columnNotFound(m.group(1), null)),
            Rule.on("Column '(.+?)' not found in table '(.+?)'.*", (m, c) -> c.columnNotFound(m.group(1), m.group(2))),
            Rule.on("Unknown (?:identifier|field) '(.+?)'", (m, c) -> c.columnNotFound(m.group(1), null)),
            Rule.on(
                    "Table '(.+?)' is not a temporal table.*",
                    (m, c) -> new Sentence(
                            ErrorCode.UNSUPPORTED,
                            "FOR SYSTEM_TIME AS OF is not supported yet",
                            "join the table as it is; its later changes then correct the result")),
            Rule.on(
                    "Table '(.+?)' not found.*",
                    (m, c) -> new Sentence(
                            ErrorCode.TABLE_NOT_FOUND,
                            "\"" + m.group(1) + "\" is no table or alias of this query",
                            "write the alias that FROM gives the table")),
            Rule.on(
                    "(\\w+) clause must be a condition",
                    (m, c) -> new Sentence(
                            ErrorCode.TYPE_MISMATCH, "the condition of " + m.group(1) + " is no BOOLEAN", null)),
            Rule.on(
                    "Object '(.+?)' not found within '(.+?)'.*",
                    (m, c) -> c.tableNotFound(m.group(2) + "." + m.group(1))),
            Rule.on("Object '(.+?)' not found.*", (m, c) -> c.tableNotFound(m.group(1))),
            Rule.on("Column '(.+?)' is ambiguous", (m, c) -> c.ambiguous(m.group(1))),
            Rule.on(
                    "No match found for function signature (\\w+)\\((.*)\\)",
                    (m, c) -> c.functionNotFound(m.group(1), m.group(2))),
            Rule.on(
                    "Invalid number of arguments to function '(.+?)'\\. Was expecting (\\d+) arguments",
                    (m, c) -> new Sentence(
                            ErrorCode.FUNCTION_NOT_FOUND,
                            "function \"" + m.group(1) + "\" takes " + m.group(2) + " arguments",
                            null)),
            Rule.on(
                    "Cannot apply '(.+?)' to arguments of type (.+?)\\. Supported form\\(s\\): (.+)",
                    (m, c) -> typeMismatch(m)),
            Rule.on(
                    "Cast function cannot convert value of type (.+) to type (.+)",
                    (m, c) -> new Sentence(
                            ErrorCode.TYPE_MISMATCH,
                            "CAST does not convert " + type(m.group(1)) + " to " + type(m.group(2)),
                            null)),
            Rule.on(
                    "Expression '(.+)' is not being grouped",
                    (m, c) -> new Sentence(
                            ErrorCode.QUERY_INVALID,
                            "expression \"" + m.group(1) + "\" is neither grouped nor inside an aggregate function",
                            "add it to GROUP BY, or wrap it in MAX(..)")),
            Rule.on(
                    "Aggregate expression is illegal in (.+) clause",
                    (m, c) -> new Sentence(
                            ErrorCode.QUERY_INVALID,
                            "an aggregate function cannot stand in " + m.group(1),
                            m.group(1).equals("WHERE") ? "move the condition to HAVING" : null)),
            Rule.on(
                    "Aggregate expressions cannot be nested",
                    (m, c) -> new Sentence(
                            ErrorCode.QUERY_INVALID,
                            "aggregate functions cannot be nested",
                            "compute the inner one in a sub-query")),
            Rule.on(
                    "Windowed aggregate expression is illegal in (.+) clause",
                    (m, c) -> new Sentence(
                            ErrorCode.QUERY_INVALID,
                            "a function with OVER cannot stand in " + m.group(1),
                            "name it in a sub-query and filter outside of it")),
            Rule.on(
                    "Column count mismatch in (.+)",
                    (m, c) -> new Sentence(
                            ErrorCode.COLUMN_COUNT_MISMATCH,
                            "the queries of " + m.group(1) + " give different numbers of columns",
                            null)),
            Rule.on(
                    "Type mismatch in column (\\d+) of (.+)",
                    (m, c) -> new Sentence(
                            ErrorCode.TYPE_MISMATCH,
                            "column " + m.group(1) + " has types that do not go together in the queries of "
                                    + m.group(2),
                            "CAST it to one type in both")),
            Rule.on(
                    "Cannot compare values of types '(.+)', '(.+)'",
                    (m, c) -> new Sentence(
                            ErrorCode.TYPE_MISMATCH,
                            "values of types " + type(m.group(1)) + " and " + type(m.group(2)) + " cannot be compared",
                            "CAST one of them")),
            Rule.on(
                    "Illegal mixing of types in CASE or COALESCE statement",
                    (m, c) -> new Sentence(
                            ErrorCode.TYPE_MISMATCH,
                            "the branches have types that do not go together",
                            "CAST them to one type")),
            Rule.on(
                    "Values passed to (.+) operator must have compatible types",
                    (m, c) -> new Sentence(
                            ErrorCode.TYPE_MISMATCH,
                            "the values of " + m.group(1) + " have types that do not go together",
                            "CAST them to one type")),
            Rule.on(
                    "Literal '(.+)' can not be parsed to type '(.+)'",
                    (m, c) -> new Sentence(
                            ErrorCode.TYPE_MISMATCH, "\"" + m.group(1) + "\" is no " + type(m.group(2)), null)));

    private Sentence columnNotFound(String column, @Nullable String table) {
        List<BoundTable> candidates = new ArrayList<>();
        for (BoundTable bound : tables) {
            if (table == null || bound.definition().path().name().equals(table)) {
                candidates.add(bound);
            }
        }
        String where = table != null
                ? candidates.size() == 1 ? candidates.get(0).definition().path().toString() : table
                : tables.size() == 1 ? tables.get(0).definition().path().toString() : null;
        return new Sentence(
                ErrorCode.COLUMN_NOT_FOUND,
                "column \"" + column + "\" does not exist" + (where == null ? "" : " in table \"" + where + "\""),
                didYouMean(column, candidates.isEmpty() ? tables : candidates));
    }

    private @Nullable String didYouMean(String written, List<BoundTable> candidates) {
        List<String> names = new ArrayList<>(columns);
        candidates.forEach(table -> table.columns().forEach(column -> names.add(column.name())));
        return Suggestion.didYouMean(written, names);
    }

    private Sentence tableNotFound(String written) {
        AlluviumException notFound = catalog.notFound(catalog.resolve(List.of(written.split("\\."))));
        return new Sentence(notFound.code(), notFound.problem(), notFound.hint());
    }

    private Sentence ambiguous(String column) {
        return new Sentence(
                ErrorCode.COLUMN_AMBIGUOUS,
                "column \"" + column + "\" exists in several tables here",
                "write the table's name or alias before it: t." + column);
    }

    private Sentence functionNotFound(String function, String arguments) {
        if (LATER.contains(function.toUpperCase(Locale.ROOT))) {
            return new Sentence(ErrorCode.UNSUPPORTED, "function \"" + function + "\" is not supported yet", null);
        }
        boolean known = operators.names().contains(function.toUpperCase(Locale.ROOT));
        return new Sentence(
                ErrorCode.FUNCTION_NOT_FOUND,
                known
                        ? "function \"" + function + "\" does not take (" + type(arguments) + ")"
                        : "function \"" + function + "\" does not exist",
                known ? null : Suggestion.didYouMean(function, operators.names()));
    }

    private static Sentence typeMismatch(Matcher message) {
        String operator = message.group(1);
        String given = message.group(2).replaceAll("['<>]", "");
        boolean times = given.matches("(TIMESTAMP|DATE|TIME)\\S* - (TIMESTAMP|DATE|TIME).*");
        String hint = "CAST to a fitting type";
        if (operator.equals("-") && times) {
            hint = "use TIMESTAMPDIFF(SECOND, earlier, later)";
        } else if (operator.equals("+") && given.contains("CHAR")) {
            hint = "use CONCAT or || to join text";
        }
        return new Sentence(ErrorCode.TYPE_MISMATCH, "\"" + operator + "\" cannot be applied to " + type(given), hint);
    }

    /** Calcite's type names inside a message as ours. */
    private static String type(String text) {
        return text.replaceAll("[<>]", "")
                .replace(" NOT NULL", "")
                .replace("INTEGER", "INT")
                .replaceAll("VARCHAR(\\(2147483647\\))?(?!\\()", "STRING")
                .replace("TIMESTAMP_WITH_LOCAL_TIME_ZONE", "TIMESTAMP_LTZ");
    }
}

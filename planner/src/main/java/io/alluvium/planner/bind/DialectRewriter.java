package io.alluvium.planner.bind;

import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.Suggestion;
import io.alluvium.sql.grammar.Refusal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlJsonQueryEmptyOrErrorBehavior;
import org.apache.calcite.sql.SqlJsonQueryWrapperBehavior;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.fun.SqlTrimFunction;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Brings a parsed query to the form that is validated: functions that the grammar knows by special syntax ({@code EXTRACT},
 * {@code TRIM}, {@code JSON_VALUE} ..) become plain calls of the engine's functions, and named arguments of table functions
 * take their places.
 */
final class DialectRewriter extends SqlShuttle {
    private final DialectOperators operators;

    DialectRewriter(DialectOperators operators) {
        this.operators = operators;
    }

    SqlNode rewrite(SqlNode node) {
        return Objects.requireNonNull(node.accept(this));
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
        // Validation changes nodes in place: everything is copied, so that a statement can be bound again.
        CallCopyingArgHandler copy = new CallCopyingArgHandler(call, true);
        call.getOperator().acceptCall(this, call, false, copy);
        SqlNode visited = copy.result();
        if (!(visited instanceof SqlCall inner)) {
            return visited;
        }
        Refusals.check(inner);
        String name = inner.getOperator().getName().toUpperCase(Locale.ROOT);
        DialectTableFunction tableFunction = tableFunction(name);
        if (tableFunction != null && inner.getOperator() instanceof SqlFunction) {
            return tableFunctionCall(tableFunction, inner);
        }
        if (inner.getOperator() == SqlStdOperatorTable.PERCENT_REMAINDER) {
            return DialectOperators.MOD.createCall(inner.getParserPosition(), inner.getOperandList());
        }
        CatalogFunction engine = operators.engineFunction(name.equals("TRANSLATE3") ? "TRANSLATE" : name);
        if (inner.getOperator() instanceof SqlFunction function && engine != null) {
            return engineCall(function, engine, inner);
        }
        return inner;
    }

    private static @Nullable DialectTableFunction tableFunction(String name) {
        return DialectTableFunction.ALL.stream()
                .filter(function -> function.getName().equals(name))
                .findFirst()
                .orElse(null);
    }

    // ---- scalar functions

    private SqlNode engineCall(SqlFunction written, CatalogFunction function, SqlCall call) {
        SqlParserPos pos = call.getParserPosition();
        if (written instanceof SqlTrimFunction && call.operandCount() == 3) {
            return trim(call);
        }
        if (written.getSyntax() == SqlSyntax.FUNCTION_ID) {
            return function.createCall(pos);
        }
        if (written.getName().equals("JSON_VALUE") && call.operandCount() > 2) {
            return jsonValue(function, call);
        }
        if (written.getName().equals("JSON_QUERY") && call.operandCount() > 2) {
            return jsonQuery(function, call);
        }
        List<SqlNode> operands = new ArrayList<>();
        for (SqlNode operand : call.getOperandList()) {
            operands.add(plain(operand));
        }
        return function.createCall(new SqlNodeList(operands, pos));
    }

    /** Units and flags become text. */
    private static SqlNode plain(SqlNode operand) {
        if (operand instanceof SqlIntervalQualifier unit) {
            return SqlLiteral.createCharString(
                    unit.timeFrameName == null ? unit.getUnit().name() : unit.timeFrameName, unit.getParserPosition());
        }
        if (operand instanceof SqlLiteral literal && literal.getTypeName() == SqlTypeName.SYMBOL) {
            return SqlLiteral.createCharString(String.valueOf(literal.getValue()), literal.getParserPosition());
        }
        return operand;
    }

    /** {@code TRIM(LEADING 'x' FROM text)} is {@code LTRIM(text, 'x')}, and so on. */
    private SqlNode trim(SqlCall call) {
        SqlTrimFunction.Flag side =
                Objects.requireNonNull(((SqlLiteral) call.operand(0)).getValueAs(SqlTrimFunction.Flag.class));
        String name =
                switch (side) {
                    case BOTH -> "TRIM";
                    case LEADING -> "LTRIM";
                    case TRAILING -> "RTRIM";
                };
        CatalogFunction function = operators.engineFunction(name);
        if (function == null) {
            throw new Refusal(
                    ErrorCode.FUNCTION_NOT_FOUND,
                    call.getParserPosition(),
                    "function \"" + name + "\" does not exist",
                    null);
        }
        SqlNode characters = call.operand(1);
        boolean blank = characters instanceof SqlLiteral literal
                && literal.getTypeName() == SqlTypeName.CHAR
                && " ".equals(literal.getValueAs(String.class));
        return blank
                ? function.createCall(call.getParserPosition(), (SqlNode) call.operand(2))
                : function.createCall(call.getParserPosition(), call.operand(2), characters);
    }

    /** {@code JSON_VALUE(text, path RETURNING type)} is a TRY_CAST of the plain form; NULL on empty and on error is our only way. */
    private static SqlNode jsonValue(CatalogFunction function, SqlCall call) {
        SqlParserPos pos = call.getParserPosition();
        SqlNode plain = function.createCall(pos, call.operand(0), call.operand(1));
        SqlDataTypeSpec returning = null;
        for (SqlNode operand : call.getOperandList().subList(2, call.operandCount())) {
            if (operand instanceof SqlDataTypeSpec type) {
                returning = type;
            } else if (!String.valueOf(operand).matches("(?i)RETURNING|NULL|'?(EMPTY|ERROR)'?|.*RETURNING.*")) {
                throw new Refusal(
                        ErrorCode.UNSUPPORTED,
                        operand.getParserPosition(),
                        "JSON_VALUE with \"" + operand + "\" is not supported",
                        "it gives NULL where the path is empty or the text is no JSON; wrap it in COALESCE(.., default)");
            }
        }
        return returning == null
                ? plain
                : org.apache.calcite.sql.fun.SqlLibraryOperators.TRY_CAST.createCall(pos, plain, returning);
    }

    /** {@code JSON_QUERY(text, path)}, to which the grammar adds the wrapper and what an empty or failed search gives. */
    private static SqlNode jsonQuery(CatalogFunction function, SqlCall call) {
        for (SqlNode clause : call.getOperandList().subList(2, call.operandCount())) {
            Object value = clause instanceof SqlLiteral literal ? literal.getValue() : clause;
            boolean standard = value == SqlJsonQueryWrapperBehavior.WITHOUT_ARRAY
                    || value == SqlJsonQueryEmptyOrErrorBehavior.NULL;
            if (!standard) {
                throw new Refusal(
                        ErrorCode.UNSUPPORTED,
                        clause.getParserPosition(),
                        "JSON_QUERY with \"" + clause + "\" is not supported",
                        "it gives NULL where the path leads to no object or array");
            }
        }
        return function.createCall(call.getParserPosition(), call.operand(0), (SqlNode) call.operand(1));
    }

    // ---- table functions

    private static SqlNode tableFunctionCall(DialectTableFunction function, SqlCall call) {
        List<String> names = function.parameters();
        @Nullable SqlNode[] places = new SqlNode[names.size()];
        for (int i = 0; i < call.operandCount(); i++) {
            SqlNode operand = call.operand(i);
            int place = i;
            if (operand.getKind() == SqlKind.ARGUMENT_ASSIGNMENT) {
                SqlIdentifier name = ((SqlCall) operand).operand(1);
                place = names.indexOf(name.getSimple().toUpperCase(Locale.ROOT));
                if (place < 0) {
                    throw argument(
                            function, name, "does not exist", Suggestion.didYouMean(name.getSimple(), written(names)));
                }
                operand = ((SqlCall) operand).operand(0);
            }
            if (place >= places.length || places[place] != null) {
                throw argument(function, operand, "is one too many", null);
            }
            places[place] = argumentValue(operand, place);
        }
        return placed(function, call, places);
    }

    private static SqlNode placed(DialectTableFunction function, SqlCall call, @Nullable SqlNode[] places) {
        SqlParserPos pos = call.getParserPosition();
        for (int i = 0; i < function.required(); i++) {
            if (places[i] == null) {
                throw argument(
                        function,
                        call,
                        "is missing: " + function.parameters().get(i).toLowerCase(Locale.ROOT),
                        null);
            }
        }
        if (function.isWindow()) {
            int given = places.length;
            while (places[given - 1] == null) {
                given--;
            }
            return function.createCall(new SqlNodeList(Arrays.asList(places).subList(0, given), pos));
        }
        for (int i = 0; i < places.length; i++) {
            if (places[i] == null) {
                places[i] = SqlLiteral.createCharString("", pos);
            } else if (i > 0 && !isText(places[i])) {
                throw argument(function, Objects.requireNonNull(places[i]), "is no text literal", null);
            }
        }
        return function.createCall(new SqlNodeList(Arrays.asList(places), pos));
    }

    private static boolean isText(@Nullable SqlNode node) {
        return node instanceof SqlLiteral literal && literal.getTypeName() == SqlTypeName.CHAR;
    }

    /** A DESCRIPTOR of one column becomes the column's name as text; the table stays. */
    private static SqlNode argumentValue(SqlNode operand, int place) {
        if (operand instanceof SqlCall call && call.getOperator().getName().equalsIgnoreCase("DESCRIPTOR")) {
            List<SqlNode> columns = call.getOperandList();
            if (columns.size() == 1 && columns.get(0) instanceof SqlIdentifier column && column.isSimple()) {
                return SqlLiteral.createCharString(column.getSimple(), column.getParserPosition());
            }
            throw new Refusal(
                    ErrorCode.QUERY_INVALID,
                    operand.getParserPosition(),
                    "DESCRIPTOR names one column here",
                    "write DESCRIPTOR(column)");
        }
        if (place == 0 && operand.getKind() == SqlKind.SET_SEMANTICS_TABLE) {
            throw new Refusal(
                    ErrorCode.UNSUPPORTED,
                    operand.getParserPosition(),
                    "PARTITION BY is not supported in a table argument",
                    null);
        }
        boolean combined = operand.isA(SqlKind.SET_QUERY)
                || operand.getKind() == SqlKind.WITH
                || operand.getKind() == SqlKind.VALUES;
        return place == 0 && combined ? selectFrom(operand) : operand;
    }

    /** Calcite takes each SELECT inside a table argument for an argument of its own; one around them makes it one. */
    private static SqlNode selectFrom(SqlNode query) {
        SqlParserPos pos = query.getParserPosition();
        return new SqlSelect(
                pos,
                null,
                SqlNodeList.of(SqlIdentifier.star(pos)),
                query,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    private static Refusal argument(
            DialectTableFunction function, SqlNode node, String problem, @Nullable String hint) {
        return new Refusal(
                ErrorCode.QUERY_INVALID,
                node.getParserPosition(),
                "argument " + (node instanceof SqlIdentifier id ? "\"" + id + "\" " : "") + "of " + function.getName()
                        + " " + problem,
                hint != null ? hint : "it takes " + String.join(", ", written(function.parameters())));
    }

    /** Argument names as people write them. */
    private static List<String> written(List<String> parameters) {
        return parameters.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
    }
}

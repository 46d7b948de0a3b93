package io.alluvium.planner.physical;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.SourcePosition;
import io.alluvium.core.expression.Expression;
import io.alluvium.core.expression.Expression.Call;
import io.alluvium.core.expression.Expression.Literal;
import io.alluvium.core.function.ConstantEvaluator;
import io.alluvium.core.type.DataType;
import io.alluvium.planner.bind.CatalogFunction;
import io.alluvium.planner.bind.CommonTypes;
import io.alluvium.planner.bind.DataTypes;
import io.alluvium.planner.bind.DialectOperators;
import io.alluvium.planner.bind.SignatureMatch;
import io.alluvium.sql.Positions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUnknownAs;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.Sarg;
import org.jspecify.annotations.Nullable;

/**
 * Row expressions of the algebra as expressions of core: operators get the names of {@link Expression.Call}, arguments the types
 * their function asks for, and what is constant is computed by the engine's own evaluator.
 */
final class RexTranslator {
    private final RexBuilder rexBuilder;
    private final ConstantEvaluator evaluator;
    private final List<Expression> inputs;
    private final @Nullable Positions positions;

    /**
     * @param inputs what an input reference stands for
     * @param positions of the statement, or null where nodes do not come from its text
     */
    RexTranslator(
            RexBuilder rexBuilder,
            ConstantEvaluator evaluator,
            List<Expression> inputs,
            @Nullable Positions positions) {
        this.rexBuilder = rexBuilder;
        this.evaluator = evaluator;
        this.inputs = inputs;
        this.positions = positions;
    }

    Expression translate(RexNode node) {
        if (node instanceof RexInputRef ref) {
            return inputs.get(ref.getIndex());
        }
        if (node instanceof RexLiteral literal) {
            return Literals.of(literal, DataTypes.of(literal.getType()));
        }
        if (node instanceof RexFieldAccess access) {
            return field(access);
        }
        if (node instanceof RexCall call) {
            return folded(call(call), call);
        }
        throw unsupported(node, null);
    }

    private Expression field(RexFieldAccess access) {
        Expression row = translate(access.getReferenceExpr());
        Literal index = new Literal(
                (long) access.getField().getIndex(), DataType.bigint().withNullable(false));
        return new Call("FIELD", List.of(row, index), DataTypes.of(access.getType()), null);
    }

    /** The value of a call without columns; a call that fails stays, to fail for its row. */
    private Expression folded(Expression expression, RexCall source) {
        if (!(expression instanceof Call call)
                || !source.getOperator().isDeterministic()
                || !call.operands().stream().allMatch(Literal.class::isInstance)
                || isNested(call.type())) {
            return expression;
        }
        try {
            return evaluator.evaluate(call);
        } catch (AlluviumException e) {
            return expression;
        }
    }

    private static boolean isNested(DataType type) {
        return type instanceof DataType.Array || type instanceof DataType.MapOf || type instanceof DataType.Row;
    }

    private Expression call(RexCall call) {
        DataType type = DataTypes.of(call.getType());
        if (call.getOperator() instanceof CatalogFunction function) {
            return engineCall(function, call, type);
        }
        return switch (call.getKind()) {
            case PLUS -> plain("+", call, type);
            case MINUS -> plain("-", call, type);
            case TIMES -> plain("*", call, type);
            case DIVIDE -> plain("/", call, type);
            case MOD -> plain("%", call, type);
            case MINUS_PREFIX -> plain("NEGATE", call, type);
            case PLUS_PREFIX -> translate(call.getOperands().get(0));
            case EQUALS -> comparison("=", call, type);
            case NOT_EQUALS -> comparison("<>", call, type);
            case LESS_THAN -> comparison("<", call, type);
            case LESS_THAN_OR_EQUAL -> comparison("<=", call, type);
            case GREATER_THAN -> comparison(">", call, type);
            case GREATER_THAN_OR_EQUAL -> comparison(">=", call, type);
            case IS_DISTINCT_FROM -> comparison("IS DISTINCT FROM", call, type);
            case IS_NOT_DISTINCT_FROM -> comparison("IS NOT DISTINCT FROM", call, type);
            case AND, OR, NOT -> plain(call.getKind().name(), call, type);
            case IS_NULL, IS_UNKNOWN -> plain("IS NULL", call, type);
            case IS_NOT_NULL -> plain("IS NOT NULL", call, type);
            case IS_TRUE, IS_FALSE, IS_NOT_TRUE, IS_NOT_FALSE -> plain(
                    call.getKind().name().replace('_', ' '), call, type);
            case CASE -> caseWhen(call, type);
            case COALESCE -> new Call("COALESCE", casted(translated(call), type, call), type, position(call));
            case CAST -> cast("CAST", translate(call.getOperands().get(0)), type, call);
            case SAFE_CAST -> cast("TRY_CAST", translate(call.getOperands().get(0)), type, call);
            case REINTERPRET -> plain("REINTERPRET", call, type);
            case ITEM -> plain("ITEM", call, type);
            case ARRAY_VALUE_CONSTRUCTOR -> collection("ARRAY", call, type);
            case MAP_VALUE_CONSTRUCTOR -> collection("MAP", call, type);
            case ROW -> plain("ROW", call, type);
            case LIKE -> plain("LIKE", call, type);
            case SIMILAR -> plain("SIMILAR TO", call, type);
            case SEARCH -> search(call, type);
            default -> other(call, type);
        };
    }

    private Expression other(RexCall call, DataType type) {
        if (call.getOperator().getName().equals("||")) {
            return plain("||", call, type);
        }
        if (call.getOperator() == DialectOperators.ASSIGN) {
            return cast("ASSIGN", translate(call.getOperands().get(0)), type, call);
        }
        throw unsupported(call, call);
    }

    private Call plain(String function, RexCall call, DataType type) {
        return new Call(function, translated(call), type, position(call));
    }

    private List<Expression> translated(RexCall call) {
        return call.getOperands().stream().map(this::translate).toList();
    }

    /**
     * Numbers are compared as they are, however many digits they have, but for a DECIMAL and a FLOAT or DOUBLE: those are compared
     * as DOUBLE, where equality says nothing about the DECIMAL and is refused. Dates become timestamps beside one.
     */
    private Expression comparison(String function, RexCall call, DataType type) {
        Expression left = translate(call.getOperands().get(0));
        Expression right = translate(call.getOperands().get(1));
        DataType common = CommonTypes.of(left.type(), right.type());
        boolean times = left.type().is(DataType.Scalar.DATE)
                || right.type().is(DataType.Scalar.DATE)
                || left.type().is(DataType.Scalar.NULL)
                || right.type().is(DataType.Scalar.NULL);
        if (common != null && times) {
            left = cast("CAST", left, common.withNullable(left.type().nullable()), call);
            right = cast("CAST", right, common.withNullable(right.type().nullable()), call);
        }
        if (left instanceof Literal literal) {
            left = Literals.comparable(literal, right.type());
        } else if (right instanceof Literal literal) {
            right = Literals.comparable(literal, left.type());
        }
        boolean equality =
                List.of("=", "<>", "IS DISTINCT FROM", "IS NOT DISTINCT FROM").contains(function);
        if (equality && isInexact(left, right)) {
            throw new AlluviumException(
                    ErrorCode.TYPE_MISMATCH,
                    position(call),
                    "values of types " + left.type().sql() + " and "
                            + right.type().sql()
                            + " cannot be compared for equality: different ones of the first may be equal to one of the second",
                    "CAST both to one type: to DOUBLE, or to a DECIMAL",
                    null);
        }
        return new Call(function, List.of(left, right), type, position(call));
    }

    private static boolean isInexact(Expression left, Expression right) {
        boolean literal = left instanceof Literal || right instanceof Literal;
        return !literal
                && ((left.type() instanceof DataType.Decimal && right.type().isApproximate())
                        || (left.type().isApproximate() && right.type() instanceof DataType.Decimal));
    }

    private Expression caseWhen(RexCall call, DataType type) {
        List<Expression> operands = new ArrayList<>();
        List<RexNode> written = call.getOperands();
        for (int i = 0; i < written.size(); i++) {
            boolean condition = i % 2 == 0 && i < written.size() - 1;
            Expression operand = translate(written.get(i));
            operands.add(condition ? operand : cast("CAST", operand, type, call));
        }
        return new Call("CASE", operands, type, position(call));
    }

    private Expression collection(String function, RexCall call, DataType type) {
        List<Expression> operands = new ArrayList<>();
        for (int i = 0; i < call.getOperands().size(); i++) {
            DataType element = type instanceof DataType.Array array
                    ? array.element()
                    : i % 2 == 0 ? ((DataType.MapOf) type).key() : ((DataType.MapOf) type).value();
            operands.add(cast("CAST", translate(call.getOperands().get(i)), element, call));
        }
        return new Call(function, operands, type, position(call));
    }

    private List<Expression> casted(List<Expression> operands, DataType type, RexCall call) {
        return operands.stream()
                .map(operand -> cast("CAST", operand, type, call))
                .toList();
    }

    /** A cast; the operand itself where it has the type already (a NULL of it takes the type). */
    private Expression cast(String function, Expression operand, DataType type, RexCall call) {
        if (operand.type().withNullable(true).equals(type.withNullable(true))) {
            return operand;
        }
        if (operand instanceof Literal literal && literal.value() == null) {
            return new Literal(null, type.withNullable(true));
        }
        if (!CommonTypes.castable(operand.type(), type)) {
            throw new AlluviumException(
                    ErrorCode.TYPE_MISMATCH,
                    position(call),
                    "CAST does not convert " + operand.type().sql() + " to " + type.sql(),
                    null,
                    null);
        }
        if (operand instanceof Call arithmetic && narrowsResult(arithmetic, type)) {
            return new Call(
                    arithmetic.function(),
                    arithmetic.operands(),
                    type.withNullable(arithmetic.type().nullable()),
                    arithmetic.position());
        }
        boolean widerText = operand.type() instanceof DataType.Text from
                && type instanceof DataType.Text to
                && !to.fixed()
                && from.length() <= to.length();
        if (widerText && operand instanceof Literal literal) {
            return new Literal(literal.value(), type);
        }
        boolean nullable = operand.type().nullable() || function.equals("TRY_CAST");
        Call cast = new Call(function, List.of(operand), type.withNullable(nullable), position(call));
        if (!(operand instanceof Literal) || isNested(type)) {
            return cast;
        }
        try {
            return evaluator.evaluate(cast);
        } catch (AlluviumException e) {
            return cast;
        }
    }

    /** True for exact arithmetic whose result is then cast to other digits before the point only: it checks them itself. */
    private static boolean narrowsResult(Call arithmetic, DataType type) {
        return arithmetic.type() instanceof DataType.Decimal from
                && type instanceof DataType.Decimal to
                && from.scale() == to.scale()
                && List.of("+", "-", "*", "/", "%").contains(arithmetic.function());
    }

    private Expression engineCall(CatalogFunction function, RexCall call, DataType type) {
        List<Expression> operands = translated(call);
        List<DataType> types = operands.stream().map(Expression::type).toList();
        SignatureMatch match = SignatureMatch.find(function.spec(), types);
        if (match == null) {
            throw AlluviumException.internal(function.getName() + " was bound to other types than " + types);
        }
        List<Expression> casted = new ArrayList<>();
        for (int i = 0; i < operands.size(); i++) {
            casted.add(cast("CAST", operands.get(i), match.operands().get(i), call));
        }
        return new Call(function.spec().name(), casted, type, position(call));
    }

    /** IN over literals where it is only that; else the comparisons it stands for. */
    private Expression search(RexCall call, DataType type) {
        Sarg<?> sarg = Objects.requireNonNull(((RexLiteral) call.getOperands().get(1)).getValueAs(Sarg.class));
        if (sarg.isPoints() && sarg.nullAs == RexUnknownAs.UNKNOWN && sarg.pointCount > 1) {
            RexCall expanded = (RexCall) RexUtil.expandSearch(rexBuilder, null, call);
            if (expanded.getKind() == SqlKind.OR) {
                List<Expression> operands = new ArrayList<>();
                Expression value = translate(call.getOperands().get(0));
                operands.add(value);
                for (RexNode point : expanded.getOperands()) {
                    operands.add(point(((RexCall) point).getOperands().get(1), value.type(), call));
                }
                if (operands.subList(1, operands.size()).stream().allMatch(Literal.class::isInstance)) {
                    return new Call("IN", operands, type, position(call));
                }
            }
        }
        return translate(RexUtil.expandSearch(rexBuilder, null, call));
    }

    /** A literal that a value is compared with; a number keeps its digits. */
    private Expression point(RexNode node, DataType value, RexCall call) {
        boolean number = node instanceof RexLiteral literal && SqlTypeUtil.isNumeric(literal.getType());
        return number
                ? Literals.comparable(Literals.exact((RexLiteral) node), value)
                : cast("CAST", translate(node), value, call);
    }

    private @Nullable SourcePosition position(RexCall call) {
        return positions == null || call.getParserPosition().equals(SqlParserPos.ZERO)
                ? null
                : positions.of(call.getParserPosition());
    }

    private AlluviumException unsupported(RexNode node, @Nullable RexCall call) {
        String what = call == null ? node.toString() : call.getOperator().getName();
        return new AlluviumException(
                ErrorCode.UNSUPPORTED,
                call == null ? null : position(call),
                "\"" + what + "\" is not supported",
                null,
                null);
    }
}

package io.alluvium.planner.bind;

import io.alluvium.core.type.DataType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlBetweenOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql2rel.SqlRexConvertlet;
import org.jspecify.annotations.Nullable;

/**
 * Comparisons of numbers keep the types of their operands. Calcite casts them to one type first, which may round: 1.004 would
 * equal 1.00, and 9007199254740993 the double below it.
 */
final class NumberComparisons {
    private NumberComparisons() {}

    /** True for calls that are comparisons, of whatever. */
    static boolean mayBe(SqlCall call) {
        return call.getOperator() instanceof SqlBetweenOperator
                || (call.getOperator() instanceof SqlBinaryOperator
                        && call.operandCount() == 2
                        && call.getKind().belongsTo(SqlKind.BINARY_COMPARISON)
                        && call.getKind() != SqlKind.IS_DISTINCT_FROM
                        && call.getKind() != SqlKind.IS_NOT_DISTINCT_FROM);
    }

    /** Converts comparisons of numbers, and leaves others. */
    static SqlRexConvertlet orElse(@Nullable SqlRexConvertlet others) {
        return (context, call) -> {
            List<RexNode> operands = new ArrayList<>();
            for (SqlNode operand : call.getOperandList()) {
                operands.add(context.convertExpression(operand));
            }
            if (others != null && !operands.stream().allMatch(operand -> SqlTypeUtil.isNumeric(operand.getType()))) {
                return others.convertCall(context, call);
            }
            RexBuilder rexBuilder = context.getRexBuilder();
            for (int i = 1; i < operands.size(); i++) {
                operands.set(i, besides(rexBuilder, operands.get(i), operands.get(0)));
            }
            operands.set(0, besides(rexBuilder, operands.get(0), operands.get(1)));
            if (call.getOperator() instanceof SqlBetweenOperator between) {
                return between(rexBuilder, call.getParserPosition(), between, operands);
            }
            return rexBuilder.makeCall(call.getParserPosition(), call.getOperator(), operands);
        };
    }

    /**
     * A literal beside a value of a column: of the value's kind, exact or not, with the same digits. The algebra's ranges hold
     * literals of one kind only; one that fits no type of the other kind is hidden from them as text.
     */
    private static RexNode besides(RexBuilder rexBuilder, RexNode node, RexNode other) {
        boolean approximate = SqlTypeUtil.isApproximateNumeric(other.getType());
        if (!(node instanceof RexLiteral literal)
                || literal.isNull()
                || other instanceof RexLiteral
                || SqlTypeUtil.isApproximateNumeric(node.getType()) == approximate) {
            return node;
        }
        BigDecimal value = Objects.requireNonNull(literal.getValueAs(BigDecimal.class));
        if (approximate) {
            RelDataType type = rexBuilder.getTypeFactory().createTypeWithNullability(other.getType(), false);
            return rexBuilder.makeApproxLiteral(value, type);
        }
        BigDecimal shortest = value.stripTrailingZeros();
        int scale = Math.max(0, shortest.scale());
        int precision = Math.max(1, Math.max(0, shortest.precision() - shortest.scale()) + scale);
        return precision <= DataType.MAX_DECIMAL_PRECISION
                ? rexBuilder.makeExactLiteral(
                        shortest.setScale(scale),
                        rexBuilder.getTypeFactory().createSqlType(SqlTypeName.DECIMAL, precision, scale))
                : rexBuilder.makeAbstractCast(node.getType(), rexBuilder.makeLiteral(value.toString()), false);
    }

    private static RexNode between(
            RexBuilder rexBuilder, SqlParserPos position, SqlBetweenOperator operator, List<RexNode> operands) {
        RexNode value = operands.get(0);
        RexNode inside = within(rexBuilder, position, value, operands.get(1), operands.get(2));
        if (operator.flag == SqlBetweenOperator.Flag.SYMMETRIC) {
            RexNode turned = within(rexBuilder, position, value, operands.get(2), operands.get(1));
            inside = call(rexBuilder, position, SqlStdOperatorTable.OR, inside, turned);
        }
        return operator.isNegated() ? rexBuilder.makeCall(position, SqlStdOperatorTable.NOT, inside) : inside;
    }

    private static RexNode within(
            RexBuilder rexBuilder, SqlParserPos position, RexNode value, RexNode low, RexNode high) {
        return call(
                rexBuilder,
                position,
                SqlStdOperatorTable.AND,
                call(rexBuilder, position, SqlStdOperatorTable.GREATER_THAN_OR_EQUAL, value, low),
                call(rexBuilder, position, SqlStdOperatorTable.LESS_THAN_OR_EQUAL, value, high));
    }

    private static RexNode call(
            RexBuilder rexBuilder, SqlParserPos position, SqlOperator operator, RexNode left, RexNode right) {
        return rexBuilder.makeCall(position, operator, left, right);
    }
}

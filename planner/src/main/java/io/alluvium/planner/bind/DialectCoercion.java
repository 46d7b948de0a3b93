package io.alluvium.planner.bind;

import io.alluvium.core.type.DataType;
import io.alluvium.sql.type.RelTypes;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.implicit.TypeCoercionImpl;
import org.jspecify.annotations.Nullable;

/**
 * Where values of several types come together without a CAST, they take their common type ({@link CommonTypes}); text never
 * becomes a number or a time on the way, except to be compared with one. Numbers are compared as they are: a common type may not
 * hold all their digits. Arguments of functions are not converted here.
 */
final class DialectCoercion extends TypeCoercionImpl {
    private static final Pattern DAY = Pattern.compile("\\s*[+-]?\\d+-\\d+-\\d+\\s*");

    DialectCoercion(RelDataTypeFactory factory, SqlValidator validator) {
        super(factory, validator);
    }

    @Override
    public boolean binaryComparisonCoercion(SqlCallBinding binding) {
        SqlKind kind = binding.getOperator().getKind();
        boolean comparison = kind == SqlKind.BETWEEN || kind.belongsTo(SqlKind.BINARY_COMPARISON);
        if (!comparison) {
            return super.binaryComparisonCoercion(binding);
        }
        boolean numbers = true;
        RelDataType time = null;
        boolean text = false;
        for (int i = 0; i < binding.getOperandCount(); i++) {
            RelDataType type = binding.getOperandType(i);
            numbers &= SqlTypeUtil.isNumeric(type);
            text |= SqlTypeUtil.isCharacter(type);
            time = time == null && SqlTypeUtil.isDatetime(type) ? type : time;
        }
        if (numbers) {
            return false;
        }
        return time != null && text ? readTexts(binding, time) : super.binaryComparisonCoercion(binding);
    }

    /** Texts that are compared with a time are read with all the digits they have; a date beside such a one is its midnight. */
    private boolean readTexts(SqlCallBinding binding, RelDataType time) {
        boolean coerced = false;
        RelDataType instead = null;
        for (int i = 0; i < binding.getOperandCount(); i++) {
            if (SqlTypeUtil.isCharacter(binding.getOperandType(i))) {
                RelDataType read = whole(time, binding.operand(i));
                instead = read.getSqlTypeName() == time.getSqlTypeName() ? instead : read;
                coerced |= coerce(binding, i, read);
            }
        }
        for (int i = 0; instead != null && i < binding.getOperandCount(); i++) {
            if (binding.getOperandType(i).getSqlTypeName() == SqlTypeName.DATE) {
                coerced |= coerce(binding, i, instead);
            }
        }
        return coerced;
    }

    private boolean coerce(SqlCallBinding binding, int operand, RelDataType type) {
        boolean nullable = binding.getOperandType(operand).isNullable();
        return coerceOperandType(
                binding.getScope(), binding.getCall(), operand, factory.createTypeWithNullability(type, nullable));
    }

    /** The type of a time without a limit to its digits; a text beside a DATE may hold a time of the day. */
    private RelDataType whole(RelDataType time, @Nullable SqlNode text) {
        if (time.getSqlTypeName() != SqlTypeName.DATE) {
            return factory.createSqlType(
                    time.getSqlTypeName(), factory.getTypeSystem().getMaxPrecision(time.getSqlTypeName()));
        }
        boolean day = text instanceof SqlLiteral literal
                && literal.getTypeName() == SqlTypeName.CHAR
                && DAY.matcher(String.valueOf(literal.getValueAs(String.class))).matches();
        return day
                ? time
                : factory.createSqlType(
                        SqlTypeName.TIMESTAMP, factory.getTypeSystem().getMaxPrecision(SqlTypeName.TIMESTAMP));
    }

    @Override
    public @Nullable RelDataType commonTypeForBinaryComparison(
            @Nullable RelDataType first, @Nullable RelDataType second) {
        if (areNumbers(first, second)) {
            return null;
        }
        if (first != null && second != null && SqlTypeUtil.isDatetime(first) && SqlTypeUtil.isCharacter(second)) {
            return factory.createTypeWithNullability(whole(first, null), first.isNullable() || second.isNullable());
        }
        if (first != null && second != null && SqlTypeUtil.isCharacter(first) && SqlTypeUtil.isDatetime(second)) {
            return commonTypeForBinaryComparison(second, first);
        }
        return super.commonTypeForBinaryComparison(first, second);
    }

    @Override
    public @Nullable RelDataType getTightestCommonType(@Nullable RelDataType first, @Nullable RelDataType second) {
        return areNumbers(first, second) ? null : super.getTightestCommonType(first, second);
    }

    private static boolean areNumbers(@Nullable RelDataType first, @Nullable RelDataType second) {
        return first != null && second != null && SqlTypeUtil.isNumeric(first) && SqlTypeUtil.isNumeric(second);
    }

    @Override
    public @Nullable RelDataType getWiderTypeForTwo(
            @Nullable RelDataType first, @Nullable RelDataType second, boolean stringPromotion) {
        if (first == null || second == null) {
            return null;
        }
        DataType common = CommonTypes.of(DataTypes.of(first), DataTypes.of(second));
        return common == null ? null : RelTypes.of(common, factory);
    }

    @Override
    public @Nullable RelDataType getWiderTypeFor(List<RelDataType> types, boolean stringPromotion) {
        RelDataType wider = types.get(0);
        for (RelDataType type : types.subList(1, types.size())) {
            RelDataType next = getWiderTypeForTwo(wider, type, stringPromotion);
            if (next == null) {
                return null;
            }
            wider = next;
        }
        return wider;
    }

    @Override
    public boolean builtinFunctionCoercion(
            SqlCallBinding binding, List<RelDataType> operandTypes, List<SqlTypeFamily> expected) {
        return false;
    }

    @Override
    public boolean userDefinedFunctionCoercion(SqlValidatorScope scope, SqlCall call, SqlFunction function) {
        return false;
    }
}

package io.alluvium.planner.bind;

import io.alluvium.core.type.DataType;
import io.alluvium.sql.type.RelTypes;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.implicit.TypeCoercionImpl;
import org.jspecify.annotations.Nullable;

/**
 * Where values of several types come together without a CAST, they take their common type ({@link CommonTypes}); text never
 * becomes a number or a time on the way, except to be compared with one. Arguments of functions are not converted here.
 */
final class DialectCoercion extends TypeCoercionImpl {
    DialectCoercion(RelDataTypeFactory factory, SqlValidator validator) {
        super(factory, validator);
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

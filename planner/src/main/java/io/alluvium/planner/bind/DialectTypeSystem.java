package io.alluvium.planner.bind;

import io.alluvium.core.type.DataType;
import java.math.RoundingMode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * The limits of our types and the result types of arithmetic, as Flink SQL derives them: DECIMAL up to 38 digits, a scale that
 * gives way before whole digits do (but keeps at least six), sums in the type of their argument (DECIMAL at 38 digits), averages
 * of integers in the integer's type.
 */
final class DialectTypeSystem extends RelDataTypeSystemImpl {
    static final DialectTypeSystem INSTANCE = new DialectTypeSystem();

    private static final int MAX_DIGITS = DataType.MAX_DECIMAL_PRECISION;
    private static final int MIN_KEPT_SCALE = 6;
    private static final int MAX_TIME_PRECISION = 6;

    private DialectTypeSystem() {}

    @Override
    public int getMaxPrecision(SqlTypeName type) {
        return switch (type) {
            case DECIMAL -> MAX_DIGITS;
            case CHAR, VARCHAR, BINARY, VARBINARY -> DataType.MAX_LENGTH;
            case TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> MAX_TIME_PRECISION;
            default -> super.getMaxPrecision(type);
        };
    }

    @Override
    public int getMaxScale(SqlTypeName type) {
        return type == SqlTypeName.DECIMAL ? MAX_DIGITS : super.getMaxScale(type);
    }

    @Override
    public int getDefaultPrecision(SqlTypeName type) {
        return switch (type) {
            case VARCHAR, VARBINARY -> DataType.MAX_LENGTH;
            case DECIMAL -> MAX_DIGITS;
            case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> MAX_TIME_PRECISION;
            default -> super.getDefaultPrecision(type);
        };
    }

    @Override
    public RoundingMode roundingMode() {
        return RoundingMode.HALF_UP;
    }

    @Override
    public boolean shouldConvertRaggedUnionTypesToVarying() {
        return true;
    }

    @Override
    public RelDataType deriveSumType(RelDataTypeFactory factory, RelDataType argument) {
        RelDataType sum = SqlTypeUtil.isDecimal(argument)
                ? factory.createSqlType(SqlTypeName.DECIMAL, MAX_DIGITS, argument.getScale())
                : argument;
        return factory.createTypeWithNullability(sum, argument.isNullable());
    }

    @Override
    public RelDataType deriveAvgAggType(RelDataTypeFactory factory, RelDataType argument) {
        RelDataType average = SqlTypeUtil.isDecimal(argument)
                ? factory.createSqlType(SqlTypeName.DECIMAL, MAX_DIGITS, Math.max(MIN_KEPT_SCALE, argument.getScale()))
                : argument;
        return factory.createTypeWithNullability(average, argument.isNullable());
    }

    @Override
    public @Nullable RelDataType deriveDecimalPlusType(RelDataTypeFactory factory, RelDataType a, RelDataType b) {
        if (!decimals(a, b)) {
            return null;
        }
        int scale = Math.max(a.getScale(), b.getScale());
        return fitted(
                factory, Math.max(a.getPrecision() - a.getScale(), b.getPrecision() - b.getScale()) + scale + 1, scale);
    }

    @Override
    public @Nullable RelDataType deriveDecimalMultiplyType(RelDataTypeFactory factory, RelDataType a, RelDataType b) {
        return decimals(a, b)
                ? fitted(factory, a.getPrecision() + b.getPrecision() + 1, a.getScale() + b.getScale())
                : null;
    }

    @Override
    public @Nullable RelDataType deriveDecimalDivideType(RelDataTypeFactory factory, RelDataType a, RelDataType b) {
        if (!decimals(a, b)) {
            return null;
        }
        int scale = Math.max(MIN_KEPT_SCALE, a.getScale() + b.getPrecision() + 1);
        return fitted(factory, a.getPrecision() - a.getScale() + b.getScale() + scale, scale);
    }

    @Override
    public @Nullable RelDataType deriveDecimalModType(RelDataTypeFactory factory, RelDataType a, RelDataType b) {
        if (!decimals(a, b)) {
            return null;
        }
        int scale = Math.max(a.getScale(), b.getScale());
        return fitted(
                factory, Math.min(a.getPrecision() - a.getScale(), b.getPrecision() - b.getScale()) + scale, scale);
    }

    private static boolean decimals(RelDataType a, RelDataType b) {
        return SqlTypeUtil.isExactNumeric(a)
                && SqlTypeUtil.isExactNumeric(b)
                && (SqlTypeUtil.isDecimal(a) || SqlTypeUtil.isDecimal(b));
    }

    /** Cuts a result to 38 digits: whole digits stay, and of the scale at least six. */
    private static RelDataType fitted(RelDataTypeFactory factory, int precision, int scale) {
        if (precision <= MAX_DIGITS) {
            return factory.createSqlType(SqlTypeName.DECIMAL, precision, scale);
        }
        int whole = precision - scale;
        int kept = Math.max(MAX_DIGITS - whole, Math.min(scale, MIN_KEPT_SCALE));
        return factory.createSqlType(SqlTypeName.DECIMAL, MAX_DIGITS, kept);
    }
}

package io.alluvium.planner.bind;

import io.alluvium.core.type.DataType;
import io.alluvium.sql.type.RelTypes;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelRecordType;
import org.apache.calcite.rel.type.StructKind;
import org.apache.calcite.sql.type.SqlTypeFactoryImpl;
import org.apache.calcite.sql.type.SqlTypeMappingRule;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/** Calcite's types under our {@link DialectTypeSystem}. A ROW may be NULL without its fields becoming so. */
final class DialectTypeFactory extends SqlTypeFactoryImpl {
    DialectTypeFactory() {
        super(DialectTypeSystem.INSTANCE);
    }

    @Override
    public Charset getDefaultCharset() {
        return StandardCharsets.UTF_8;
    }

    @Override
    public RelDataType createTypeWithNullability(RelDataType type, boolean nullable) {
        // A ROW value has this kind; row types of tables have another, and outer joins make all their fields nullable
        // this way.
        if (type instanceof RelRecordType row && row.getStructKind() == StructKind.PEEK_FIELDS_NO_EXPAND) {
            return row.isNullable() == nullable
                    ? row
                    : canonize(new RelRecordType(row.getStructKind(), row.getFieldList(), nullable));
        }
        return super.createTypeWithNullability(type, nullable);
    }

    /** Calcite's, but as {@link CommonTypes} where that keeps digits which Calcite's rounds. */
    @Override
    public @Nullable RelDataType leastRestrictive(List<RelDataType> types, SqlTypeMappingRule mappingRule) {
        RelDataType common = super.leastRestrictive(types, mappingRule);
        if (common == null || !types.stream().allMatch(SqlTypeUtil::isNumeric)) {
            return common;
        }
        DataType exact = DataTypes.of(types.get(0));
        for (RelDataType type : types) {
            exact = Objects.requireNonNull(CommonTypes.of(exact, DataTypes.of(type)));
        }
        return createTypeWithNullability(RelTypes.of(exact, this), common.isNullable());
    }
}

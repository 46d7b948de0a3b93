package io.alluvium.planner.bind;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelRecordType;
import org.apache.calcite.rel.type.StructKind;
import org.apache.calcite.sql.type.SqlTypeFactoryImpl;

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
}

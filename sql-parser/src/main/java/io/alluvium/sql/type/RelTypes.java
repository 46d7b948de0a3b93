package io.alluvium.sql.type;

import io.alluvium.core.type.DataType;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.StructKind;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/** The form of the dialect's types inside Calcite. */
public final class RelTypes {
    private RelTypes() {}

    /** Calcite's type for one of ours, with its nullability. */
    public static RelDataType of(DataType type, RelDataTypeFactory factory) {
        return factory.createTypeWithNullability(notNull(type, factory), type.nullable());
    }

    private static RelDataType notNull(DataType type, RelDataTypeFactory factory) {
        if (type instanceof DataType.Simple simple) {
            return simple(simple.scalar(), factory);
        }
        if (type instanceof DataType.Decimal decimal) {
            return factory.createSqlType(SqlTypeName.DECIMAL, decimal.precision(), decimal.scale());
        }
        if (type instanceof DataType.Text text) {
            return factory.createSqlType(text.fixed() ? SqlTypeName.CHAR : SqlTypeName.VARCHAR, text.length());
        }
        if (type instanceof DataType.Binary binary) {
            return factory.createSqlType(binary.fixed() ? SqlTypeName.BINARY : SqlTypeName.VARBINARY, binary.length());
        }
        if (type instanceof DataType.Temporal temporal) {
            SqlTypeName name =
                    switch (temporal.temporal()) {
                        case TIME -> SqlTypeName.TIME;
                        case TIMESTAMP -> SqlTypeName.TIMESTAMP;
                        case TIMESTAMP_LTZ -> SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
                    };
            return factory.createSqlType(name, temporal.precision());
        }
        if (type instanceof DataType.Array array) {
            return factory.createArrayType(of(array.element(), factory), -1);
        }
        if (type instanceof DataType.MapOf map) {
            return factory.createMapType(of(map.key(), factory), of(map.value(), factory));
        }
        if (type instanceof DataType.Row row) {
            List<RelDataType> types = new ArrayList<>();
            List<String> names = new ArrayList<>();
            for (DataType.Field field : row.fields()) {
                types.add(of(field.type(), factory));
                names.add(field.name());
            }
            return factory.createStructType(StructKind.PEEK_FIELDS_NO_EXPAND, types, names);
        }
        throw new AssertionError("type " + type);
    }

    private static RelDataType simple(DataType.Scalar scalar, RelDataTypeFactory factory) {
        return switch (scalar) {
            case BOOLEAN -> factory.createSqlType(SqlTypeName.BOOLEAN);
            case TINYINT -> factory.createSqlType(SqlTypeName.TINYINT);
            case SMALLINT -> factory.createSqlType(SqlTypeName.SMALLINT);
            case INT -> factory.createSqlType(SqlTypeName.INTEGER);
            case BIGINT -> factory.createSqlType(SqlTypeName.BIGINT);
            case FLOAT -> factory.createSqlType(SqlTypeName.FLOAT);
            case DOUBLE -> factory.createSqlType(SqlTypeName.DOUBLE);
            case DATE -> factory.createSqlType(SqlTypeName.DATE);
            case INTERVAL_MONTH -> factory.createSqlIntervalType(
                    new SqlIntervalQualifier(TimeUnit.YEAR, TimeUnit.MONTH, SqlParserPos.ZERO));
            case INTERVAL_MICROSECOND -> factory.createSqlIntervalType(
                    new SqlIntervalQualifier(TimeUnit.DAY, -1, TimeUnit.SECOND, 6, SqlParserPos.ZERO));
            case NULL -> factory.createSqlType(SqlTypeName.NULL);
        };
    }
}

package io.alluvium.planner.bind;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.DataType.Scalar;
import io.alluvium.core.type.DataType.TemporalKind;
import io.alluvium.core.type.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;

/** Our types for Calcite's; the other direction is {@link io.alluvium.sql.type.RelTypes}. */
public final class DataTypes {
    private DataTypes() {}

    /** @throws AlluviumException TYPE_UNSUPPORTED for a type outside the dialect */
    public static DataType of(RelDataType type) {
        return notNull(type).withNullable(type.isNullable());
    }

    /** The columns of a row type. */
    public static Schema schema(RelDataType row) {
        return new Schema(fields(row));
    }

    private static List<Field> fields(RelDataType row) {
        List<Field> fields = new ArrayList<>();
        for (RelDataTypeField field : row.getFieldList()) {
            fields.add(new Field(field.getName(), of(field.getType())));
        }
        return fields;
    }

    private static DataType notNull(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case BOOLEAN -> DataType.bool();
            case TINYINT -> DataType.of(Scalar.TINYINT);
            case SMALLINT -> DataType.of(Scalar.SMALLINT);
            case INTEGER -> DataType.integer();
            case BIGINT -> DataType.bigint();
            case FLOAT, REAL -> DataType.of(Scalar.FLOAT);
            case DOUBLE -> DataType.doubles();
            case DECIMAL -> DataType.decimal(type.getPrecision(), type.getScale());
            case CHAR -> type.getPrecision() < 1
                    ? DataType.string()
                    : new DataType.Text(type.getPrecision(), true, true);
            case VARCHAR -> new DataType.Text(length(type), false, true);
            case BINARY -> new DataType.Binary(Math.max(1, type.getPrecision()), true, true);
            case VARBINARY -> new DataType.Binary(length(type), false, true);
            case DATE -> DataType.date();
            case TIME -> new DataType.Temporal(TemporalKind.TIME, precision(type), true);
            case TIMESTAMP -> DataType.timestamp(precision(type));
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> DataType.timestampLtz(precision(type));
            case INTERVAL_YEAR, INTERVAL_YEAR_MONTH, INTERVAL_MONTH -> DataType.of(Scalar.INTERVAL_MONTH);
            case INTERVAL_DAY,
                    INTERVAL_DAY_HOUR,
                    INTERVAL_DAY_MINUTE,
                    INTERVAL_DAY_SECOND,
                    INTERVAL_HOUR,
                    INTERVAL_HOUR_MINUTE,
                    INTERVAL_HOUR_SECOND,
                    INTERVAL_MINUTE,
                    INTERVAL_MINUTE_SECOND,
                    INTERVAL_SECOND -> DataType.of(Scalar.INTERVAL_MICROSECOND);
            case NULL, UNKNOWN -> DataType.of(Scalar.NULL);
            case ARRAY -> DataType.array(of(component(type)));
            case MAP -> DataType.map(
                    of(Objects.requireNonNull(type.getKeyType())), of(Objects.requireNonNull(type.getValueType())));
            case ROW -> new DataType.Row(fields(type), true);
            case SYMBOL -> DataType.string();
            default -> throw new AlluviumException(
                    ErrorCode.TYPE_UNSUPPORTED, "type \"" + type + "\" is not a type of the dialect");
        };
    }

    private static RelDataType component(RelDataType type) {
        return Objects.requireNonNull(type.getComponentType());
    }

    private static int length(RelDataType type) {
        return type.getPrecision() < 0 ? DataType.MAX_LENGTH : Math.max(1, type.getPrecision());
    }

    private static int precision(RelDataType type) {
        return Math.max(0, type.getPrecision());
    }
}

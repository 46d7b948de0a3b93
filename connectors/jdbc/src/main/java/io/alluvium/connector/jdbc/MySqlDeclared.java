package io.alluvium.connector.jdbc;

import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Scalar;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The type to declare for a column of MySQL, which holds each of its values, whether it is read from MySQL or from its log. */
final class MySqlDeclared {
    private static final DataType TINYINT = DataType.of(Scalar.TINYINT);
    private static final DataType SMALLINT = DataType.of(Scalar.SMALLINT);
    private static final DataType UNSIGNED_64_BITS = DataType.decimal(20, 0);
    private static final Map<String, DataType> SIGNED = Map.of(
            "tinyint", TINYINT,
            "smallint", SMALLINT,
            "mediumint", DataType.integer(),
            "int", DataType.integer(),
            "bigint", DataType.bigint());
    private static final Map<String, DataType> UNSIGNED = Map.of(
            "tinyint", SMALLINT,
            "smallint", DataType.integer(),
            "mediumint", DataType.integer(),
            "int", DataType.bigint(),
            "bigint", UNSIGNED_64_BITS);

    private MySqlDeclared() {}

    /** The type, nullable; null where none holds the values: geometries, DECIMAL of more than 38 digits. */
    static @Nullable DataType of(StoredColumn column) {
        return switch (MySqlFamily.of(column)) {
                // a TINYINT(1) may hold 2
            case WHOLE -> (column.unsigned() ? UNSIGNED : SIGNED).get(column.type());
            case DECIMAL -> column.precision() > DataType.MAX_DECIMAL_PRECISION
                    ? null
                    : DataType.decimal(column.precision(), column.scale());
            case APPROXIMATE -> column.type().equals("float") ? DataType.of(Scalar.FLOAT) : DataType.doubles();
            case BIT -> column.precision() == 1
                    ? DataType.bool()
                    : column.precision() == 64 ? UNSIGNED_64_BITS : DataType.bigint();
            case YEAR -> DataType.integer();
            case DATE -> DataType.date();
            case DATETIME -> DataType.timestamp(column.fraction());
            case TIMESTAMP -> DataType.timestampLtz(column.fraction());
                // from -838 to 838 hours, which is no time of a day; labels and JSON are texts
            case TIME, LABELS, JSON -> DataType.string();
            case TEXT -> switch (column.type()) {
                case "char" -> new DataType.Text(length(column), true, true);
                case "varchar" -> new DataType.Text(length(column), false, true);
                default -> DataType.string();
            };
            case BYTES -> switch (column.type()) {
                case "binary" -> new DataType.Binary(length(column), true, true);
                case "varbinary" -> new DataType.Binary(length(column), false, true);
                default -> DataType.bytes();
            };
            case OTHER -> null;
        };
    }

    /** MySQL knows texts and bytes of the length 0. */
    private static int length(StoredColumn column) {
        return Math.max(1, Math.toIntExact(column.length()));
    }
}

package io.alluvium.connector.jdbc;

import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Scalar;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which declared types go with which types of MySQL. */
final class MySqlTypes {
    private MySqlTypes() {}

    /** True where values of the stored column can be values of the declared type; each is still checked. */
    static boolean readable(DataType declared, StoredColumn stored) {
        MySqlFamily family = MySqlFamily.of(stored);
        if (declared instanceof DataType.Simple simple) {
            return switch (simple.scalar()) {
                case BOOLEAN -> Set.of(MySqlFamily.WHOLE, MySqlFamily.BIT).contains(family);
                case TINYINT, SMALLINT, INT, BIGINT -> Set.of(
                                MySqlFamily.WHOLE, MySqlFamily.DECIMAL, MySqlFamily.BIT, MySqlFamily.YEAR)
                        .contains(family);
                case INTERVAL_MONTH, INTERVAL_MICROSECOND -> family == MySqlFamily.WHOLE;
                case FLOAT, DOUBLE -> Set.of(MySqlFamily.APPROXIMATE, MySqlFamily.WHOLE, MySqlFamily.DECIMAL)
                        .contains(family);
                case DATE -> Set.of(MySqlFamily.DATE, MySqlFamily.DATETIME).contains(family);
                case NULL -> false;
            };
        }
        if (declared instanceof DataType.Decimal) {
            return Set.of(MySqlFamily.WHOLE, MySqlFamily.DECIMAL, MySqlFamily.BIT)
                    .contains(family);
        }
        if (declared instanceof DataType.Text) {
            return family != MySqlFamily.OTHER;
        }
        if (declared instanceof DataType.Binary) {
            return Set.of(MySqlFamily.BYTES, MySqlFamily.BIT, MySqlFamily.TEXT, MySqlFamily.OTHER)
                    .contains(family);
        }
        if (declared instanceof DataType.Temporal temporal) {
            return switch (temporal.temporal()) {
                case TIME -> family == MySqlFamily.TIME;
                case TIMESTAMP -> Set.of(MySqlFamily.DATETIME, MySqlFamily.TIMESTAMP, MySqlFamily.DATE)
                        .contains(family);
                case TIMESTAMP_LTZ -> Set.of(MySqlFamily.DATETIME, MySqlFamily.TIMESTAMP)
                        .contains(family);
            };
        }
        return family == MySqlFamily.JSON || family == MySqlFamily.TEXT;
    }

    /**
     * Why the stored column cannot take every value of the declared type, or null where it can. A STRING or BYTES without a
     * length goes into any text or bytes, and a signed number into an unsigned one of its size: what does not fit is refused row
     * by row.
     */
    static @Nullable String unwritable(DataType declared, StoredColumn stored) {
        MySqlFamily family = MySqlFamily.of(stored);
        if (!readable(declared, stored)) {
            return "holds other values";
        }
        if (declared instanceof DataType.Simple simple) {
            return unwritable(simple.scalar(), family, stored);
        }
        if (declared instanceof DataType.Decimal decimal) {
            int digits = decimal.precision() - decimal.scale();
            return switch (family) {
                case DECIMAL -> stored.scale() >= decimal.scale() && stored.precision() - stored.scale() >= digits
                        ? null
                        : "has too few digits";
                case WHOLE -> decimal.scale() == 0 && digits <= wholeDigits(stored) ? null : "has too few digits";
                case BIT -> decimal.scale() == 0 && stored.precision() == 64 ? null : "has too few bits";
                default -> "holds other values";
            };
        }
        if (declared instanceof DataType.Text text) {
            return switch (family) {
                case TEXT -> text.length() == DataType.MAX_LENGTH
                                || text.length() <= stored.length()
                                || isBlobLike(stored)
                        ? null
                        : "is shorter";
                case LABELS, JSON, TIME -> null;
                default -> "holds other values";
            };
        }
        if (declared instanceof DataType.Binary binary) {
            if (family != MySqlFamily.BYTES) {
                return "holds other values";
            }
            if (stored.type().equals("binary")) {
                return binary.fixed() && binary.length() == stored.length() ? null : "is padded to its length";
            }
            return binary.length() == DataType.MAX_LENGTH || binary.length() <= stored.length() ? null : "is shorter";
        }
        if (declared instanceof DataType.Temporal temporal) {
            if (family == MySqlFamily.DATE) {
                return "has no time of day";
            }
            return temporal.precision() <= stored.fraction()
                    ? null
                    : "rounds to " + stored.fraction() + " digits of a second";
        }
        return null;
    }

    private static @Nullable String unwritable(Scalar scalar, MySqlFamily family, StoredColumn stored) {
        return switch (scalar) {
            case BOOLEAN -> null;
            case TINYINT, SMALLINT, INT, BIGINT, INTERVAL_MONTH, INTERVAL_MICROSECOND -> switch (family) {
                case WHOLE -> bytes(scalar) <= bytes(stored) ? null : "is smaller";
                case DECIMAL -> stored.precision() - stored.scale() >= digits(scalar) ? null : "has too few digits";
                case BIT -> stored.precision() >= 8 * bytes(scalar) - 1 ? null : "has too few bits";
                case YEAR -> null;
                default -> "holds other values";
            };
            case FLOAT -> family == MySqlFamily.APPROXIMATE && stored.scale() < 0 ? null : "rounds";
            case DOUBLE -> stored.type().equals("double") && stored.scale() < 0 ? null : "rounds";
            case DATE, NULL -> null;
        };
    }

    /** A TEXT has a length in bytes of some characters: what does not fit is refused row by row. */
    private static boolean isBlobLike(StoredColumn stored) {
        return stored.type().endsWith("text") && !stored.type().equals("tinytext");
    }

    private static int bytes(Scalar scalar) {
        return switch (scalar) {
            case TINYINT -> 1;
            case SMALLINT -> 2;
            case INT -> 4;
            case BIGINT, INTERVAL_MONTH, INTERVAL_MICROSECOND, BOOLEAN, FLOAT, DOUBLE, DATE, NULL -> 8;
        };
    }

    private static int digits(Scalar scalar) {
        return switch (scalar) {
            case TINYINT -> 3;
            case SMALLINT -> 5;
            case INT -> 10;
            case BIGINT, INTERVAL_MONTH, INTERVAL_MICROSECOND, BOOLEAN, FLOAT, DOUBLE, DATE, NULL -> 19;
        };
    }

    /** Of the declared type that goes with a stored one: the next larger for MEDIUMINT, and for what has no sign. */
    private static int bytes(StoredColumn stored) {
        int bytes =
                switch (stored.type()) {
                    case "tinyint" -> 1;
                    case "smallint" -> 2;
                    case "mediumint", "int" -> 4;
                    default -> 8;
                };
        return stored.unsigned() && !stored.type().equals("mediumint") ? 2 * bytes : bytes;
    }

    /** Digits that every number of them has place in; BIGINT UNSIGNED is said to have its 20. */
    private static int wholeDigits(StoredColumn stored) {
        return switch (stored.type()) {
            case "tinyint" -> 2;
            case "smallint" -> 4;
            case "mediumint" -> stored.unsigned() ? 7 : 6;
            case "int" -> 9;
            default -> stored.unsigned() ? 20 : 18;
        };
    }
}

package io.alluvium.runtime.expression;

import io.alluvium.core.type.DataType;

/** Digits and scales of number types, and conversions of written values that cannot fail. */
final class Numbers {
    private Numbers() {}

    /** Digits that a value of an exact number type can have. */
    static int precision(DataType type) {
        if (type instanceof DataType.Decimal decimal) {
            return decimal.precision();
        }
        if (type instanceof DataType.Simple simple) {
            return switch (simple.scalar()) {
                case BOOLEAN, NULL -> 1;
                case TINYINT -> 3;
                case SMALLINT -> 5;
                case INT -> 10;
                case BIGINT, FLOAT, DOUBLE, DATE, INTERVAL_MONTH, INTERVAL_MICROSECOND -> 19;
            };
        }
        return 19;
    }

    static int scale(DataType type) {
        return type instanceof DataType.Decimal decimal ? decimal.scale() : 0;
    }

    static boolean isExact(DataType type) {
        return type.isInteger() || type instanceof DataType.Decimal;
    }

    static boolean isNumber(DataType type) {
        return isExact(type) || type.isApproximate();
    }

    /** A Java expression for the value as a double. */
    static String asDouble(Value value) {
        if (value.form() == Form.DOUBLE) {
            return value.first();
        }
        int scale = scale(value.type());
        if (value.form() == Form.LONG && scale == 0) {
            return "((double) " + value.first() + ")";
        }
        return "io.alluvium.runtime.expression.WideMath.toDouble(" + value.halves() + ", " + scale + ")";
    }
}

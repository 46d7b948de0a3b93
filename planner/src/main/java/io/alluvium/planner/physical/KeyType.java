package io.alluvium.planner.physical;

import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Scalar;
import io.alluvium.core.type.DataType.TemporalKind;
import io.alluvium.planner.bind.CommonTypes;
import org.jspecify.annotations.Nullable;

/**
 * The type in which a join looks for equal values of two types: values that are equal in a comparison are one value of it.
 *
 * @param tellsApart values that are not equal are not one value of it; else the comparison must be checked for each pair
 */
record KeyType(DataType type, boolean tellsApart) {
    private static final int MICROSECONDS = 6;

    /** Null where pairs can only be compared one by one. */
    static @Nullable KeyType of(DataType a, DataType b) {
        if (sameForm(a, b)) {
            return new KeyType(a, true);
        }
        if (a.isApproximate() || b.isApproximate()) {
            return ofApproximate(a, b);
        }
        if (CommonTypes.asDecimal(a) instanceof DataType.Decimal x
                && CommonTypes.asDecimal(b) instanceof DataType.Decimal y) {
            return ofDecimals(x, y);
        }
        if (a instanceof DataType.Temporal x && b instanceof DataType.Temporal y) {
            boolean time = x.temporal() == TemporalKind.TIME || y.temporal() == TemporalKind.TIME;
            return time ? null : new KeyType(DataType.timestampLtz(MICROSECONDS), true);
        }
        DataType common = CommonTypes.of(a, b);
        return common == null ? null : new KeyType(common, true);
    }

    /** A BIGINT has more digits than a DOUBLE; a DECIMAL is not compared with one for equality. */
    private static @Nullable KeyType ofApproximate(DataType a, DataType b) {
        DataType exact = a.isApproximate() ? b : a;
        return exact.isInteger() ? new KeyType(DataType.doubles(), !exact.is(Scalar.BIGINT)) : null;
    }

    /** Where both do not fit into 38 digits, those behind the point are rounded: no value is too great then. */
    private static KeyType ofDecimals(DataType.Decimal a, DataType.Decimal b) {
        int scale = Math.max(a.scale(), b.scale());
        int whole = Math.max(a.precision() - a.scale(), b.precision() - b.scale());
        int kept = Math.min(scale, DataType.MAX_DECIMAL_PRECISION - whole);
        return new KeyType(DataType.decimal(whole + kept, kept), kept == scale);
    }

    /** True where equal values of both types are held in equal bytes, and others are not. */
    static boolean sameForm(DataType a, DataType b) {
        if (a instanceof DataType.Decimal x && b instanceof DataType.Decimal y) {
            return x.scale() == y.scale() && x.kind() == y.kind();
        }
        return (a.isInteger() && b.isInteger())
                || (a.isApproximate() && b.isApproximate())
                || (a instanceof DataType.Text && b instanceof DataType.Text)
                || (a instanceof DataType.Binary && b instanceof DataType.Binary)
                || (a instanceof DataType.Temporal x
                        && b instanceof DataType.Temporal y
                        && x.temporal() == y.temporal())
                || a.sql().equals(b.sql());
    }
}

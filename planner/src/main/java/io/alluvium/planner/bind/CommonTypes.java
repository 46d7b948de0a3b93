package io.alluvium.planner.bind;

import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Scalar;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The type that values of two types share, and which conversions need no CAST. */
public final class CommonTypes {
    private static final List<Scalar> INTEGERS = List.of(Scalar.TINYINT, Scalar.SMALLINT, Scalar.INT, Scalar.BIGINT);
    private static final int[] DIGITS = {3, 5, 10, 19};
    private static final int DATE_CHARACTERS = 10;

    private CommonTypes() {}

    /**
     * The common type of two, nullable where one is, or null where there is none. DECIMALs that need more than 38 digits keep those
     * behind the point: a value with too many before it fails, where a rounded one would be another.
     */
    public static @Nullable DataType of(DataType a, DataType b) {
        boolean nullable = a.nullable() || b.nullable();
        DataType common = notNull(a, b);
        return common == null ? null : common.withNullable(nullable);
    }

    private static @Nullable DataType notNull(DataType a, DataType b) {
        if (a.sql().equals(b.sql()) || b.is(Scalar.NULL)) {
            return a;
        }
        if (a.is(Scalar.NULL)) {
            return b;
        }
        if (a.isInteger() && b.isInteger()) {
            return rank(a) >= rank(b) ? a : b;
        }
        if (a.isApproximate() || b.isApproximate()) {
            boolean numbers = isNumber(a) && isNumber(b);
            boolean single = a.is(Scalar.FLOAT) && b.is(Scalar.FLOAT);
            return numbers ? DataType.of(single ? Scalar.FLOAT : Scalar.DOUBLE) : null;
        }
        if (asDecimal(a) instanceof DataType.Decimal x && asDecimal(b) instanceof DataType.Decimal y) {
            int scale = Math.max(x.scale(), y.scale());
            int whole = Math.max(x.precision() - x.scale(), y.precision() - y.scale());
            return DataType.decimal(Math.min(DataType.MAX_DECIMAL_PRECISION, whole + scale), scale);
        }
        if (a instanceof DataType.Text x && b instanceof DataType.Text y) {
            return new DataType.Text(Math.max(x.length(), y.length()), false, true);
        }
        if (a instanceof DataType.Binary x && b instanceof DataType.Binary y) {
            return new DataType.Binary(Math.max(x.length(), y.length()), false, true);
        }
        if (a instanceof DataType.Temporal x && b instanceof DataType.Temporal y && x.temporal() == y.temporal()) {
            return x.precision() >= y.precision() ? x : y;
        }
        if (a.is(Scalar.DATE) && b instanceof DataType.Temporal y) {
            return y.temporal() == DataType.TemporalKind.TIME ? null : y;
        }
        return b.is(Scalar.DATE) && a instanceof DataType.Temporal ? notNull(b, a) : null;
    }

    /** An exact number as DECIMAL, or null for other types. */
    public static @Nullable DataType asDecimal(DataType type) {
        if (type instanceof DataType.Decimal) {
            return type;
        }
        return type.isInteger() ? new DataType.Decimal(DIGITS[rank(type)], 0, type.nullable()) : null;
    }

    /**
     * True where a query's column may go into a target's column without a CAST. Digits before a DECIMAL's point, a text or bytes
     * that are too long are an error of the row ({@link #mayBeTooLong}); fraction digits of a number are rounded and those of a
     * second dropped, as CAST does.
     */
    public static boolean assignable(DataType from, DataType to) {
        if (from.is(Scalar.NULL) || from.withNullable(true).equals(to.withNullable(true))) {
            return true;
        }
        if (from.isInteger()) {
            return to.isInteger() ? rank(from) <= rank(to) : to instanceof DataType.Decimal || to.isApproximate();
        }
        if (from instanceof DataType.Decimal) {
            return to instanceof DataType.Decimal || to.isApproximate();
        }
        if (from.is(Scalar.FLOAT)) {
            return to.is(Scalar.DOUBLE);
        }
        if (from instanceof DataType.Text) {
            return to instanceof DataType.Text;
        }
        if (from instanceof DataType.Binary) {
            return to instanceof DataType.Binary;
        }
        if (from.is(Scalar.DATE)) {
            return to instanceof DataType.Temporal temporal && temporal.temporal() != DataType.TemporalKind.TIME;
        }
        if (from instanceof DataType.Temporal x && to instanceof DataType.Temporal y) {
            return (x.temporal() == DataType.TemporalKind.TIME) == (y.temporal() == DataType.TemporalKind.TIME);
        }
        return sameShape(from, to);
    }

    /** True where values of a type, or parts of them, may be longer than another type that they are assignable to. */
    public static boolean mayBeTooLong(DataType from, DataType to) {
        if (from instanceof DataType.Text x && to instanceof DataType.Text y) {
            return x.length() > y.length();
        }
        if (from instanceof DataType.Binary x && to instanceof DataType.Binary y) {
            return x.length() > y.length();
        }
        if (from instanceof DataType.Array x && to instanceof DataType.Array y) {
            return mayBeTooLong(x.element(), y.element());
        }
        if (from instanceof DataType.MapOf x && to instanceof DataType.MapOf y) {
            return mayBeTooLong(x.key(), y.key()) || mayBeTooLong(x.value(), y.value());
        }
        if (from instanceof DataType.Row x && to instanceof DataType.Row y) {
            for (int i = 0; i < x.fields().size(); i++) {
                if (mayBeTooLong(x.fields().get(i).type(), y.fields().get(i).type())) {
                    return true;
                }
            }
        }
        return false;
    }

    /** True where an assignment to a column gives different values for different ones: also where too long a text fails. */
    public static boolean assignmentKeepsDifferences(DataType from, DataType to) {
        boolean texts = from instanceof DataType.Text && to instanceof DataType.Text text && !text.fixed();
        return texts || keepsDifferences(from, to);
    }

    /**
     * True where a CAST gives different values for different ones, or fails: a number, date or text that is cut to a shorter text
     * does not, nor one that loses fraction digits.
     */
    public static boolean keepsDifferences(DataType from, DataType to) {
        if (to instanceof DataType.Text text) {
            return text.length() >= longestText(from) && !(text.fixed() && from instanceof DataType.Text);
        }
        if (from.isInteger()) {
            // A value that does not fit fails; it never becomes another one.
            return to.isInteger() || to instanceof DataType.Decimal;
        }
        if (from instanceof DataType.Decimal x) {
            return to instanceof DataType.Decimal y && y.scale() >= x.scale();
        }
        if (from instanceof DataType.Temporal x) {
            return to instanceof DataType.Temporal y && y.temporal() == x.temporal() && y.precision() >= x.precision();
        }
        // A TIMESTAMP_LTZ has no midnight of a day that a zone left out.
        return from.is(Scalar.DATE)
                && to instanceof DataType.Temporal y
                && y.temporal() == DataType.TemporalKind.TIMESTAMP;
    }

    /** Characters of the longest text that values of a type have; more than any type has where texts do not tell values apart. */
    private static long longestText(DataType from) {
        if (from.isInteger()) {
            return DIGITS[rank(from)] + 1;
        }
        if (from instanceof DataType.Decimal decimal) {
            // sign, point, and a zero before the point
            return decimal.precision() + 3;
        }
        if (from.is(Scalar.DATE)) {
            return DATE_CHARACTERS;
        }
        return from instanceof DataType.Text text ? text.length() : Long.MAX_VALUE;
    }

    /** True where CAST knows a way from one type to the other. */
    public static boolean castable(DataType from, DataType to) {
        if (assignable(from, to) || to instanceof DataType.Text) {
            return true;
        }
        if (from instanceof DataType.Text) {
            return isPlain(to) || to instanceof DataType.Binary;
        }
        boolean numbers = isNumber(from) && isNumber(to);
        boolean truth = (from.is(Scalar.BOOLEAN) && isNumber(to)) || (from.isInteger() && to.is(Scalar.BOOLEAN));
        boolean times = isTime(from) && isTime(to);
        return numbers || truth || times || castableInside(from, to);
    }

    private static boolean isTime(DataType type) {
        return type instanceof DataType.Temporal || type.is(Scalar.DATE);
    }

    private static boolean castableInside(DataType from, DataType to) {
        if (from instanceof DataType.Array x && to instanceof DataType.Array y) {
            return castable(x.element(), y.element());
        }
        if (from instanceof DataType.MapOf x && to instanceof DataType.MapOf y) {
            return castable(x.key(), y.key()) && castable(x.value(), y.value());
        }
        if (from instanceof DataType.Row x && to instanceof DataType.Row y) {
            boolean fits = x.fields().size() == y.fields().size();
            for (int i = 0; fits && i < x.fields().size(); i++) {
                fits = castable(x.fields().get(i).type(), y.fields().get(i).type());
            }
            return fits;
        }
        return false;
    }

    private static boolean isPlain(DataType type) {
        return type instanceof DataType.Simple
                || type instanceof DataType.Decimal
                || type instanceof DataType.Text
                || type instanceof DataType.Temporal;
    }

    private static boolean sameShape(DataType from, DataType to) {
        if (from instanceof DataType.Array x && to instanceof DataType.Array y) {
            return assignable(x.element(), y.element());
        }
        if (from instanceof DataType.MapOf x && to instanceof DataType.MapOf y) {
            return assignable(x.key(), y.key()) && assignable(x.value(), y.value());
        }
        if (from instanceof DataType.Row x && to instanceof DataType.Row y) {
            if (x.fields().size() != y.fields().size()) {
                return false;
            }
            for (int i = 0; i < x.fields().size(); i++) {
                if (!assignable(x.fields().get(i).type(), y.fields().get(i).type())) {
                    return false;
                }
            }
            return true;
        }
        return false;
    }

    private static boolean isNumber(DataType type) {
        return type.isApproximate() || asDecimal(type) != null;
    }

    private static int rank(DataType type) {
        return type instanceof DataType.Simple simple ? INTEGERS.indexOf(simple.scalar()) : -1;
    }
}

package io.alluvium.server.session;

import io.alluvium.core.plan.PlanNode.SortKey;
import io.alluvium.core.row.Int128;
import io.alluvium.core.row.RowHash;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Orders the rows of a result as its query's ORDER BY says; rows that are equal by it are ordered by all their values. */
final class RowOrder implements Comparator<@Nullable Object[]> {
    private final List<SortKey> keys;

    RowOrder(List<SortKey> keys) {
        this.keys = keys;
    }

    @Override
    public int compare(@Nullable Object[] a, @Nullable Object[] b) {
        for (SortKey key : keys) {
            Object left = a[key.column()];
            Object right = b[key.column()];
            int order = compareNulls(left, right, key.nullsFirst());
            if (left != null && right != null) {
                order = key.descending() ? values(right, left) : values(left, right);
            }
            if (order != 0) {
                return order;
            }
        }
        for (int i = 0; i < a.length; i++) {
            Object left = a[i];
            Object right = b[i];
            int order = left == null || right == null ? compareNulls(left, right, true) : values(left, right);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static int compareNulls(@Nullable Object a, @Nullable Object b, boolean nullsFirst) {
        if ((a == null) == (b == null)) {
            return 0;
        }
        return (a == null) == nullsFirst ? -1 : 1;
    }

    private static int values(Object a, Object b) {
        if (a instanceof Long left) {
            return Long.compare(left, (Long) b);
        }
        if (a instanceof Double left) {
            double right = (Double) b;
            return RowHash.canonicalBits(left) == RowHash.canonicalBits(right) ? 0 : Double.compare(left, right);
        }
        if (a instanceof Int128 left) {
            return left.compareTo((Int128) b);
        }
        return Arrays.compareUnsigned((byte[]) a, (byte[]) b);
    }
}

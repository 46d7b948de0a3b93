package io.alluvium.runtime.operator;

import io.alluvium.core.row.Column;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.Schema;
import io.alluvium.runtime.state.LongCells;
import io.alluvium.runtime.state.RowMultiset;
import java.util.Arrays;

/**
 * Keeps, for each row of one input of a join with a residual condition, how many distinct rows of the other input match it with
 * a multiplicity above zero. Counts change at the end of an epoch only, by what the epoch changed.
 */
final class MatchCounts {
    private static final int SIZE = RowBatch.TARGET_ROWS;

    private final Schema pairSchema;
    private final JoinResidual residual;
    private final boolean ownIsLeft;
    private final RowMultiset own;
    private final RowMultiset other;
    private final LongCells unmatched;
    private final RowDecoder decoder = new RowDecoder();
    private final long[] ownHandles = new long[SIZE];
    private final long[] otherHandles = new long[SIZE];
    private final long[] deltas = new long[SIZE];
    private final int[] selected = new int[SIZE];
    private int count;

    MatchCounts(
            Schema pairSchema,
            JoinResidual residual,
            boolean ownIsLeft,
            RowMultiset own,
            RowMultiset other,
            LongCells unmatched) {
        this.pairSchema = pairSchema;
        this.residual = residual;
        this.ownIsLeft = ownIsLeft;
        this.own = own;
        this.other = other;
        this.unmatched = unmatched;
    }

    void update() {
        int arrived = own.touchedCount();
        for (int i = 0; i < other.touchedCount(); i++) {
            long handle = other.touchedHandle(i);
            boolean before = other.weightBefore(handle) > 0;
            boolean now = other.weight(handle) > 0;
            if (before != now && unmatched.get(other.keySlot(handle)) == 0) {
                long row = own.first(other.keySlot(handle));
                for (; row != 0; row = own.next(row)) {
                    if (own.isCounted(row)) {
                        add(row, handle, now ? 1 : -1);
                    }
                }
            }
        }
        flush();
        for (int i = 0; i < arrived; i++) {
            long handle = own.touchedHandle(i);
            if (own.isCounted(handle)) {
                continue;
            }
            own.setCounted(handle);
            if (unmatched.get(own.keySlot(handle)) != 0) {
                continue;
            }
            long row = other.first(own.keySlot(handle));
            for (; row != 0; row = other.next(row)) {
                if (other.weight(row) > 0) {
                    add(handle, row, 1);
                }
            }
        }
        flush();
    }

    private void add(long ownHandle, long otherHandle, long delta) {
        if (count == SIZE) {
            flush();
        }
        ownHandles[count] = ownHandle;
        otherHandles[count] = otherHandle;
        deltas[count++] = delta;
    }

    private void flush() {
        if (count == 0) {
            return;
        }
        Column[] ownColumns = decoder.decode(own, ownHandles, count);
        Column[] otherColumns = decoder.decode(other, otherHandles, count);
        Column[] first = ownIsLeft ? ownColumns : otherColumns;
        Column[] second = ownIsLeft ? otherColumns : ownColumns;
        Column[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        int kept = residual.select(new RowBatch(pairSchema, Arrays.asList(all), count, null), selected);
        for (int i = 0; i < kept; i++) {
            own.addMatches(ownHandles[selected[i]], deltas[selected[i]]);
        }
        count = 0;
    }
}

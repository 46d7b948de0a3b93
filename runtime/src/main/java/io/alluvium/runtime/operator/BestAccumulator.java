package io.alluvium.runtime.operator;

import io.alluvium.core.row.BytesColumn;
import io.alluvium.core.row.ColumnBuilder;
import io.alluvium.core.row.Int128Column;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowHash;
import io.alluvium.core.type.ColumnKind;
import io.alluvium.runtime.state.BytesCells;
import io.alluvium.runtime.state.KeyedTable;
import io.alluvium.runtime.state.LongCells;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The least or greatest value of insert-only input: one value a group, no multiset. A group begins with the value that loses
 * against all; whether there was any is known from the count of the argument.
 */
final class BestAccumulator implements Accumulator {
    private final int argument;
    private final ColumnKind kind;
    private final boolean greatest;
    private final LongCells values;
    private final LongCells highs;
    private final BytesCells texts;

    BestAccumulator(KeyedTable groups, int argument, ColumnKind kind, boolean greatest) {
        this.argument = argument;
        this.kind = kind;
        this.greatest = greatest;
        this.values = kind == ColumnKind.BYTES ? groups.addTransientLongs() : groups.addLongs();
        this.highs = kind == ColumnKind.INT128 ? groups.addLongs() : values;
        this.texts = groups.addBytes();
    }

    @Override
    public void begin(int slot) {
        switch (kind) {
            case LONG -> values.set(slot, greatest ? Long.MIN_VALUE : Long.MAX_VALUE);
            case DOUBLE -> values.set(slot, Double.doubleToLongBits(greatest ? Double.NEGATIVE_INFINITY : Double.NaN));
            case INT128 -> {
                values.set(slot, greatest ? 0 : -1);
                highs.set(slot, greatest ? Long.MIN_VALUE : Long.MAX_VALUE);
            }
            case BYTES -> texts.clear(slot);
        }
    }

    /** Appends the value of a group that had one. */
    void append(int slot, ColumnBuilder target) {
        switch (kind) {
            case LONG -> target.appendLong(values.get(slot));
            case DOUBLE -> target.appendDouble(Double.longBitsToDouble(values.get(slot)));
            case INT128 -> target.appendInt128(highs.get(slot), values.get(slot));
            case BYTES -> texts.append(slot, target);
        }
    }

    @Override
    public void fold(RowBatch batch, int[] slots, long[] weights) {
        boolean[] nulls = batch.column(argument).nulls();
        int size = batch.size();
        if (kind == ColumnKind.LONG) {
            foldLongs(batch.longs(argument).values(), nulls, slots, weights, size);
            return;
        }
        for (int row = 0; row < size; row++) {
            if (weights[row] == 0 || nulls != null && nulls[row]) {
                continue;
            }
            if (kind == ColumnKind.DOUBLE) {
                foldDouble(slots[row], batch.doubles(argument).values()[row]);
            } else if (kind == ColumnKind.INT128) {
                foldInt128(slots[row], batch.int128s(argument), row);
            } else {
                foldBytes(slots[row], batch.bytes(argument), row);
            }
        }
    }

    private void foldLongs(long[] column, boolean @Nullable [] nulls, int[] slots, long[] weights, int size) {
        for (int row = 0; row < size; row++) {
            if (weights[row] == 0 || nulls != null && nulls[row]) {
                continue;
            }
            long value = column[row];
            long best = values.get(slots[row]);
            if (greatest ? value > best : value < best) {
                values.set(slots[row], value);
            }
        }
    }

    private void foldDouble(int slot, double value) {
        int order = Double.compare(
                Double.longBitsToDouble(RowHash.canonicalBits(value)), Double.longBitsToDouble(values.get(slot)));
        if (greatest ? order > 0 : order < 0) {
            values.set(slot, RowHash.canonicalBits(value));
        }
    }

    private void foldInt128(int slot, Int128Column column, int row) {
        int order = Long.compare(column.high()[row], highs.get(slot));
        if (order == 0) {
            order = Long.compareUnsigned(column.low()[row], values.get(slot));
        }
        if (greatest ? order > 0 : order < 0) {
            highs.set(slot, column.high()[row]);
            values.set(slot, column.low()[row]);
        }
    }

    private void foldBytes(int slot, BytesColumn column, int row) {
        int start = column.starts()[row];
        int length = column.lengths()[row];
        if (texts.isSet(slot)) {
            int bestStart = texts.start(slot);
            int order = Arrays.compareUnsigned(
                    column.data(), start, start + length, texts.page(slot), bestStart, bestStart + texts.length(slot));
            if (greatest ? order <= 0 : order >= 0) {
                return;
            }
        }
        texts.set(slot, column.data(), start, length);
    }

    /** The input has no removals; a group that began never is zero again but by being dropped. */
    @Override
    public boolean isZero(int slot) {
        return true;
    }
}

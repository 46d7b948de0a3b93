package io.alluvium.runtime.state;

import io.alluvium.core.row.BytesColumn;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.ColumnBuilder;
import io.alluvium.core.row.DoubleColumn;
import io.alluvium.core.row.Int128Column;
import io.alluvium.core.row.LongColumn;
import io.alluvium.core.row.RowCodec;
import io.alluvium.core.row.RowHash;
import io.alluvium.core.type.ColumnKind;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Keys a column at a time: a long cell (two for 128 bits), or a record of bytes. Null marks are held only once one was seen. */
class ColumnKeys extends KeyStore {
    private final ColumnKind[] kinds;
    private final RowCodec codec;
    final LongCells[] cells;
    private final LongCells[] highs;
    final BytesCells[] texts;
    private final ByteArena arena = new ByteArena();
    private @Nullable LongCells nulls;
    private int ensured;

    private Column[] bound = {};
    private boolean boundHasNulls;
    final long[][] longs;

    ColumnKeys(ColumnKind... kinds) {
        this.kinds = kinds.clone();
        this.codec = new RowCodec(kinds);
        this.cells = new LongCells[kinds.length];
        this.highs = new LongCells[kinds.length];
        this.texts = new BytesCells[kinds.length];
        this.longs = new long[kinds.length][];
        for (int i = 0; i < kinds.length; i++) {
            cells[i] = new LongCells();
            highs[i] = new LongCells();
            texts[i] = new BytesCells(arena);
        }
    }

    @Override
    final void bind(Column[] keys, int size) {
        bound = keys;
        boundHasNulls = false;
        for (int i = 0; i < keys.length; i++) {
            boundHasNulls |= keys[i].nulls() != null;
            if (keys[i] instanceof LongColumn column) {
                longs[i] = column.values();
            }
        }
    }

    final Column bound(int column) {
        return bound[column];
    }

    /** No NULL is among the stored keys nor in the bound batch. */
    final boolean plain() {
        return nulls == null && !boundHasNulls;
    }

    @Override
    boolean equal(int slot, int row) {
        long slotNulls = nulls == null ? 0 : nulls.get(slot);
        for (int i = 0; i < kinds.length; i++) {
            boolean isNull = bound[i].isNull(row);
            if (isNull != ((slotNulls >>> i & 1) != 0)) {
                return false;
            }
            if (!isNull && !equal(slot, row, i)) {
                return false;
            }
        }
        return true;
    }

    private boolean equal(int slot, int row, int column) {
        return switch (kinds[column]) {
            case LONG -> cells[column].get(slot) == longs[column][row];
            case DOUBLE -> cells[column].get(slot)
                    == RowHash.canonicalBits(((DoubleColumn) bound[column]).values()[row]);
            case INT128 -> {
                Int128Column wide = (Int128Column) bound[column];
                yield cells[column].get(slot) == wide.low()[row] && highs[column].get(slot) == wide.high()[row];
            }
            case BYTES -> equalBytes(slot, row, column);
        };
    }

    final boolean equalBytes(int slot, int row, int column) {
        BytesColumn values = (BytesColumn) bound[column];
        BytesCells stored = texts[column];
        int length = values.lengths()[row];
        if (stored.length(slot) != length) {
            return false;
        }
        int start = stored.start(slot);
        int from = values.starts()[row];
        return Arrays.equals(stored.page(slot), start, start + length, values.data(), from, from + length);
    }

    @Override
    final void store(int slot, int row) {
        if (!plain()) {
            storeNulls(slot, row);
        }
        for (int i = 0; i < kinds.length; i++) {
            Column column = bound[i];
            if (column.isNull(row)) {
                continue;
            }
            switch (kinds[i]) {
                case LONG -> cells[i].set(slot, longs[i][row]);
                case DOUBLE -> cells[i].set(slot, RowHash.canonicalBits(((DoubleColumn) column).values()[row]));
                case INT128 -> {
                    Int128Column wide = (Int128Column) column;
                    cells[i].set(slot, wide.low()[row]);
                    highs[i].set(slot, wide.high()[row]);
                }
                case BYTES -> {
                    BytesColumn values = (BytesColumn) column;
                    texts[i].set(slot, values.data(), values.starts()[row], values.lengths()[row]);
                }
            }
        }
    }

    private void storeNulls(int slot, int row) {
        long bits = 0;
        for (int i = 0; i < kinds.length; i++) {
            if (bound[i].isNull(row)) {
                bits |= 1L << i;
            }
        }
        if (bits != 0 && nulls == null) {
            nulls = new LongCells();
            nulls.ensure(ensured);
        }
        if (nulls != null) {
            nulls.set(slot, bits);
        }
    }

    @Override
    final void free(int slot) {
        for (int i = 0; i < kinds.length; i++) {
            if (kinds[i] == ColumnKind.BYTES) {
                texts[i].clear(slot);
            }
        }
    }

    @Override
    final void ensure(int slots) {
        ensured = slots;
        for (int i = 0; i < kinds.length; i++) {
            if (kinds[i] == ColumnKind.BYTES) {
                texts[i].ensure(slots);
            }
            cells[i].ensure(kinds[i] == ColumnKind.BYTES ? 0 : slots);
            highs[i].ensure(kinds[i] == ColumnKind.INT128 ? slots : 0);
        }
        if (nulls != null) {
            nulls.ensure(slots);
        }
    }

    @Override
    final boolean isNull(int slot, int column) {
        return nulls != null && (nulls.get(slot) >>> column & 1) != 0;
    }

    @Override
    final long longAt(int slot, int column) {
        return cells[column].get(slot);
    }

    @Override
    final void append(int slot, int column, ColumnBuilder target) {
        if (isNull(slot, column)) {
            target.appendNull();
            return;
        }
        switch (kinds[column]) {
            case LONG -> target.appendLong(cells[column].get(slot));
            case DOUBLE -> target.appendDouble(Double.longBitsToDouble(cells[column].get(slot)));
            case INT128 -> target.appendInt128(highs[column].get(slot), cells[column].get(slot));
            case BYTES -> texts[column].append(slot, target);
        }
    }

    @Override
    final RowCodec codec() {
        return codec;
    }

    @Override
    final int encodedSize(int slot) {
        int size = codec.fixedSize();
        for (int i = 0; i < kinds.length; i++) {
            if (kinds[i] == ColumnKind.BYTES && !isNull(slot, i)) {
                size += texts[i].length(slot);
            }
        }
        return size;
    }

    @Override
    final void encode(int slot, byte[] target, int offset) {
        int variable = codec.begin(target, offset);
        for (int i = 0; i < kinds.length; i++) {
            if (isNull(slot, i)) {
                codec.putNull(target, offset, i);
                continue;
            }
            switch (kinds[i]) {
                case LONG, DOUBLE -> codec.putLong(target, offset, i, cells[i].get(slot));
                case INT128 -> codec.putInt128(target, offset, i, highs[i].get(slot), cells[i].get(slot));
                case BYTES -> {
                    BytesCells text = texts[i];
                    variable = codec.putBytes(
                            target, offset, i, variable, text.page(slot), text.start(slot), text.length(slot));
                }
            }
        }
    }

    @Override
    final int compare(int slot, int otherSlot, int column) {
        return switch (kinds[column]) {
            case LONG -> Long.compare(cells[column].get(slot), cells[column].get(otherSlot));
            case DOUBLE -> Double.compare(
                    Double.longBitsToDouble(cells[column].get(slot)),
                    Double.longBitsToDouble(cells[column].get(otherSlot)));
            case INT128 -> {
                int byHigh = Long.compare(highs[column].get(slot), highs[column].get(otherSlot));
                yield byHigh != 0
                        ? byHigh
                        : Long.compareUnsigned(cells[column].get(slot), cells[column].get(otherSlot));
            }
            case BYTES -> {
                BytesCells stored = texts[column];
                int start = stored.start(slot);
                int otherStart = stored.start(otherSlot);
                yield Arrays.compareUnsigned(
                        stored.page(slot),
                        start,
                        start + stored.length(slot),
                        stored.page(otherSlot),
                        otherStart,
                        otherStart + stored.length(otherSlot));
            }
        };
    }

    @Override
    final long bytesHeld() {
        long bytes = arena.bytesHeld() + (nulls == null ? 0 : nulls.bytesHeld());
        for (int i = 0; i < kinds.length; i++) {
            bytes += cells[i].bytesHeld() + highs[i].bytesHeld() + texts[i].bytesHeld();
        }
        return bytes;
    }
}

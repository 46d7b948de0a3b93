package io.alluvium.runtime.state;

import io.alluvium.core.row.Column;
import io.alluvium.core.row.ColumnBuilder;
import io.alluvium.core.row.Int128;
import io.alluvium.core.row.RowCodec;
import io.alluvium.core.type.ColumnKind;
import java.util.Arrays;

/** Keys as whole encoded rows: wide keys, and rows in multisets. A bound batch is encoded once, whole. */
final class EncodedKeys extends KeyStore {
    private final RowCodec codec;
    private final ByteArena arena = new ByteArena();
    private final BytesCells rows = new BytesCells(arena);

    private byte[] encoded = new byte[1024];
    private int[] starts = new int[65];

    EncodedKeys(ColumnKind... kinds) {
        this.codec = new RowCodec(kinds);
    }

    @Override
    void bind(Column[] keys, int size) {
        if (starts.length <= size) {
            starts = new int[Math.max(size + 1, starts.length * 2)];
        }
        int position = 0;
        for (int row = 0; row < size; row++) {
            starts[row] = position;
            int end = position + codec.encodedSize(keys, row);
            if (end > encoded.length) {
                encoded = Arrays.copyOf(encoded, Math.max(end, encoded.length * 2));
            }
            position = codec.encode(keys, row, encoded, position);
        }
        starts[size] = position;
    }

    @Override
    boolean equal(int slot, int row) {
        int start = rows.start(slot);
        return Arrays.equals(rows.page(slot), start, start + rows.length(slot), encoded, starts[row], starts[row + 1]);
    }

    @Override
    void store(int slot, int row) {
        rows.set(slot, encoded, starts[row], starts[row + 1] - starts[row]);
    }

    @Override
    void free(int slot) {
        rows.clear(slot);
    }

    @Override
    void ensure(int slots) {
        rows.ensure(slots);
    }

    @Override
    void append(int slot, int column, ColumnBuilder target) {
        codec.append(rows.page(slot), rows.start(slot), column, target);
    }

    @Override
    boolean isNull(int slot, int column) {
        return codec.isNull(rows.page(slot), rows.start(slot), column);
    }

    @Override
    long longAt(int slot, int column) {
        return codec.longAt(rows.page(slot), rows.start(slot), column);
    }

    @Override
    RowCodec codec() {
        return codec;
    }

    @Override
    int encodedSize(int slot) {
        return rows.length(slot);
    }

    @Override
    void encode(int slot, byte[] target, int offset) {
        System.arraycopy(rows.page(slot), rows.start(slot), target, offset, rows.length(slot));
    }

    /** The page that holds a slot's encoded row. */
    byte[] page(int slot) {
        return rows.page(slot);
    }

    int start(int slot) {
        return rows.start(slot);
    }

    @Override
    int compare(int slot, int otherSlot, int column) {
        return compare(codec, rows.page(slot), rows.start(slot), rows.page(otherSlot), rows.start(otherSlot), column);
    }

    /** Orders two encoded rows by a column that is NULL in neither. */
    static int compare(RowCodec codec, byte[] page, int start, byte[] otherPage, int otherStart, int column) {
        return switch (codec.kind(column)) {
            case LONG -> Long.compare(codec.longAt(page, start, column), codec.longAt(otherPage, otherStart, column));
            case DOUBLE -> Double.compare(
                    codec.doubleAt(page, start, column), codec.doubleAt(otherPage, otherStart, column));
            case INT128 -> new Int128(codec.int128HighAt(page, start, column), codec.int128LowAt(page, start, column))
                    .compareTo(new Int128(
                            codec.int128HighAt(otherPage, otherStart, column),
                            codec.int128LowAt(otherPage, otherStart, column)));
            case BYTES -> {
                int from = codec.bytesStart(page, start, column);
                int otherFrom = codec.bytesStart(otherPage, otherStart, column);
                yield Arrays.compareUnsigned(
                        page,
                        from,
                        from + codec.bytesLength(page, start, column),
                        otherPage,
                        otherFrom,
                        otherFrom + codec.bytesLength(otherPage, otherStart, column));
            }
        };
    }

    @Override
    long bytesHeld() {
        return arena.bytesHeld() + rows.bytesHeld();
    }
}

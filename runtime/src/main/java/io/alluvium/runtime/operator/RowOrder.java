package io.alluvium.runtime.operator;

import io.alluvium.core.plan.PlanNode.SortKey;
import io.alluvium.core.row.BytesColumn;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.DoubleColumn;
import io.alluvium.core.row.Int128Column;
import io.alluvium.core.row.LongColumn;
import io.alluvium.core.row.RowCodec;
import io.alluvium.core.row.RowHash;
import java.util.Arrays;
import java.util.List;

/** ORDER BY over encoded rows; what it leaves open, the rows' canonical bytes decide, ascending. NaN is above all numbers. */
final class RowOrder {
    private final RowCodec codec;
    private final SortKey[] keys;
    private byte[] scratch = new byte[256];

    RowOrder(RowCodec codec, List<SortKey> keys) {
        this.codec = codec;
        this.keys = keys.toArray(SortKey[]::new);
    }

    /** Orders two encoded rows. */
    int compare(byte[] page, int start, byte[] otherPage, int otherStart) {
        for (SortKey key : keys) {
            int column = key.column();
            boolean isNull = codec.isNull(page, start, column);
            boolean otherNull = codec.isNull(otherPage, otherStart, column);
            int order = isNull || otherNull
                    ? nullOrder(key, isNull, otherNull)
                    : direction(key, compareValues(page, start, otherPage, otherStart, column));
            if (order != 0) {
                return order;
            }
        }
        return Arrays.compareUnsigned(
                page,
                start,
                start + codec.sizeAt(page, start),
                otherPage,
                otherStart,
                otherStart + codec.sizeAt(otherPage, otherStart));
    }

    /** Orders a row of a batch against an encoded row. */
    int compare(Column[] columns, int row, byte[] otherPage, int otherStart) {
        for (SortKey key : keys) {
            int column = key.column();
            boolean isNull = columns[column].isNull(row);
            boolean otherNull = codec.isNull(otherPage, otherStart, column);
            int order = isNull || otherNull
                    ? nullOrder(key, isNull, otherNull)
                    : direction(key, compareValues(columns[column], row, otherPage, otherStart, column));
            if (order != 0) {
                return order;
            }
        }
        int size = codec.encodedSize(columns, row);
        if (scratch.length < size) {
            scratch = new byte[size * 2];
        }
        codec.encode(columns, row, scratch, 0);
        return Arrays.compareUnsigned(
                scratch, 0, size, otherPage, otherStart, otherStart + codec.sizeAt(otherPage, otherStart));
    }

    private static int nullOrder(SortKey key, boolean isNull, boolean otherNull) {
        if (isNull == otherNull) {
            return 0;
        }
        return isNull == key.nullsFirst() ? -1 : 1;
    }

    private static int direction(SortKey key, int order) {
        return key.descending() ? Integer.compare(0, order) : order;
    }

    private int compareValues(byte[] page, int start, byte[] otherPage, int otherStart, int column) {
        return switch (codec.kind(column)) {
            case LONG -> Long.compare(codec.longAt(page, start, column), codec.longAt(otherPage, otherStart, column));
            case DOUBLE -> Double.compare(
                    codec.doubleAt(page, start, column), codec.doubleAt(otherPage, otherStart, column));
            case INT128 -> {
                int byHigh = Long.compare(
                        codec.int128HighAt(page, start, column), codec.int128HighAt(otherPage, otherStart, column));
                yield byHigh != 0
                        ? byHigh
                        : Long.compareUnsigned(
                                codec.int128LowAt(page, start, column),
                                codec.int128LowAt(otherPage, otherStart, column));
            }
            case BYTES -> {
                int from = codec.bytesStart(page, start, column);
                yield compareBytes(page, from, codec.bytesLength(page, start, column), otherPage, otherStart, column);
            }
        };
    }

    private int compareValues(Column values, int row, byte[] otherPage, int otherStart, int column) {
        if (values instanceof LongColumn longs) {
            return Long.compare(longs.values()[row], codec.longAt(otherPage, otherStart, column));
        }
        if (values instanceof DoubleColumn doubles) {
            double canonical = Double.longBitsToDouble(RowHash.canonicalBits(doubles.values()[row]));
            return Double.compare(canonical, codec.doubleAt(otherPage, otherStart, column));
        }
        if (values instanceof Int128Column wide) {
            int byHigh = Long.compare(wide.high()[row], codec.int128HighAt(otherPage, otherStart, column));
            return byHigh != 0
                    ? byHigh
                    : Long.compareUnsigned(wide.low()[row], codec.int128LowAt(otherPage, otherStart, column));
        }
        BytesColumn texts = (BytesColumn) values;
        return compareBytes(texts.data(), texts.starts()[row], texts.lengths()[row], otherPage, otherStart, column);
    }

    private int compareBytes(byte[] data, int from, int length, byte[] otherPage, int otherStart, int column) {
        int otherFrom = codec.bytesStart(otherPage, otherStart, column);
        return Arrays.compareUnsigned(
                data,
                from,
                from + length,
                otherPage,
                otherFrom,
                otherFrom + codec.bytesLength(otherPage, otherStart, column));
    }
}

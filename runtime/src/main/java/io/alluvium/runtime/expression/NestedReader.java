package io.alluvium.runtime.expression;

import io.alluvium.core.row.NestedValues;
import io.alluvium.core.row.RowCodec;
import io.alluvium.core.type.ColumnKind;
import io.alluvium.core.type.DataType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds one part of an ARRAY, MAP or ROW value in its bytes, without objects: a find method gives false where there is none or it
 * is NULL, else the accessors give the part until the next find. Not for several threads.
 */
public final class NestedReader {
    private final @Nullable RowCodec rowCodec;
    private final ColumnKind valueKind;
    private final ColumnKind keyKind;
    private RowCodec codec = NestedValues.codec(ColumnKind.LONG, 0);
    private byte[] data = new byte[0];
    private int row;
    private int column;

    private NestedReader(@Nullable RowCodec rowCodec, ColumnKind keyKind, ColumnKind valueKind) {
        this.rowCodec = rowCodec;
        this.keyKind = keyKind;
        this.valueKind = valueKind;
    }

    static NestedReader element(DataType.Array type) {
        ColumnKind kind = type.element().kind();
        return new NestedReader(null, kind, kind);
    }

    static NestedReader value(DataType.MapOf type) {
        return new NestedReader(null, type.key().kind(), type.value().kind());
    }

    static NestedReader fields(DataType.Row type) {
        return new NestedReader(RowCodec.of(type), ColumnKind.LONG, ColumnKind.LONG);
    }

    /** @param index from 1 */
    public boolean findElement(byte[] bytes, int start, int length, long index) {
        int size = NestedValues.arraySize(bytes, start);
        if (index < 1 || index > size) {
            return false;
        }
        return at(NestedValues.codec(valueKind, size), bytes, start + 4, (int) index - 1);
    }

    public boolean findField(byte[] bytes, int start, int length, int index) {
        return rowCodec != null && at(rowCodec, bytes, start, index);
    }

    public boolean findBytes(byte[] bytes, int start, int length, byte[] key, int keyStart, int keyLength) {
        return entry(bytes, start, NestedValues.findKey(bytes, start, key, keyStart, keyLength));
    }

    public boolean findLong(byte[] bytes, int start, int length, long key) {
        int keys = NestedValues.mapKeys(start);
        int size = NestedValues.arraySize(bytes, keys);
        RowCodec keyCodec = NestedValues.codec(ColumnKind.LONG, size);
        for (int i = 0; i < size; i++) {
            if (keyCodec.longAt(bytes, keys + 4, i) == key) {
                return entry(bytes, start, i);
            }
        }
        return false;
    }

    public boolean findDouble(byte[] bytes, int start, int length, double key) {
        int keys = NestedValues.mapKeys(start);
        int size = NestedValues.arraySize(bytes, keys);
        RowCodec keyCodec = NestedValues.codec(ColumnKind.DOUBLE, size);
        for (int i = 0; i < size; i++) {
            if (DoubleMath.equal(keyCodec.doubleAt(bytes, keys + 4, i), key)) {
                return entry(bytes, start, i);
            }
        }
        return false;
    }

    public boolean findWide(byte[] bytes, int start, int length, long high, long low) {
        int keys = NestedValues.mapKeys(start);
        int size = NestedValues.arraySize(bytes, keys);
        RowCodec keyCodec = NestedValues.codec(keyKind, size);
        for (int i = 0; i < size; i++) {
            if (keyCodec.int128HighAt(bytes, keys + 4, i) == high && keyCodec.int128LowAt(bytes, keys + 4, i) == low) {
                return entry(bytes, start, i);
            }
        }
        return false;
    }

    private boolean entry(byte[] bytes, int start, int index) {
        if (index < 0) {
            return false;
        }
        int values = NestedValues.mapValues(bytes, start);
        return at(NestedValues.codec(valueKind, NestedValues.arraySize(bytes, values)), bytes, values + 4, index);
    }

    private boolean at(RowCodec newCodec, byte[] bytes, int newRow, int newColumn) {
        codec = newCodec;
        data = bytes;
        row = newRow;
        column = newColumn;
        return !newCodec.isNull(bytes, newRow, newColumn);
    }

    public long longValue() {
        return codec.longAt(data, row, column);
    }

    public double doubleValue() {
        return codec.doubleAt(data, row, column);
    }

    public long high() {
        return codec.int128HighAt(data, row, column);
    }

    public long low() {
        return codec.int128LowAt(data, row, column);
    }

    public byte[] data() {
        return data;
    }

    public int bytesStart() {
        return codec.bytesStart(data, row, column);
    }

    public int bytesLength() {
        return codec.bytesLength(data, row, column);
    }

    /** The bytes of a part that is text, as they stand. */
    byte[] copy() {
        return Arrays.copyOfRange(data, bytesStart(), bytesStart() + bytesLength());
    }
}

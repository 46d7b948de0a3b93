package io.alluvium.runtime.operator;

import io.alluvium.core.row.BytesColumn;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.ColumnBuilder;
import io.alluvium.core.row.NestedValues;
import io.alluvium.core.row.RowCodec;
import io.alluvium.core.type.ColumnKind;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Lays the keys that are present in one MAP&lt;STRING, STRING&gt; over another: both are sorted, so one walk merges them. */
final class ChangelogMaps {
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private int[] keyStarts = new int[16];
    private int[] keyLengths = new int[16];
    private int[] valueStarts = new int[16];
    private int[] valueLengths = new int[16];
    private int[] from = new int[16];
    private int count;
    private byte[] result = new byte[256];

    /** Appends the merged map's canonical bytes. */
    void appendOverlaid(byte[] data, int start, byte[] old, int oldStart, ColumnBuilder target) {
        merge(data, start, old, oldStart);
        int keysSize = arraySize(keyLengths);
        int valuesSize = arraySize(valueLengths);
        int size = 4 + keysSize + valuesSize;
        if (result.length < size) {
            result = new byte[size * 2];
        }
        INTS.set(result, 0, keysSize);
        writeArray(4, keyStarts, keyLengths, data, old);
        writeArray(4 + keysSize, valueStarts, valueLengths, data, old);
        target.appendBytes(result, 0, size);
    }

    private void merge(byte[] data, int start, byte[] old, int oldStart) {
        RowCodec keys = NestedValues.codec(ColumnKind.BYTES, NestedValues.arraySize(data, NestedValues.mapKeys(start)));
        RowCodec oldKeys =
                NestedValues.codec(ColumnKind.BYTES, NestedValues.arraySize(old, NestedValues.mapKeys(oldStart)));
        int keyRow = NestedValues.mapKeys(start) + 4;
        int valueRow = NestedValues.mapValues(data, start) + 4;
        int oldKeyRow = NestedValues.mapKeys(oldStart) + 4;
        int oldValueRow = NestedValues.mapValues(old, oldStart) + 4;
        count = 0;
        int i = 0;
        int j = 0;
        while (i < keys.columns() || j < oldKeys.columns()) {
            int order = i == keys.columns()
                    ? 1
                    : j == oldKeys.columns() ? -1 : compare(keys, data, keyRow, i, oldKeys, old, oldKeyRow, j);
            if (order < 0) {
                add(keys, data, keyRow, valueRow, i, 0);
            } else {
                add(oldKeys, old, oldKeyRow, oldValueRow, j, 1);
            }
            i += order <= 0 ? 1 : 0;
            j += order >= 0 ? 1 : 0;
        }
    }

    private static int compare(
            RowCodec keys, byte[] data, int row, int i, RowCodec oldKeys, byte[] old, int oldRow, int j) {
        int start = keys.bytesStart(data, row, i);
        int oldStart = oldKeys.bytesStart(old, oldRow, j);
        return Arrays.compareUnsigned(
                data,
                start,
                start + keys.bytesLength(data, row, i),
                old,
                oldStart,
                oldStart + oldKeys.bytesLength(old, oldRow, j));
    }

    private void add(RowCodec codec, byte[] bytes, int keyRow, int valueRow, int index, int source) {
        if (count == from.length) {
            keyStarts = Arrays.copyOf(keyStarts, count * 2);
            keyLengths = Arrays.copyOf(keyLengths, count * 2);
            valueStarts = Arrays.copyOf(valueStarts, count * 2);
            valueLengths = Arrays.copyOf(valueLengths, count * 2);
            from = Arrays.copyOf(from, count * 2);
        }
        keyStarts[count] = codec.bytesStart(bytes, keyRow, index);
        keyLengths[count] = codec.bytesLength(bytes, keyRow, index);
        boolean isNull = codec.isNull(bytes, valueRow, index);
        valueStarts[count] = isNull ? -1 : codec.bytesStart(bytes, valueRow, index);
        valueLengths[count] = isNull ? 0 : codec.bytesLength(bytes, valueRow, index);
        from[count++] = source;
    }

    private int arraySize(int[] lengths) {
        int size = 4
                + (count == 0 ? 0 : NestedValues.codec(ColumnKind.BYTES, count).fixedSize());
        for (int i = 0; i < count; i++) {
            size += lengths[i];
        }
        return size;
    }

    private void writeArray(int position, int[] starts, int[] lengths, byte[] data, byte[] old) {
        INTS.set(result, position, count);
        if (count == 0) {
            return;
        }
        Column[] columns = new Column[count];
        for (int i = 0; i < count; i++) {
            boolean isNull = starts[i] < 0;
            columns[i] = new BytesColumn(
                    from[i] == 0 ? data : old,
                    new int[] {starts[i]},
                    new int[] {lengths[i]},
                    isNull ? new boolean[] {true} : null);
        }
        NestedValues.codec(ColumnKind.BYTES, count).encode(columns, 0, result, position + 4);
    }
}

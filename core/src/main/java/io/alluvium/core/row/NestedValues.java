package io.alluvium.core.row;

import io.alluvium.core.type.ColumnKind;
import io.alluvium.core.type.DataType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The canonical bytes of nested values. A ROW is a {@link RowCodec} row of its fields. An ARRAY is an int count (little
 * endian) and then, when not empty, a {@link RowCodec} row with one column an element. A MAP is an int with the size of the
 * key array, the array of its keys in ascending order of their own bytes, then the array of their values.
 */
public final class NestedValues {
    private static final RowCodec[] LONG_CODECS = codecs(ColumnKind.LONG);
    private static final RowCodec[] DOUBLE_CODECS = codecs(ColumnKind.DOUBLE);
    private static final RowCodec[] INT128_CODECS = codecs(ColumnKind.INT128);
    private static final RowCodec[] BYTES_CODECS = codecs(ColumnKind.BYTES);

    private NestedValues() {}

    /** An array from its elements as objects (see {@link Column#value}). */
    public static byte[] array(ColumnKind element, List<? extends @Nullable Object> elements) {
        byte[] row = elements.isEmpty()
                ? new byte[0]
                : codec(element, elements.size()).encodeValues(elements.toArray());
        byte[] bytes = new byte[4 + row.length];
        RowCodec.INTS.set(bytes, 0, elements.size());
        System.arraycopy(row, 0, bytes, 4, row.length);
        return bytes;
    }

    public static int arraySize(byte[] data, int start) {
        return (int) RowCodec.INTS.get(data, start);
    }

    /** The codec that reads the elements of an array of this size, as the columns of a row at {@code start + 4}. */
    public static RowCodec codec(ColumnKind element, int size) {
        RowCodec[] ready =
                switch (element) {
                    case LONG -> LONG_CODECS;
                    case DOUBLE -> DOUBLE_CODECS;
                    case INT128 -> INT128_CODECS;
                    case BYTES -> BYTES_CODECS;
                };
        if (size < ready.length) {
            return ready[size];
        }
        ColumnKind[] kinds = new ColumnKind[size];
        Arrays.fill(kinds, element);
        return new RowCodec(kinds);
    }

    /** Element {@code index} (from 0) as an object, or null where it is NULL. */
    public static @Nullable Object element(ColumnKind element, byte[] data, int start, int index) {
        return codec(element, arraySize(data, start)).value(data, start + 4, index);
    }

    /** A map from keys to values as objects, in any order. */
    public static byte[] map(DataType.MapOf type, Map<?, ? extends @Nullable Object> entries) {
        TreeMap<byte[], Object> sorted = new TreeMap<>(Arrays::compareUnsigned);
        RowCodec keyOrder = codec(type.key().kind(), 1);
        for (Map.Entry<?, ? extends @Nullable Object> entry : entries.entrySet()) {
            sorted.put(sortKey(type.key().kind(), keyOrder, entry.getKey()), entry);
        }
        Object[] keys = new Object[sorted.size()];
        @Nullable Object[] values = new Object[sorted.size()];
        int i = 0;
        for (Object entry : sorted.values()) {
            keys[i] = ((Map.Entry<?, ?>) entry).getKey();
            values[i++] = ((Map.Entry<?, ?>) entry).getValue();
        }
        byte[] keyBytes = array(type.key().kind(), Arrays.asList(keys));
        byte[] valueBytes = array(type.value().kind(), Arrays.asList(values));
        byte[] bytes = new byte[4 + keyBytes.length + valueBytes.length];
        RowCodec.INTS.set(bytes, 0, keyBytes.length);
        System.arraycopy(keyBytes, 0, bytes, 4, keyBytes.length);
        System.arraycopy(valueBytes, 0, bytes, 4 + keyBytes.length, valueBytes.length);
        return bytes;
    }

    /** Where the array of keys starts. */
    public static int mapKeys(int start) {
        return start + 4;
    }

    /** Where the array of values starts. */
    public static int mapValues(byte[] data, int start) {
        return start + 4 + (int) RowCodec.INTS.get(data, start);
    }

    /**
     * Position of a key in a map whose keys are BYTES (text or binary), by binary search, or -1.
     */
    public static int findKey(byte[] data, int start, byte[] key, int keyStart, int keyLength) {
        int keys = mapKeys(start);
        int size = arraySize(data, keys);
        RowCodec codec = codec(ColumnKind.BYTES, size);
        int low = 0;
        int high = size - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int from = codec.bytesStart(data, keys + 4, middle);
            int order = Arrays.compareUnsigned(
                    data, from, from + codec.bytesLength(data, keys + 4, middle), key, keyStart, keyStart + keyLength);
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    /** Value of entry {@code index} of a map as an object, or null where it is NULL. */
    public static @Nullable Object mapValue(DataType.MapOf type, byte[] data, int start, int index) {
        return element(type.value().kind(), data, mapValues(data, start), index);
    }

    /** Key of entry {@code index} of a map as an object. */
    public static @Nullable Object mapKey(DataType.MapOf type, byte[] data, int start, int index) {
        return element(type.key().kind(), data, mapKeys(start), index);
    }

    private static byte[] sortKey(ColumnKind kind, RowCodec codec, Object key) {
        return kind == ColumnKind.BYTES ? (byte[]) key : codec.encodeValues(key);
    }

    private static RowCodec[] codecs(ColumnKind kind) {
        RowCodec[] ready = new RowCodec[65];
        for (int size = 0; size < ready.length; size++) {
            ColumnKind[] kinds = new ColumnKind[size];
            Arrays.fill(kinds, kind);
            ready[size] = new RowCodec(kinds);
        }
        return ready;
    }
}

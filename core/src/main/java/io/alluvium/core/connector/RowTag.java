package io.alluvium.core.connector;

/**
 * The tag of a row read from a log: 16 bytes whose unsigned order is the order of reading inside a partition. Big endian:
 * source generation (2 bytes), partition (3), offset of the record (8), position of the row inside the record (3).
 */
public final class RowTag {
    public static final int SIZE = 16;

    private RowTag() {}

    public static byte[] of(int generation, int partition, long offset, int index) {
        byte[] tag = new byte[SIZE];
        write(generation, partition, offset, index, tag);
        return tag;
    }

    /** Writes a tag over the first {@link #SIZE} bytes of the target. */
    public static void write(int generation, int partition, long offset, int index, byte[] target) {
        put(target, 0, 2, generation);
        put(target, 2, 3, partition);
        put(target, 5, 8, offset);
        put(target, 13, 3, index);
    }

    private static void put(byte[] target, int start, int length, long value) {
        for (int i = 0; i < length; i++) {
            target[start + i] = (byte) (value >>> 8 * (length - 1 - i));
        }
    }
}

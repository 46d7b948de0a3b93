package io.alluvium.core.row;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The one hash of keys: it decides the key group of a row, on every engine, and so where a snapshot's entries belong. Its
 * values are frozen by a test. NULL, and equal values as {@link RowCodec} defines them, hash alike; {@code -0.0} as 0, every
 * NaN alike. The mixing steps are those of MurmurHash3's 64-bit finaliser.
 */
public final class RowHash {
    /** Number of key groups, the maximum parallelism. */
    public static final int KEY_GROUPS = 128;

    private static final long SEED = 0x2545F4914F6CDD1DL;
    private static final long NULL_HASH = 0x9AE16A3B2F90404FL;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private RowHash() {}

    /** Hashes the key columns of every row of a batch into {@code hashes[0 .. size)}, a column at a time. */
    public static void hash(RowBatch batch, int[] keys, long[] hashes) {
        int size = batch.size();
        Arrays.fill(hashes, 0, size, SEED);
        for (int key : keys) {
            Column column = batch.column(key);
            boolean[] nulls = column.nulls();
            if (column instanceof LongColumn longs) {
                long[] values = longs.values();
                for (int row = 0; row < size; row++) {
                    long h = nulls != null && nulls[row] ? NULL_HASH : values[row];
                    hashes[row] = mix(hashes[row] ^ mix(h));
                }
            } else if (column instanceof BytesColumn texts) {
                byte[] data = texts.data();
                int[] starts = texts.starts();
                int[] lengths = texts.lengths();
                for (int row = 0; row < size; row++) {
                    long h = nulls != null && nulls[row] ? NULL_HASH : hashBytes(data, starts[row], lengths[row]);
                    hashes[row] = mix(hashes[row] ^ mix(h));
                }
            } else if (column instanceof DoubleColumn doubles) {
                double[] values = doubles.values();
                for (int row = 0; row < size; row++) {
                    long h = nulls != null && nulls[row] ? NULL_HASH : canonicalBits(values[row]);
                    hashes[row] = mix(hashes[row] ^ mix(h));
                }
            } else {
                Int128Column wide = (Int128Column) column;
                for (int row = 0; row < size; row++) {
                    long h = nulls != null && nulls[row] ? NULL_HASH : hashInt128(wide.high()[row], wide.low()[row]);
                    hashes[row] = mix(hashes[row] ^ mix(h));
                }
            }
        }
    }

    /** The hash of a row without key columns: all such rows meet in one place. */
    public static long emptyKey() {
        return SEED;
    }

    /** 0 .. KEY_GROUPS - 1. */
    public static int keyGroup(long hash) {
        return (int) (hash >>> 57);
    }

    /** The worker that owns a key group, at a parallelism of 1 .. KEY_GROUPS: contiguous ranges. */
    public static int workerOf(int keyGroup, int parallelism) {
        return keyGroup * parallelism / KEY_GROUPS;
    }

    /** Bits of a double in which 0.0 and -0.0, and all NaN, are one. */
    public static long canonicalBits(double value) {
        return value == 0.0 ? 0L : Double.doubleToLongBits(value);
    }

    static long hashInt128(long high, long low) {
        return high == low >> 63 ? low : low ^ mix(high + 0x632BE59BD9B4E019L);
    }

    static long hashBytes(byte[] data, int start, int length) {
        long h = length * 0x9E3779B97F4A7C15L;
        int position = start;
        int end = start + length;
        for (; position + 8 <= end; position += 8) {
            h = (h ^ (long) LONGS.get(data, position)) * 0xFF51AFD7ED558CCDL;
            h ^= h >>> 32;
        }
        long tail = 0;
        for (int shift = 0; position < end; position++, shift += 8) {
            tail |= (data[position] & 0xFFL) << shift;
        }
        return (h ^ tail) * 0xC4CEB9FE1A85EC53L;
    }

    static long mix(long value) {
        long z = value;
        z = (z ^ (z >>> 33)) * 0xFF51AFD7ED558CCDL;
        z = (z ^ (z >>> 33)) * 0xC4CEB9FE1A85EC53L;
        return z ^ (z >>> 33);
    }
}

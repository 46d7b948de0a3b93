package io.alluvium.runtime.expression;

import java.util.Arrays;
import java.util.Set;

/** The constants of a long IN list, for look-ups that allocate nothing: open addressing over longs or over byte arrays. */
public final class ValueSet {
    private final long[] longs;
    private final boolean[] used;
    private final byte[][] texts;
    private final int mask;

    private ValueSet(int capacity) {
        longs = new long[capacity];
        used = new boolean[capacity];
        texts = new byte[capacity][];
        mask = capacity - 1;
    }

    /** @param values all {@link Long} or all {@code byte[]} */
    static ValueSet of(Set<Object> values) {
        ValueSet set = new ValueSet(Math.max(16, Integer.highestOneBit(values.size()) * 4));
        for (Object value : values) {
            if (value instanceof byte[] bytes) {
                int slot = hash(bytes, 0, bytes.length) & set.mask;
                while (set.used[slot]) {
                    slot = (slot + 1) & set.mask;
                }
                set.used[slot] = true;
                set.texts[slot] = bytes;
            } else {
                long number = (Long) value;
                int slot = hash(number) & set.mask;
                while (set.used[slot]) {
                    slot = (slot + 1) & set.mask;
                }
                set.used[slot] = true;
                set.longs[slot] = number;
            }
        }
        return set;
    }

    public boolean contains(long value) {
        int slot = hash(value) & mask;
        while (used[slot]) {
            if (longs[slot] == value) {
                return true;
            }
            slot = (slot + 1) & mask;
        }
        return false;
    }

    public boolean contains(byte[] data, int start, int length) {
        int slot = hash(data, start, length) & mask;
        while (used[slot]) {
            byte[] text = texts[slot];
            if (text.length == length && Arrays.equals(text, 0, length, data, start, start + length)) {
                return true;
            }
            slot = (slot + 1) & mask;
        }
        return false;
    }

    private static int hash(long value) {
        long mixed = value * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32);
    }

    private static int hash(byte[] data, int start, int length) {
        int h = 1;
        for (int i = start; i < start + length; i++) {
            h = 31 * h + data[i];
        }
        return h ^ (h >>> 15);
    }
}

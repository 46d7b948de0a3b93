package io.alluvium.runtime.state;

import java.util.Arrays;

/**
 * Finds slots by hash: extendible hashing (Fagin et al., 1979) over small open-addressing segments. The highest 32 bits of the
 * hash are the tag, compared before any key; the lowest bits of the tag choose a segment of at most 32 KB, all of them the place
 * in it. A full segment splits in two by one more bit, so that growing costs some microseconds at a time, never a rehash of
 * everything; it reads nothing but the segment, since the entries hold their tags.
 *
 * <p>A segment's entry is {@code tag << 32 | slot + 1}, 0 where empty; its last element holds {@code local depth << 32 | count}.
 */
final class KeyDirectory {
    private static final int FIRST_SIZE = 32;
    private static final int MAX_SIZE = 4096;
    private static final int MAX_DEPTH = 24;
    private static final long TAG = 0xFFFFFFFF00000000L;

    /** 2^32 divided by the golden ratio: the highest bits of a product with it depend on all bits of the tag. */
    private static final int SPREAD = 0x9E3779B1;

    private long[][] segments = {new long[FIRST_SIZE + 1]};
    private int depth;
    private long bytesHeld = 8 * (FIRST_SIZE + 1);

    /** The segment where this hash belongs. */
    long[] segment(long hash) {
        return segments[(int) (hash >>> 32) & (segments.length - 1)];
    }

    /** Where the probing for a tag starts. */
    static int home(int tag, int mask) {
        return (tag * SPREAD) >>> Integer.numberOfLeadingZeros(mask);
    }

    /** Adds a slot whose key is not there yet. */
    void insert(long hash, int slot) {
        long[] segment = segment(hash);
        int count = (int) segment[segment.length - 1];
        while (count + 1 > (segment.length - 1) / 4 * 3) {
            grow(hash, segment);
            segment = segment(hash);
            count = (int) segment[segment.length - 1];
        }
        put(segment, (hash & TAG) | (slot + 1));
    }

    void remove(long hash, int slot) {
        long[] segment = segment(hash);
        int mask = segment.length - 2;
        int hole = home((int) (hash >>> 32), mask);
        while ((int) segment[hole] != slot + 1) {
            if (segment[hole] == 0) {
                throw new AssertionError("slot " + slot + " is not in the directory");
            }
            hole = (hole + 1) & mask;
        }
        int next = (hole + 1) & mask;
        while (segment[next] != 0) {
            int wanted = home((int) (segment[next] >>> 32), mask);
            if (((next - wanted) & mask) >= ((next - hole) & mask)) {
                segment[hole] = segment[next];
                hole = next;
            }
            next = (next + 1) & mask;
        }
        segment[hole] = 0;
        segment[segment.length - 1]--;
    }

    long bytesHeld() {
        return bytesHeld + 8L * segments.length;
    }

    private static void put(long[] segment, long entry) {
        int mask = segment.length - 2;
        int place = home((int) (entry >>> 32), mask);
        while (segment[place] != 0) {
            place = (place + 1) & mask;
        }
        segment[place] = entry;
        segment[segment.length - 1]++;
    }

    private void grow(long hash, long[] segment) {
        int size = segment.length - 1;
        int localDepth = (int) (segment[size] >>> 32);
        if (size < MAX_SIZE || localDepth >= MAX_DEPTH) {
            long[] larger = newSegment(size * 2, localDepth);
            move(segment, larger, larger, 0L);
            replace(hash, localDepth, larger, larger);
        } else {
            if (localDepth == depth) {
                int half = segments.length;
                segments = Arrays.copyOf(segments, half * 2);
                System.arraycopy(segments, 0, segments, half, half);
                depth++;
            }
            long[] zeros = newSegment(size, localDepth + 1);
            long[] ones = newSegment(size, localDepth + 1);
            move(segment, zeros, ones, 1L << 32 + localDepth);
            replace(hash, localDepth, zeros, ones);
        }
        bytesHeld -= 8L * segment.length;
    }

    private long[] newSegment(int size, int localDepth) {
        long[] segment = new long[size + 1];
        segment[size] = (long) localDepth << 32;
        bytesHeld += 8L * segment.length;
        return segment;
    }

    private static void move(long[] from, long[] zeros, long[] ones, long bit) {
        for (int i = 0; i < from.length - 1; i++) {
            long entry = from[i];
            if (entry != 0) {
                put((entry & bit) == 0 ? zeros : ones, entry);
            }
        }
    }

    /** Points every directory entry of the old segment at its successor. */
    private void replace(long hash, int localDepth, long[] zeros, long[] ones) {
        int step = 1 << localDepth;
        for (int i = (int) (hash >>> 32) & (step - 1); i < segments.length; i += step) {
            segments[i] = (i & step) == 0 ? zeros : ones;
        }
    }
}

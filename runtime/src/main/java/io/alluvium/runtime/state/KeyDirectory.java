package io.alluvium.runtime.state;

import java.util.Arrays;

/**
 * Finds slots by hash: extendible hashing (Fagin et al., 1979) over small open-addressing segments. The lowest bits of the hash
 * choose a segment of at most 32 KB, the highest 32 its home place and a tag that is compared before any key. A full segment
 * splits in two by one more bit, so that growing costs some microseconds at a time, never a rehash of everything.
 *
 * <p>A segment's entry is {@code tag << 32 | slot + 1}, 0 where empty; its last element holds {@code local depth << 32 | count}.
 */
final class KeyDirectory {
    private static final int FIRST_SIZE = 32;
    private static final int MAX_SIZE = 4096;
    private static final int MAX_DEPTH = 24;
    private static final long TAG = 0xFFFFFFFF00000000L;

    private final LongCells hashes;
    private long[][] segments = {new long[FIRST_SIZE + 1]};
    private int depth;
    private long bytesHeld = 8 * (FIRST_SIZE + 1);

    /** @param hashes the full hash of each slot, needed when a segment splits */
    KeyDirectory(LongCells hashes) {
        this.hashes = hashes;
    }

    /** The segment where this hash belongs. */
    long[] segment(long hash) {
        return segments[(int) hash & (segments.length - 1)];
    }

    static int home(long hash, long[] segment) {
        return (int) (hash >>> 32) & (segment.length - 2);
    }

    /** Adds a slot whose hash is set in the cells and whose key is not there yet. */
    void insert(long hash, int slot) {
        long[] segment = segment(hash);
        int count = (int) segment[segment.length - 1];
        while (count + 1 > (segment.length - 1) / 4 * 3) {
            grow(hash, segment);
            segment = segment(hash);
            count = (int) segment[segment.length - 1];
        }
        put(segment, hash, slot);
    }

    void remove(long hash, int slot) {
        long[] segment = segment(hash);
        int mask = segment.length - 2;
        int hole = home(hash, segment);
        while ((int) segment[hole] != slot + 1) {
            if (segment[hole] == 0) {
                throw new AssertionError("slot " + slot + " is not in the directory");
            }
            hole = (hole + 1) & mask;
        }
        int next = (hole + 1) & mask;
        while (segment[next] != 0) {
            int wanted = (int) (segment[next] >>> 32) & mask;
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

    private static void put(long[] segment, long hash, int slot) {
        int mask = segment.length - 2;
        int place = home(hash, segment);
        while (segment[place] != 0) {
            place = (place + 1) & mask;
        }
        segment[place] = (hash & TAG) | (slot + 1);
        segment[segment.length - 1]++;
    }

    private void grow(long hash, long[] segment) {
        int size = segment.length - 1;
        int localDepth = (int) (segment[size] >>> 32);
        if (size < MAX_SIZE || localDepth >= MAX_DEPTH) {
            long[] larger = newSegment(size * 2, localDepth);
            move(segment, larger, larger, 0);
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
            move(segment, zeros, ones, 1L << localDepth);
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

    private void move(long[] from, long[] zeros, long[] ones, long bit) {
        for (int i = 0; i < from.length - 1; i++) {
            long entry = from[i];
            if (entry != 0) {
                int slot = (int) entry - 1;
                long hash = hashes.get(slot);
                put((hash & bit) == 0 ? zeros : ones, hash, slot);
            }
        }
    }

    /** Points every directory entry of the old segment at its successor. */
    private void replace(long hash, int localDepth, long[] zeros, long[] ones) {
        int step = 1 << localDepth;
        for (int i = (int) hash & (step - 1); i < segments.length; i += step) {
            segments[i] = (i & step) == 0 ? zeros : ones;
        }
    }
}

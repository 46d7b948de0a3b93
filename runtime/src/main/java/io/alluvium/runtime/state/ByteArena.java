package io.alluvium.runtime.state;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Byte records in pages of 256 KB. An address is page and offset in a long, never 0. Freed records are kept in lists by size
 * class (at most an eighth is lost by rounding) and used again; a record larger than a page has a page of its own, which is
 * given back when it is freed.
 */
public final class ByteArena {
    public static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    public static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int PAGE_BITS = 18;
    private static final int PAGE_SIZE = 1 << PAGE_BITS;
    private static final int MASK = PAGE_SIZE - 1;
    private static final int CLASSES = 160;

    private byte[][] pages = {new byte[1024]};
    private int pageCount = 1;
    private int current;
    private int position = 8;
    private long[] freeOfClass = new long[CLASSES];
    private final IntList freePages = new IntList();
    private long bytesHeld = 1024;

    public byte[] page(long address) {
        return pages[(int) (address >>> PAGE_BITS)];
    }

    public int offset(long address) {
        return (int) address & MASK;
    }

    /** A record of at least this many bytes; its content is undefined. */
    public long allocate(int size) {
        int rounded = rounded(size);
        if (rounded > PAGE_SIZE - 8) {
            return (long) addPage(rounded) << PAGE_BITS;
        }
        int sizeClass = sizeClass(rounded);
        long free = freeOfClass[sizeClass];
        if (free != 0) {
            freeOfClass[sizeClass] = (long) LONGS.get(page(free), offset(free));
            return free;
        }
        return append(rounded);
    }

    /** Like {@link #allocate} for records that are never freed: nothing is rounded beyond eight bytes. */
    public long append(int size) {
        int rounded = (size + 7) & ~7;
        if (rounded > PAGE_SIZE - 8) {
            return (long) addPage(rounded) << PAGE_BITS;
        }
        byte[] page = pages[current];
        if (position + rounded > page.length) {
            if (page.length < PAGE_SIZE && position + rounded <= PAGE_SIZE) {
                int wanted = page.length;
                while (wanted < position + rounded) {
                    wanted *= 2;
                }
                bytesHeld += wanted - page.length;
                pages[current] = Arrays.copyOf(page, wanted);
            } else {
                current = addPage(PAGE_SIZE);
                position = 0;
            }
        }
        long address = ((long) current << PAGE_BITS) | position;
        position += rounded;
        return address;
    }

    /** Gives a record of {@link #allocate} back; {@code size} is what it was allocated with. */
    public void free(long address, int size) {
        int rounded = rounded(size);
        if (rounded > PAGE_SIZE - 8) {
            int page = (int) (address >>> PAGE_BITS);
            bytesHeld -= pages[page].length;
            pages[page] = new byte[0];
            freePages.add(page);
            return;
        }
        int sizeClass = sizeClass(rounded);
        LONGS.set(page(address), offset(address), freeOfClass[sizeClass]);
        freeOfClass[sizeClass] = address;
    }

    /** True where a record of one size may be overwritten by one of the other. */
    public boolean sameClass(int size, int otherSize) {
        return rounded(size) == rounded(otherSize);
    }

    /** Forgets every record. */
    public void clear() {
        pages = new byte[][] {pages[0]};
        pageCount = 1;
        current = 0;
        position = 8;
        freeOfClass = new long[CLASSES];
        freePages.clear();
        bytesHeld = pages[0].length;
    }

    public long bytesHeld() {
        return bytesHeld;
    }

    private int addPage(int size) {
        bytesHeld += size;
        if (freePages.size() > 0) {
            int page = freePages.removeLast();
            pages[page] = new byte[size];
            return page;
        }
        if (pageCount == pages.length) {
            pages = Arrays.copyOf(pages, pageCount * 2);
        }
        pages[pageCount] = new byte[size];
        return pageCount++;
    }

    /** Eight steps in each power of two, and multiples of 8 below 64. */
    private static int rounded(int size) {
        if (size <= 64) {
            return Math.max(8, (size + 7) & ~7);
        }
        int step = Integer.highestOneBit(size - 1) >>> 3;
        return (size + step - 1) & -step;
    }

    private static int sizeClass(int rounded) {
        if (rounded <= 64) {
            return rounded >>> 3;
        }
        int power = 31 - Integer.numberOfLeadingZeros(rounded - 1);
        return 8 * (power - 5) + ((rounded - 1) >>> (power - 3)) - 7;
    }
}

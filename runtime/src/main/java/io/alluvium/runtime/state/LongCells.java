package io.alluvium.runtime.state;

import java.util.Arrays;

/**
 * One long a slot, in pages of 64 KB. Only the first page grows by copying; after that a page is added at a time, so growing
 * never pauses. A slot that was never set holds 0.
 */
public final class LongCells {
    static final int PAGE_BITS = 13;
    static final int PAGE_SIZE = 1 << PAGE_BITS;
    static final int MASK = PAGE_SIZE - 1;
    private static final int FIRST_SIZE = 16;

    private long[][] pages = {new long[FIRST_SIZE]};
    private int pageCount = 1;

    public long get(int slot) {
        return pages[slot >>> PAGE_BITS][slot & MASK];
    }

    public void set(int slot, long value) {
        pages[slot >>> PAGE_BITS][slot & MASK] = value;
    }

    public void add(int slot, long value) {
        pages[slot >>> PAGE_BITS][slot & MASK] += value;
    }

    /** Makes room for slots 0 .. slots - 1. */
    void ensure(int slots) {
        if (slots <= pages[0].length) {
            return;
        }
        if (pages[0].length < PAGE_SIZE) {
            int wanted = pages[0].length;
            while (wanted < slots && wanted < PAGE_SIZE) {
                wanted *= 2;
            }
            pages[0] = Arrays.copyOf(pages[0], wanted);
        }
        while ((long) pageCount * PAGE_SIZE < slots) {
            if (pageCount == pages.length) {
                pages = Arrays.copyOf(pages, pages.length * 2);
            }
            if (pages[0].length < PAGE_SIZE) {
                pages[0] = Arrays.copyOf(pages[0], PAGE_SIZE);
            }
            pages[pageCount++] = new long[PAGE_SIZE];
        }
    }

    long bytesHeld() {
        return ((pageCount - 1L) * PAGE_SIZE + pages[0].length) * 8;
    }
}

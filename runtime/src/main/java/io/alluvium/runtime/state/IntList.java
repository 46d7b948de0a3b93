package io.alluvium.runtime.state;

import java.util.Arrays;

/** A list of ints in pages of 32 KB; growing never copies more than the first. */
public final class IntList {
    private static final int PAGE_BITS = 13;
    private static final int PAGE_SIZE = 1 << PAGE_BITS;
    private static final int MASK = PAGE_SIZE - 1;

    private int[][] pages = {new int[16]};
    private int pageCount = 1;
    private int size;

    public int size() {
        return size;
    }

    public int get(int index) {
        return pages[index >>> PAGE_BITS][index & MASK];
    }

    public void set(int index, int value) {
        pages[index >>> PAGE_BITS][index & MASK] = value;
    }

    public void add(int value) {
        if (size == pages[0].length && size < PAGE_SIZE) {
            pages[0] = Arrays.copyOf(pages[0], size * 2);
        }
        int page = size >>> PAGE_BITS;
        if (page == pageCount) {
            if (page == pages.length) {
                pages = Arrays.copyOf(pages, page * 2);
            }
            pages[pageCount++] = new int[PAGE_SIZE];
        }
        pages[page][size & MASK] = value;
        size++;
    }

    public int removeLast() {
        size--;
        return get(size);
    }

    /** Copies {@code count} ints from {@code from} on. */
    public void copyTo(int from, int count, int[] target) {
        for (int i = 0; i < count; i++) {
            target[i] = get(from + i);
        }
    }

    /** Empties the list and gives back all but the first page. */
    public void clear() {
        size = 0;
        if (pageCount > 1) {
            int[] first = pages[0];
            pages = new int[][] {first};
            pageCount = 1;
        }
    }

    long bytesHeld() {
        return ((pageCount - 1L) * PAGE_SIZE + pages[0].length) * 4;
    }
}

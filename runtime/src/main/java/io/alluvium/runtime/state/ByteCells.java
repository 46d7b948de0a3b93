package io.alluvium.runtime.state;

import java.util.Arrays;

/** One byte a slot, in pages like {@link LongCells}. */
final class ByteCells {
    private byte[][] pages = {new byte[16]};
    private int pageCount = 1;

    byte get(int slot) {
        return pages[slot >>> LongCells.PAGE_BITS][slot & LongCells.MASK];
    }

    void set(int slot, int value) {
        pages[slot >>> LongCells.PAGE_BITS][slot & LongCells.MASK] = (byte) value;
    }

    void ensure(int slots) {
        if (slots <= pages[0].length) {
            return;
        }
        if (pages[0].length < LongCells.PAGE_SIZE) {
            int wanted = pages[0].length;
            while (wanted < slots && wanted < LongCells.PAGE_SIZE) {
                wanted *= 2;
            }
            pages[0] = Arrays.copyOf(pages[0], wanted);
        }
        while ((long) pageCount * LongCells.PAGE_SIZE < slots) {
            if (pageCount == pages.length) {
                pages = Arrays.copyOf(pages, pages.length * 2);
            }
            pages[pageCount++] = new byte[LongCells.PAGE_SIZE];
        }
    }

    long bytesHeld() {
        return (pageCount - 1L) * LongCells.PAGE_SIZE + pages[0].length;
    }
}

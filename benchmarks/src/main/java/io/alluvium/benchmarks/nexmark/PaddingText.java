package io.alluvium.benchmarks.nexmark;

import static io.alluvium.benchmarks.nexmark.Draws.below;

/** The column {@code extra}, which brings an event to its kind's average size, more or less a fifth of what is missing. */
final class PaddingText {
    private PaddingText() {}

    /**
     * Letters of the padding of an event.
     *
     * @param others bytes of the other columns, at least 3 below the average
     * @param mixed the draw that decides
     */
    static int length(int others, int average, long mixed) {
        int missing = average - others;
        int fifth = (missing + 2) / 5; // rounded to the nearest
        return missing - fifth + (int) below(mixed, 2 * fifth);
    }
}

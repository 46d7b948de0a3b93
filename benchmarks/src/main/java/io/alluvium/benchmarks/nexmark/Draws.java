package io.alluvium.benchmarks.nexmark;

/**
 * The stream's source of random numbers: SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators",
 * 2014). A draw adds {@link #STEP} to the state and mixes it, so that a draw nobody needs costs one addition.
 *
 * <p>A generator of numbers is a bare long here and these are functions on it: states live in arrays, one an event.
 */
final class Draws {
    /** What one draw adds to the state. */
    static final long STEP = 0x9E3779B97F4A7C15L;

    private Draws() {}

    static long mix(long state) {
        long z = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** What the {@code nth} draw from here, counted from 1, gives. */
    static long draw(long state, int nth) {
        return mix(state + nth * STEP);
    }

    /** The state after some draws that nobody looked at. */
    static long skip(long state, int draws) {
        return state + draws * STEP;
    }

    /** A mixed state as a uniform number in 0 .. bound-1. */
    static long below(long mixed, long bound) {
        return (mixed >>> 32) * bound >>> 32;
    }

    /** All ones where a draw below 2 is above 0, which is the top bit; else 0. */
    static long oneOfTwoMask(long mixed) {
        return mixed >> 63;
    }

    /** All ones where a draw below 4 is above 0, which is any of the top two bits; else 0. */
    static long threeOfFourMask(long mixed) {
        return (mixed | (mixed << 1)) >> 63;
    }

    /** {@code yes} where the mask is all ones, {@code no} where it is 0. A branch here would be mispredicted half the time. */
    static long choose(long mask, long yes, long no) {
        return no ^ ((no ^ yes) & mask);
    }
}

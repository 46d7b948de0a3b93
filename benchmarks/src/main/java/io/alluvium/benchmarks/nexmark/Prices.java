package io.alluvium.benchmarks.nexmark;

/** Log-uniform prices from 100 to 100,000,000: 4096 quantiles with straight lines between them. */
final class Prices {
    private static final int STEPS = 4096;
    private static final int[] QUANTILES = new int[STEPS + 1];

    static {
        for (int i = 0; i <= STEPS; i++) {
            // StrictMath, so that every machine draws the same prices.
            QUANTILES[i] = (int) StrictMath.round(StrictMath.pow(10.0, 6.0 * i / STEPS) * 100.0);
        }
    }

    private Prices() {}

    /** The price of a draw: the upper 12 of its high 32 bits choose the quantile, the lower 20 the place behind it. */
    static long price(long mixed) {
        int quantile = (int) (mixed >>> 52);
        long fraction = mixed >>> 32 & 0xFFFFF;
        long low = QUANTILES[quantile];
        return low + ((QUANTILES[quantile + 1] - low) * fraction >>> 20);
    }
}

package io.alluvium.planner.physical;

/**
 * Hidden columns that a reader would like to have of its input, where the input can give them.
 *
 * @param rowTag the source row's tag
 * @param watermark the watermark of the row's split just before it
 */
record Demand(boolean rowTag, boolean watermark) {
    static final Demand NOTHING = new Demand(false, false);

    Demand andRowTag() {
        return new Demand(true, watermark);
    }

    Demand andWatermark() {
        return new Demand(rowTag, true);
    }
}

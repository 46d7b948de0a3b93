package io.alluvium.planner.physical;

/**
 * Hidden columns that a reader would like to have of its input, where the input can give them.
 *
 * @param rowTag the source row's tag
 * @param watermark the watermark of the row's split just before it
 * @param eventTime the event time, where the query's own columns do not hold it
 */
record Demand(boolean rowTag, boolean watermark, boolean eventTime) {
    static final Demand NOTHING = new Demand(false, false, false);

    /** What decides between rows that are equal otherwise. */
    static final Demand TIE_BREAKERS = new Demand(true, false, true);

    Demand andWatermark() {
        return new Demand(rowTag, true, eventTime);
    }

    /** The demand as far as a stream can give it. */
    Demand grantedBy(Stream stream) {
        return new Demand(
                rowTag && stream.rowTag() != Stream.NONE,
                watermark && stream.watermark() != Stream.NONE,
                eventTime && !stream.eventTimes().isEmpty());
    }
}

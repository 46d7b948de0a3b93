package io.alluvium.core.operator;

/**
 * The marker behind an epoch's data.
 *
 * @param epoch counts from 1
 * @param processingTimeMicros the epoch's processing time, fixed when it opened; microseconds since 1970 UTC
 * @param watermarkMicros no row with an event time at or below it comes any more; the least of the operator's inputs.
 *     {@link #NO_PROMISE} before the first; {@link #ENDED} where no input with a watermark is open (bounded input ended, or
 *     there never was one)
 * @param checkpoint the operator's {@link Operator#snapshot} is called next
 * @param commitVersion version of the commit that this checkpoint makes, milliseconds; 0 without checkpoint
 */
public record EpochEnd(
        long epoch, long processingTimeMicros, long watermarkMicros, boolean checkpoint, long commitVersion) {
    public static final long NO_PROMISE = Long.MIN_VALUE;
    public static final long ENDED = Long.MAX_VALUE;
}

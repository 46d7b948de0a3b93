package io.alluvium.runtime.engine;

import io.alluvium.core.operator.EpochEnd;
import java.util.Map;

/**
 * The coordinator's word to all workers that an epoch is closed.
 *
 * @param watermarks merged watermark of each scan; a source without one promises the end
 */
record ClosingEpoch(
        long number, long processingTimeMicros, Map<String, Long> watermarks, boolean checkpoint, long commitVersion) {

    /** The marker that a source station sends. */
    EpochEnd end(String source) {
        long watermark = watermarks.getOrDefault(source, EpochEnd.ENDED);
        return new EpochEnd(number, processingTimeMicros, watermark, checkpoint, commitVersion);
    }
}

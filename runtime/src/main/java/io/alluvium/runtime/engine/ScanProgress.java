package io.alluvium.runtime.engine;

import io.alluvium.core.connector.Source;
import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.plan.PlanNode;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The splits of one scan as the coordinator knows them, and the watermark merged from theirs: the least of those that are
 * neither ended nor idle; where all are idle the greatest; it never goes back. Bounded input that has ended promises the end.
 *
 * <p>A split becomes idle when no rows have come for the table's time-out and the epoch has read it to its end: what waits in it
 * unread is never late because of the clock.
 */
final class ScanProgress {
    private final PlanNode.Scan scan;
    private final Source source;
    private final boolean bounded;
    private final Map<String, SplitStatus> splits = new LinkedHashMap<>();
    private long merged;
    private long retryMillis = Long.MIN_VALUE;

    ScanProgress(PlanNode.Scan scan, Source source, boolean bounded, long restoredWatermark) {
        this.scan = scan;
        this.source = source;
        this.bounded = bounded;
        this.merged = restoredWatermark;
    }

    PlanNode.Scan scan() {
        return scan;
    }

    Source source() {
        return source;
    }

    boolean bounded() {
        return bounded;
    }

    boolean knows(String split) {
        return splits.containsKey(split);
    }

    int size() {
        return splits.size();
    }

    void update(SplitStatus status) {
        splits.put(status.split(), status);
    }

    /** All that there will ever be was read. */
    boolean ended() {
        return bounded && splits.values().stream().allMatch(SplitStatus::finished);
    }

    long watermark() {
        return merged;
    }

    /** Merges the splits' watermarks anew at the end of an epoch; true when the scan's moved. */
    boolean advance(long nowMillis) {
        long now = merge(nowMillis, true);
        boolean moved = now > merged;
        merged = Math.max(merged, now);
        if (merge(nowMillis, false) > merged) {
            retryMillis = nowMillis + idleTimeoutMillis(); // a quiet split is not read to its end: not at once again
        }
        return moved;
    }

    /** True when splits have been quiet for so long that an epoch which finds them read to their end moves the watermark. */
    boolean wouldAdvance(long nowMillis) {
        return nowMillis >= retryMillis && merge(nowMillis, false) > merged;
    }

    private long merge(long nowMillis, boolean drainedOnly) {
        if (scan.watermark() == null || ended()) {
            return EpochEnd.ENDED;
        }
        long least = Long.MAX_VALUE;
        long greatest = EpochEnd.NO_PROMISE;
        boolean active = false;
        for (SplitStatus split : splits.values()) {
            greatest = Math.max(greatest, split.watermarkMicros());
            if (!split.finished() && !(idle(split, nowMillis) && (split.drained() || !drainedOnly))) {
                active = true;
                least = Math.min(least, split.watermarkMicros());
            }
        }
        return active ? least : greatest;
    }

    private boolean idle(SplitStatus split, long nowMillis) {
        long timeout = idleTimeoutMillis();
        return timeout > 0 && nowMillis - split.quietSinceMillis() >= timeout;
    }

    private long idleTimeoutMillis() {
        PlanNode.Watermark watermark = scan.watermark();
        return watermark == null ? 0 : watermark.idleTimeoutMillis();
    }
}

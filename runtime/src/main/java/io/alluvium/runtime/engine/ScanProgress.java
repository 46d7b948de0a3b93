package io.alluvium.runtime.engine;

import io.alluvium.core.connector.Source;
import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.plan.PlanNode;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The splits of one scan as the coordinator knows them, and the watermark merged from theirs: the least of those that are
 * neither ended nor idle; where all are idle the greatest; it never goes back. Bounded input that has ended promises the end.
 */
final class ScanProgress {
    private final PlanNode.Scan scan;
    private final Source source;
    private final boolean bounded;
    private final Map<String, SplitStatus> splits = new LinkedHashMap<>();
    private long merged;

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

    /** Merges the splits' watermarks anew; true when the scan's moved. */
    boolean advance(long nowMillis) {
        long now = merge(nowMillis);
        if (now <= merged) {
            return false;
        }
        merged = now;
        return true;
    }

    boolean wouldAdvance(long nowMillis) {
        return merge(nowMillis) > merged;
    }

    /** When the next split becomes idle, or {@link Long#MAX_VALUE}. */
    long nextIdleMillis(long nowMillis) {
        long timeout = idleTimeoutMillis();
        long next = Long.MAX_VALUE;
        if (timeout > 0) {
            for (SplitStatus split : splits.values()) {
                long at = split.quietSinceMillis() + timeout;
                if (split.quietSinceMillis() >= 0 && !split.finished() && at > nowMillis) {
                    next = Math.min(next, at);
                }
            }
        }
        return next;
    }

    private long merge(long nowMillis) {
        if (scan.watermark() == null || ended()) {
            return EpochEnd.ENDED;
        }
        long least = Long.MAX_VALUE;
        long greatest = EpochEnd.NO_PROMISE;
        boolean active = false;
        for (SplitStatus split : splits.values()) {
            greatest = Math.max(greatest, split.watermarkMicros());
            if (!split.finished() && !idle(split, nowMillis)) {
                active = true;
                least = Math.min(least, split.watermarkMicros());
            }
        }
        return active ? least : greatest;
    }

    private boolean idle(SplitStatus split, long nowMillis) {
        long timeout = idleTimeoutMillis();
        return timeout > 0 && split.quietSinceMillis() >= 0 && nowMillis - split.quietSinceMillis() >= timeout;
    }

    private long idleTimeoutMillis() {
        PlanNode.Watermark watermark = scan.watermark();
        return watermark == null ? 0 : watermark.idleTimeoutMillis();
    }
}

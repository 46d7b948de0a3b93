package io.alluvium.runtime.engine;

import io.alluvium.core.io.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Asks unbounded sources for new splits from time to time, and gives each to the worker that has the fewest of its table. Owned by
 * the coordinator's thread.
 */
final class SplitDiscovery {
    private static final long INTERVAL_MILLIS = 1000;

    private final Map<String, ScanProgress> scans;
    private final List<ScanProgress> unbounded;
    private final Checkpoints.InputOutput io;
    private final Clock clock;
    private final Map<String, List<Placement>> placements = new LinkedHashMap<>();
    private long lastLookMillis;
    private boolean looking;

    SplitDiscovery(Map<String, ScanProgress> scans, Checkpoints.InputOutput io, Clock clock) {
        this.scans = scans;
        this.unbounded = scans.values().stream().filter(scan -> !scan.bounded()).toList();
        this.io = io;
        this.clock = clock;
        this.lastLookMillis = clock.millis();
    }

    private record Placement(Worker worker, ScanReader reader) {}

    void worker(Worker worker) {
        for (ScanReader reader : worker.scans()) {
            placements.computeIfAbsent(reader.node(), node -> new ArrayList<>()).add(new Placement(worker, reader));
        }
    }

    /** Gives a split to a worker; before the workers run. */
    void assign(ScanProgress scan, SplitTask split) {
        place(scan, split).reader.assign(split);
    }

    void lookWhenDue(long nowMillis) {
        if (!looking && !unbounded.isEmpty() && nowMillis - lastLookMillis >= INTERVAL_MILLIS) {
            look(() -> {});
        }
    }

    /** Looks for new splits, and calls {@code then} when every worker has got its new ones. */
    void look(Runnable then) {
        if (unbounded.isEmpty()) {
            then.run();
            return;
        }
        looking = true;
        Map<ScanProgress, List<String>> found = new LinkedHashMap<>();
        io.run(() -> unbounded.forEach(scan -> found.put(scan, scan.source().splits())), () -> {
            looking = false;
            lastLookMillis = clock.millis();
            found.forEach(this::assignNew);
            then.run();
        });
    }

    private void assignNew(ScanProgress scan, List<String> splits) {
        for (String split : splits) {
            if (!scan.knows(split)) {
                SplitTask task = new SplitTask(split, null, false, clock.millis());
                Placement placement = place(scan, task);
                placement.worker.post(() -> placement.reader.assign(task));
            }
        }
    }

    private Placement place(ScanProgress scan, SplitTask split) {
        List<Placement> all = placements.get(scan.scan().id());
        if (all == null || !scans.containsValue(scan)) {
            throw new IllegalStateException("no worker reads " + scan.scan().id());
        }
        Placement placement = all.get(scan.size() % all.size());
        scan.update(split.status());
        return placement;
    }
}

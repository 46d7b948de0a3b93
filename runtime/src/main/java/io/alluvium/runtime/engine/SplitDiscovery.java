package io.alluvium.runtime.engine;

import io.alluvium.core.io.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Asks unbounded sources for new splits from time to time, and deals those of each table out to the workers in turn. Owned by
 * the coordinator's thread.
 */
final class SplitDiscovery {
    private static final long INTERVAL_MILLIS = 1000;

    private final Map<String, ScanProgress> scans;
    private final List<ScanProgress> unbounded;
    /** In the order in which their first splits go to the workers, so that tables of one split each spread. */
    private final List<ScanProgress> first;

    private final Checkpoints.InputOutput io;
    private final Clock clock;
    private final Consumer<Runnable> coordinator;
    private final Map<String, List<Placement>> placements = new LinkedHashMap<>();
    private long lastLookMillis;
    private boolean looking;

    /** @param coordinator runs a message on the coordinator's thread */
    SplitDiscovery(
            Map<String, ScanProgress> scans, Checkpoints.InputOutput io, Consumer<Runnable> coordinator, Clock clock) {
        this.scans = scans;
        this.first = List.copyOf(scans.values());
        this.unbounded = scans.values().stream().filter(scan -> !scan.bounded()).toList();
        this.io = io;
        this.coordinator = coordinator;
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
            Assignment assignment = new Assignment(then);
            found.forEach((scan, splits) -> assignNew(scan, splits, assignment));
            assignment.assigned(); // the look itself
        });
    }

    private void assignNew(ScanProgress scan, List<String> splits, Assignment assignment) {
        for (String split : splits) {
            if (!scan.knows(split)) {
                SplitTask task = new SplitTask(split, null, false, clock.millis());
                Placement placement = place(scan, task);
                assignment.left++;
                placement.worker.post(() -> {
                    placement.reader.assign(task);
                    coordinator.accept(assignment::assigned);
                });
            }
        }
    }

    /** Counts down to the moment when every worker has its new splits; on the coordinator's thread. */
    private static final class Assignment {
        private final Runnable then;
        private int left = 1;

        Assignment(Runnable then) {
            this.then = then;
        }

        void assigned() {
            if (--left == 0) {
                then.run();
            }
        }
    }

    private Placement place(ScanProgress scan, SplitTask split) {
        List<Placement> all = placements.get(scan.scan().id());
        if (all == null || !scans.containsValue(scan)) {
            throw new IllegalStateException("no worker reads " + scan.scan().id());
        }
        Placement placement = all.get((first.indexOf(scan) + scan.size()) % all.size());
        scan.update(split.status());
        return placement;
    }
}

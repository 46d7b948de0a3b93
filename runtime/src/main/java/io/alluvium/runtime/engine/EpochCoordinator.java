package io.alluvium.runtime.engine;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.io.Clock;
import io.alluvium.runtime.checkpoint.StateFileWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Decides when epochs open and close, which of them make a checkpoint, and when the job is done. An epoch opens for data (a worker
 * opens it), a request, a checkpoint that is due with something changed, or a split that became idle; it closes when every worker
 * has read what there was. Owned by one thread; others post to it.
 */
final class EpochCoordinator implements Step, Worker.Coordination {
    private static final long PARK_NANOS = 50_000_000;
    private static final long SETTLED_NANOS = 1_000_000;

    private final JobOptions options;
    private final Clock clock;
    private final EpochGate gate;
    private final Checkpoints checkpoints;
    private final CommitVersions versions;
    private final EpochResults results;
    private final SplitDiscovery discovery;
    private final long firstEpoch;
    private final long versionFloor;
    private final Signal signal = new Signal();
    private final ConcurrentLinkedQueue<Runnable> inbox = new ConcurrentLinkedQueue<>();
    private final Map<String, ScanProgress> scans;
    private List<Worker> workers = List.of();
    private final List<Request> requests = new ArrayList<>();
    private final Map<Long, List<EpochOutcome>> completing = new HashMap<>();
    private final Map<Long, List<Request>> afterCompletion = new HashMap<>();
    private int workersDone;
    private boolean drained = true;
    private boolean changed;
    private long lastCheckpointMillis;
    private long checkpointEpoch = -1;
    private long lastEpoch = -1;
    private volatile long epochsCompleted;
    private volatile boolean finished;

    EpochCoordinator(
            JobOptions options,
            Clock clock,
            EpochGate gate,
            Checkpoints checkpoints,
            CommitVersions versions,
            EpochResults results,
            Map<String, ScanProgress> scans,
            SplitDiscovery discovery,
            boolean fresh,
            long versionFloor) {
        this.options = options;
        this.clock = clock;
        this.gate = gate;
        this.checkpoints = checkpoints;
        this.versions = versions;
        this.results = results;
        this.scans = scans;
        this.discovery = discovery;
        this.firstEpoch = gate.lastOpened() + 1;
        this.versionFloor = versionFloor;
        this.changed = fresh;
        this.lastCheckpointMillis = clock.millis();
    }

    /** What someone waits for. */
    enum Wish {
        /** A last commit, then the end. */
        STOP,
        /** Everything that sources have, a last commit, then the end. */
        CATCH_UP,
        /** Everything that sources have. */
        QUIET,
        /** A checkpoint of what changed. */
        CHECKPOINT
    }

    private static final class Request {
        final Wish wish;
        final CompletableFuture<Void> done;
        boolean ready;
        long fromEpoch = Long.MAX_VALUE;

        Request(Wish wish, CompletableFuture<Void> done) {
            this.wish = wish;
            this.done = done;
        }
    }

    void workers(List<Worker> all) {
        workers = List.copyOf(all);
    }

    /** Called from any thread. */
    void post(Runnable message) {
        inbox.add(message);
        signal.raise();
    }

    /** Called from any thread; the future completes when the wish is fulfilled. */
    CompletableFuture<Void> request(Wish wish) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        post(() -> {
            Request request = new Request(wish, done);
            requests.add(request);
            if (wish == Wish.CATCH_UP || wish == Wish.QUIET) {
                discovery.look(() -> ready(request));
            } else {
                ready(request);
            }
        });
        return done;
    }

    @Override
    public void done(
            int worker, long epoch, boolean workerDrained, boolean workerChanged, List<Worker.ScanStatus> status) {
        post(() -> {
            workersDone++;
            drained &= workerDrained;
            changed |= workerChanged;
            for (Worker.ScanStatus scan : status) {
                scan.splits().forEach(progress(scan.scan())::update);
            }
        });
    }

    @Override
    public void stateFile(int worker, StateFileWriter.Content file) {
        checkpoints.write(worker, file);
    }

    @Override
    public void completed(int worker, long epoch, EpochOutcome outcome) {
        post(() -> {
            List<EpochOutcome> outcomes = completing.computeIfAbsent(epoch, key -> new ArrayList<>());
            outcomes.add(outcome);
            if (epoch == checkpointEpoch) {
                checkpoints.add(worker, outcome);
            }
            if (outcomes.size() == workers.size()) {
                completing.remove(epoch);
                epochCompleted(epoch, outcomes);
            }
        });
    }

    boolean finished() {
        return finished;
    }

    long epochsCompleted() {
        return epochsCompleted;
    }

    @Override
    public Signal signal() {
        return signal;
    }

    @Override
    public long parkNanos() {
        return gate.inFlight() > 0 ? SETTLED_NANOS : PARK_NANOS;
    }

    @Override
    public boolean step() {
        boolean worked = false;
        for (Runnable message = inbox.poll(); message != null; message = inbox.poll()) {
            message.run();
            worked = true;
        }
        if (finished) {
            return worked;
        }
        requireTimelyCheckpoint();
        if (lastEpoch >= 0) {
            return worked;
        }
        OpenEpoch open = gate.current();
        if (open == null) {
            discovery.lookWhenDue(clock.millis());
            return worked | openWhenDue();
        }
        return worked | (workersDone == workers.size() && close(open));
    }

    private void requireTimelyCheckpoint() {
        if (!checkpoints.busy()) {
            return;
        }
        long taken = clock.millis() - lastCheckpointMillis;
        if (taken > options.checkpointTimeoutMillis()) {
            throw new AlluviumException(
                    ErrorCode.EXTERNAL_FAILED,
                    "checkpoint " + (checkpoints.lastCheckpoint() + 1) + " is not written and committed after " + taken
                            + " ms, the longest time is " + options.checkpointTimeoutMillis() + " ms",
                    "a target or the state folder answers too slowly; see the lines before this one");
        }
    }

    private void ready(Request request) {
        request.ready = true;
        request.fromEpoch = gate.lastOpened() + 1;
    }

    private boolean openWhenDue() {
        if (!gate.mayOpen()) {
            return false;
        }
        long now = clock.millis();
        boolean idled = scans.values().stream().anyMatch(scan -> scan.wouldAdvance(now));
        if (idled || gate.lastOpened() < firstEpoch || waiting(Wish.CATCH_UP) || waiting(Wish.QUIET)) {
            gate.open(true);
            return true;
        }
        boolean due = changed && !checkpoints.busy() && checkpointDue(now);
        if (due || waiting(Wish.STOP) || waiting(Wish.CHECKPOINT)) {
            gate.open(false);
            return true;
        }
        return false;
    }

    /** Closes the epoch that every worker has read; false where it has to wait for the checkpoint before. */
    private boolean close(OpenEpoch open) {
        long now = clock.millis();
        for (ScanProgress scan : scans.values()) {
            changed |= scan.advance(now);
        }
        boolean last = waiting(Wish.STOP)
                || scans.values().stream().allMatch(ScanProgress::ended)
                || drained && waitingSince(Wish.CATCH_UP, open.number());
        boolean asked = last || waiting(Wish.CHECKPOINT);
        if (asked && checkpoints.busy()) {
            return false;
        }
        boolean checkpoint = changed && !checkpoints.busy() && (asked || checkpointDue(now));
        long version = checkpoint ? versions.next(now, Math.max(versionFloor, checkpoints.lastCommitVersion())) : 0;
        ClosingEpoch closing =
                new ClosingEpoch(open.number(), open.processingTimeMicros(), watermarks(), checkpoint, version);
        List<Request> fulfilled = fulfilledBy(open.number(), last);
        if (checkpoint) {
            changed = false;
            lastCheckpointMillis = now;
            checkpointEpoch = open.number();
            checkpoints.begin(closing, () -> end(closing.number(), fulfilled));
        } else {
            afterCompletion.put(open.number(), fulfilled);
        }
        if (last) {
            lastEpoch = open.number();
            gate.shut();
        }
        workersDone = 0;
        drained = true;
        gate.closed();
        for (Worker worker : workers) {
            worker.post(() -> worker.close(closing));
        }
        return true;
    }

    /** Takes out the requests that this epoch, with its checkpoint if it has one, fulfils. */
    private List<Request> fulfilledBy(long epoch, boolean last) {
        List<Request> fulfilled = new ArrayList<>();
        for (Request request : requests) {
            boolean by =
                    switch (request.wish) {
                        case STOP, CATCH_UP -> last;
                        case QUIET -> last || request.ready && drained && epoch >= request.fromEpoch;
                        case CHECKPOINT -> request.ready;
                    };
            if (by) {
                fulfilled.add(request);
            }
        }
        requests.removeAll(fulfilled);
        return fulfilled;
    }

    private void epochCompleted(long epoch, List<EpochOutcome> outcomes) {
        gate.completed(epoch);
        epochsCompleted = epochsCompleted + 1;
        results.deliver(epoch, outcomes);
        List<Request> fulfilled = afterCompletion.remove(epoch);
        if (fulfilled != null) {
            end(epoch, fulfilled);
        }
    }

    private void end(long epoch, List<Request> fulfilled) {
        finished |= epoch == lastEpoch;
        for (Request request : fulfilled) {
            request.done.complete(null);
        }
    }

    private boolean checkpointDue(long nowMillis) {
        return nowMillis - lastCheckpointMillis >= options.checkpointIntervalMillis();
    }

    private boolean waiting(Wish wish) {
        return requests.stream().anyMatch(request -> request.wish == wish && request.ready);
    }

    private boolean waitingSince(Wish wish, long epoch) {
        return requests.stream()
                .anyMatch(request -> request.wish == wish && request.ready && epoch >= request.fromEpoch);
    }

    private Map<String, Long> watermarks() {
        Map<String, Long> watermarks = new HashMap<>();
        scans.forEach((id, scan) -> watermarks.put(id, scan.watermark()));
        return watermarks;
    }

    private ScanProgress progress(String scan) {
        ScanProgress progress = scans.get(scan);
        if (progress == null) {
            throw new IllegalStateException("no scan " + scan);
        }
        return progress;
    }
}

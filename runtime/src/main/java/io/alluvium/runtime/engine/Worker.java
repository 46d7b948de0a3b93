package io.alluvium.runtime.engine;

import io.alluvium.runtime.checkpoint.StateFileWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Runs one instance of every node: takes what other workers sent, reads the splits assigned to it, and pushes rows through its
 * stations. In each epoch it reads until its splits have handed over what they had, the epoch's time is over, or the epoch
 * holds enough bytes; then it says so and waits for the coordinator to close the epoch.
 */
final class Worker implements Step {
    private static final int MESSAGES_A_STEP = 16;
    private static final long PARK_BUSY_NANOS = 1_000_000;
    private static final long PARK_IDLE_NANOS = 20_000_000;

    private final int index;
    private final EpochGate gate;
    private final JobOptions options;
    private final QueueBudget budget;
    private final Coordination coordination;
    private final Signal signal = new Signal();
    private final ConcurrentLinkedQueue<Runnable> inbox = new ConcurrentLinkedQueue<>();
    private final List<Station> stations = new ArrayList<>();
    private final List<Station> sources = new ArrayList<>();
    private final List<ScanReader> scans = new ArrayList<>();
    private final EpochOutcome[] outcomes = new EpochOutcome[2];
    private @Nullable OpenEpoch reading;
    private boolean done;
    private boolean drained;
    private long bytesRead;
    private long lastMarked;
    private int nextScan;
    private boolean idle;

    Worker(
            int index,
            EpochGate gate,
            JobOptions options,
            QueueBudget budget,
            Coordination coordination,
            long lastEpoch) {
        this.index = index;
        this.gate = gate;
        this.options = options;
        this.budget = budget;
        this.coordination = coordination;
        this.lastMarked = lastEpoch;
    }

    /** What the worker tells the coordinator; called on the worker's thread. */
    interface Coordination {
        void done(int worker, long epoch, boolean drained, boolean changed, List<ScanStatus> scans);

        /** A file of the checkpoint that is being made is full before its epoch is complete. */
        void stateFile(int worker, StateFileWriter.Content file);

        void completed(int worker, long epoch, EpochOutcome outcome);
    }

    /** The splits of one scan that this worker reads. */
    record ScanStatus(String scan, List<SplitStatus> splits) {}

    void add(Station station, boolean source) {
        stations.add(station);
        if (source) {
            sources.add(station);
        }
    }

    void add(ScanReader scan) {
        scans.add(scan);
    }

    List<Station> stations() {
        return stations;
    }

    List<ScanReader> scans() {
        return scans;
    }

    /** Called from any thread: runs on the worker's thread, in the order of each poster. */
    void post(Runnable message) {
        inbox.add(message);
        signal.raise();
    }

    /** Gives its sources threads that parse for them; before it runs. */
    void helpers(Executor threads) {
        sources.forEach(source -> source.context().helpers(threads));
    }

    @Override
    public Signal signal() {
        return signal;
    }

    @Override
    public long parkNanos() {
        return idle ? PARK_IDLE_NANOS : PARK_BUSY_NANOS;
    }

    @Override
    public boolean step() {
        boolean worked = false;
        for (int i = 0; i < MESSAGES_A_STEP; i++) {
            Runnable message = inbox.poll();
            if (message == null) {
                break;
            }
            message.run();
            worked = true;
        }
        worked |= read();
        idle = !worked && reading == null;
        return worked;
    }

    /** The coordinator closes the epoch: each source sends its marker. */
    void close(ClosingEpoch closing) {
        if (closing.number() != lastMarked + 1) {
            throw new IllegalStateException(
                    "worker " + index + " closes epoch " + closing.number() + " behind " + lastMarked);
        }
        for (Station source : sources) {
            source.sourceMarker(closing.end(source.context().node()));
        }
        lastMarked = closing.number();
        reading = null;
    }

    EpochOutcome outcome(long epoch) {
        int slot = (int) (epoch & 1);
        EpochOutcome outcome = outcomes[slot];
        if (outcome == null) {
            outcome = new EpochOutcome(
                    stations.size(),
                    new StateFileWriter(options.stateFileBytes(), file -> coordination.stateFile(index, file)));
            outcomes[slot] = outcome;
        }
        return outcome;
    }

    void stationCompleted(long epoch) {
        EpochOutcome outcome = outcome(epoch);
        if (--outcome.stationsLeft == 0) {
            outcomes[(int) (epoch & 1)] = null;
            coordination.completed(index, epoch, outcome);
        }
    }

    private boolean read() {
        OpenEpoch open = gate.current();
        if (open == null) {
            return gate.mayOpen() && lastMarked == gate.lastOpened() && !budget.exceeded() && probe();
        }
        if (open.number() != lastMarked + 1) {
            return false; // the marker of the epoch before is still in the inbox
        }
        if (reading == null) {
            begin(open);
        }
        return !done && readOne(open);
    }

    /** No epoch is open: the first rows found open one. */
    private boolean probe() {
        for (int i = 0; i < scans.size(); i++) {
            ScanReader scan = scans.get((nextScan + i) % scans.size());
            if (scan.probe(() -> begin(gate.open(true)))) {
                bytesRead += scan.takeBytes();
                return true;
            }
        }
        return false;
    }

    private void begin(OpenEpoch open) {
        reading = open;
        done = false;
        drained = true;
        bytesRead = 0;
        for (ScanReader scan : scans) {
            scan.beginEpoch();
        }
    }

    private boolean readOne(OpenEpoch open) {
        boolean full = !open.reads() || bytesRead >= options.epochBytes() || gate.timeOver(open);
        if (!full && budget.exceeded()) {
            return false;
        }
        boolean left = false;
        for (int i = 0; i < scans.size(); i++) {
            int position = (nextScan + i) % scans.size();
            ScanReader scan = scans.get(position);
            if (scan.readOne(full)) {
                bytesRead += scan.takeBytes();
                nextScan = (position + 1) % scans.size();
                return true;
            }
            left |= full ? !scan.atBoundary() : !scan.drained();
        }
        if (left) {
            return false; // a source transaction is not complete yet
        }
        for (ScanReader scan : scans) {
            drained &= scan.drained();
        }
        finishReading(open);
        return true;
    }

    private void finishReading(OpenEpoch open) {
        done = true;
        boolean changed = false;
        List<ScanStatus> status = new ArrayList<>(scans.size());
        for (ScanReader scan : scans) {
            changed |= scan.takeChanged();
            status.add(new ScanStatus(scan.node(), scan.status()));
        }
        coordination.done(index, open.number(), drained && open.reads(), changed, status);
    }
}

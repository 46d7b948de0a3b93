package io.alluvium.runtime.engine;

import io.alluvium.core.connector.ChangeBatch;
import io.alluvium.core.operator.DeadLetter;
import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.runtime.checkpoint.CheckpointStore;
import io.alluvium.runtime.checkpoint.Manifest;
import io.alluvium.runtime.checkpoint.Manifest.FileEntry;
import io.alluvium.runtime.checkpoint.StateFileWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a checkpoint from the workers' outcomes to the store's commit: state files, manifest, write-out; one at a time. The
 * coordinator's thread owns it; files and stores are touched by the job's I/O thread only, in the order of submission, but for
 * the state of large checkpoints, of which each worker writes its own, and the bases that are merged beside it.
 */
final class Checkpoints {
    private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);

    private final PhysicalPlan plan;
    private final Map<String, String> digests;
    private final JobOptions options;
    private final CheckpointStore store;
    private final StoreSinks sinks;
    private final Map<String, ScanProgress> scans;
    private final long attempt;
    private final InputOutput io;
    private final Map<String, Map<String, Long>> countersBefore;
    private final Set<String> unpublished = ConcurrentHashMap.newKeySet();
    private final BackgroundMerge merges;
    private final long deadLettersBefore;
    private List<FileEntry> live;
    private long deadLetters;
    private long lastCheckpoint;
    private long lastCommitVersion;
    private @Nullable InFlight inFlight;

    /**
     * @param digests what the plan's nodes mean, by id
     * @param background runs merges of state, beside {@code io}
     */
    Checkpoints(
            PhysicalPlan plan,
            Map<String, String> digests,
            JobOptions options,
            CheckpointStore store,
            StoreSinks sinks,
            Map<String, ScanProgress> scans,
            long attempt,
            InputOutput io,
            Background background,
            CheckpointStore.@Nullable Restored restored) {
        this.plan = plan;
        this.digests = digests;
        this.options = options;
        this.store = store;
        this.sinks = sinks;
        this.scans = scans;
        this.attempt = attempt;
        this.io = io;
        Manifest from = restored == null ? null : restored.manifest();
        this.live = from == null ? List.of() : from.files();
        this.deadLettersBefore = from == null ? 0 : from.deadLetters();
        this.deadLetters = deadLettersBefore;
        this.lastCheckpoint = from == null ? 0 : from.checkpoint();
        this.lastCommitVersion = from == null ? 0 : from.commitVersion();
        this.merges = new BackgroundMerge(store, options, attempt, unpublished, background);
        this.countersBefore = from == null ? Map.of() : from.counters();
    }

    /** Runs blocking work elsewhere and what follows it on the coordinator's thread; a failure of either fails the job. */
    interface InputOutput {
        void run(Runnable blocking, Runnable then);
    }

    /** Runs work that nobody waits for, beside the other. */
    interface Background extends InputOutput {
        /** False when the attempt is over, and the work is to end as it is. */
        boolean goesOn();
    }

    /** What the workers have delivered of the checkpoint that is being made. */
    private static final class InFlight {
        final ClosingEpoch closing;
        final long checkpoint;
        final Runnable committed;
        final List<FileEntry> files = new ArrayList<>();
        final List<List<FileEntry>> written = new ArrayList<>();
        final Map<String, List<ChangeBatch>> changes = new HashMap<>();
        final Map<String, List<byte[]>> committables = new HashMap<>();
        final Map<String, Map<String, byte[]>> positions = new HashMap<>();
        final Map<String, Map<String, Long>> counters = new TreeMap<>();
        final List<DeadLetter> letters = new ArrayList<>();
        int workersLeft;

        InFlight(ClosingEpoch closing, long checkpoint, int workers, Runnable committed) {
            this.closing = closing;
            this.checkpoint = checkpoint;
            this.workersLeft = workers;
            this.committed = committed;
            for (int i = 0; i < workers; i++) {
                written.add(new ArrayList<>());
            }
        }
    }

    /** True from the marker of a checkpoint until its commit is written out. */
    boolean busy() {
        return inFlight != null;
    }

    long lastCheckpoint() {
        return lastCheckpoint;
    }

    long lastCommitVersion() {
        return lastCommitVersion;
    }

    /** Dead letters up to the checkpoint that the attempt went on from. */
    long deadLettersBefore() {
        return deadLettersBefore;
    }

    Map<String, Map<String, Long>> countersBefore() {
        return countersBefore;
    }

    /** Removes the state files that were written for a checkpoint which did not come about; when the attempt is over. */
    void removeUnpublished() {
        store.removeUnpublished(unpublished);
        unpublished.clear();
    }

    /** @param committed called on the coordinator's thread when the commit is written out */
    void begin(ClosingEpoch closing, Runnable committed) {
        if (inFlight != null) {
            throw new IllegalStateException(
                    "checkpoint of epoch " + closing.number() + " begins before the last one ended");
        }
        inFlight = new InFlight(closing, lastCheckpoint + 1, options.parallelism(), committed);
    }

    /**
     * Writes a file of a worker's state; on the worker's thread, or later for it. The worker knows of the checkpoint by the closing of
     * its epoch, which the coordinator posted after {@link #begin}.
     */
    void write(int worker, StateFileWriter.Content file) {
        InFlight current = current();
        List<FileEntry> written = current.written.get(worker);
        written.add(write(current.checkpoint, worker + "-" + written.size(), false, file));
    }

    /** The outcome of one worker for the epoch of the checkpoint. */
    void add(int worker, EpochOutcome outcome) {
        InFlight current = current();
        outcome.changes.forEach((sink, changes) ->
                current.changes.computeIfAbsent(sink, key -> new ArrayList<>()).addAll(changes));
        outcome.committables.forEach((sink, committables) -> current.committables
                .computeIfAbsent(sink, key -> new ArrayList<>())
                .addAll(committables));
        outcome.positions.forEach((scan, positions) ->
                current.positions.computeIfAbsent(scan, key -> new HashMap<>()).putAll(positions));
        JobReport.add(current.counters, outcome.counters);
        current.letters.addAll(outcome.deadLetters);
        List<FileEntry> written = current.written.get(worker);
        io.run(
                () -> {
                    outcome.state.finish(file -> write(worker, file));
                    written.forEach(store::syncState);
                },
                () -> {
                    current.files.addAll(written);
                    if (--current.workersLeft == 0) {
                        publish(current);
                    }
                });
    }

    private FileEntry write(long checkpoint, String part, boolean base, StateFileWriter.Content content) {
        unpublished.add(store.stateName(checkpoint, attempt, part));
        return store.writeState(checkpoint, attempt, part, base, content);
    }

    private void publish(InFlight current) {
        List<FileEntry> files = new ArrayList<>(live);
        files.addAll(current.files);
        Map<String, Map<String, Long>> counters = new TreeMap<>();
        JobReport.add(counters, countersBefore);
        JobReport.add(counters, current.counters);
        Manifest manifest = new Manifest(
                plan.job(),
                attempt,
                current.checkpoint,
                current.closing.number(),
                current.closing.commitVersion(),
                options.parallelism(),
                options.zone().getId(),
                digests,
                files,
                current.closing.watermarks(),
                counters,
                deadLetters + current.letters.size());
        List<byte[]> letters = DeadLetterLines.of(current.letters, current.checkpoint);
        io.run(
                () -> {
                    store.publish(manifest, letters);
                    files.forEach(file -> unpublished.remove(file.name()));
                    LOG.debug(
                            "job={} published checkpoint={} commit={}",
                            plan.job(),
                            manifest.checkpoint(),
                            manifest.commitVersion());
                },
                () -> {
                    List<FileEntry> now = new ArrayList<>(live); // a merge may have replaced the older ones meanwhile
                    now.addAll(current.files);
                    live = List.copyOf(now);
                    lastCheckpoint = manifest.checkpoint();
                    lastCommitVersion = manifest.commitVersion();
                    deadLetters = manifest.deadLetters();
                    writeOut(current);
                });
    }

    private void writeOut(InFlight current) {
        io.run(
                () -> {
                    sinks.commit(current.closing.commitVersion(), attempt, current.changes, current.committables);
                    scans.forEach((id, scan) -> {
                        Map<String, byte[]> positions = current.positions.getOrDefault(id, Map.of());
                        if (!positions.isEmpty()) {
                            scan.source().published(positions);
                        }
                    });
                    store.removeOld(attempt, unpublished::contains);
                },
                () -> {
                    inFlight = null;
                    mergeWhenWorthIt();
                    current.committed.run();
                });
    }

    private void mergeWhenWorthIt() {
        merges.mergeWhenWorthIt(live, lastCheckpoint, (old, merged) -> {
            List<FileEntry> replaced = new ArrayList<>(merged);
            for (FileEntry file : live) {
                if (!old.contains(file)) {
                    replaced.add(file);
                }
            }
            live = List.copyOf(replaced);
        });
    }

    private InFlight current() {
        InFlight current = inFlight;
        if (current == null) {
            throw new IllegalStateException("no checkpoint is being made");
        }
        return current;
    }
}

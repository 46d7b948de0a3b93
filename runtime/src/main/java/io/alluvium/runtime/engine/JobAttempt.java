package io.alluvium.runtime.engine;

import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.connector.Source;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.row.RowHash;
import io.alluvium.core.type.Schema;
import io.alluvium.runtime.checkpoint.CheckpointStore;
import io.alluvium.runtime.checkpoint.PlanDigest;
import io.alluvium.runtime.checkpoint.SessionZone;
import io.alluvium.runtime.checkpoint.StateFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One start of a job, from its newest checkpoint to its end or first failure. The constructor restores: it reads the
 * checkpoint, guards the stores, finishes the pending commit and fences older attempts, and gives every operator its state. Then
 * whoever made it calls the {@link #steps}: a thread each, or a simulation.
 */
final class JobAttempt implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JobAttempt.class);

    private final PhysicalPlan plan;
    private final Executor executor;
    private final Executor merging;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final List<Worker> workers = new ArrayList<>();
    private final long attempt;
    private final EpochCoordinator coordinator;
    private final Checkpoints checkpoints;
    private final QueueBudget budget;
    private volatile boolean ended;

    /**
     * @param executor runs blocking work one piece after the other, in order
     * @param merging runs merges of state beside it
     */
    JobAttempt(
            PhysicalPlan plan,
            JobOptions options,
            Surroundings surroundings,
            boolean reset,
            Executor executor,
            Executor merging) {
        this(plan, options, surroundings, reset, executor, merging, null);
    }

    /** @param helpers threads that may parse for the workers, or null where all work is to be done by the steps */
    JobAttempt(
            PhysicalPlan plan,
            JobOptions options,
            Surroundings surroundings,
            boolean reset,
            Executor executor,
            Executor merging,
            @Nullable Executor helpers) {
        this.plan = plan;
        this.executor = executor;
        this.merging = merging;
        try {
            CheckpointStore store = new CheckpointStore(surroundings.files());
            if (reset) {
                store.reset();
            }
            CheckpointStore.Restored restored = store.newest();
            Map<String, String> digests = PlanDigest.of(
                    plan,
                    connector -> surroundings.connectors().factory(connector).options());
            if (restored != null) {
                SessionZone.check(plan.job(), restored.manifest().zone(), options.zone());
                PlanDigest.check(plan.job(), restored.manifest().plan(), digests);
            }
            StoreSinks sinks = new StoreSinks(plan, surroundings.connectors());
            opened.add(sinks);
            sinks.requireTime(options);
            boolean guarded = restored != null || surroundings.durable() && !reset;
            this.attempt = guard(store, restored, sinks, guarded);
            sinks.finishPending(restored, attempt);
            SpillFolder spill = null;
            if (surroundings.durable()) {
                spill = new SpillFolder(surroundings.files(), attempt);
                opened.add(spill);
            }
            this.budget = new QueueBudget(options.queueBytes(), spill);
            long lastEpoch = restored == null ? 0 : restored.manifest().epoch();
            EpochGate gate = new EpochGate(surroundings.clock(), options.epochMillis(), lastEpoch);
            Map<String, ScanProgress> scans = openScans(surroundings.connectors(), restored);
            this.checkpoints = new Checkpoints(
                    plan, digests, options, store, sinks, scans, attempt, this::runBlocking, background(), restored);
            opened.add(checkpoints::removeUnpublished);
            SplitDiscovery discovery = new SplitDiscovery(
                    scans, this::runBlocking, message -> coordinator().post(message), surroundings.clock());
            this.coordinator = new EpochCoordinator(
                    options,
                    surroundings.clock(),
                    gate,
                    checkpoints,
                    surroundings.versions(),
                    new EpochResults(plan, surroundings.collector()),
                    scans,
                    discovery,
                    restored == null,
                    sinks.newestLedger().version());
            for (int i = 0; i < options.parallelism(); i++) {
                workers.add(new Worker(i, gate, options, budget, coordinator, lastEpoch));
            }
            gate.workers(workers.stream().map(Worker::signal).toList());
            coordinator.workers(workers);
            List<StateFile> state = restored == null ? List.of() : restored.state();
            new JobGraph(plan, options, surroundings, gate, sinks, scans, budget, attempt, workers).build(state);
            workers.forEach(discovery::worker);
            scans.values()
                    .forEach(scan -> assignSplits(
                            scan, discovery, state, surroundings.clock().millis()));
            int splits = scans.values().stream().mapToInt(ScanProgress::size).sum();
            if (helpers != null && splits < options.parallelism()) {
                workers.forEach(worker -> worker.helpers(helpers));
            }
            LOG.info(
                    "job={} attempt={} parallelism={} zone={} starts {}",
                    plan.job(),
                    attempt,
                    options.parallelism(),
                    options.zone(),
                    restored == null ? "anew" : "behind checkpoint=" + checkpoints.lastCheckpoint());
        } catch (RuntimeException | Error e) {
            closeAfter(e);
            throw e;
        }
    }

    /** The workers and the coordinator. */
    List<Step> steps() {
        List<Step> steps = new ArrayList<>(workers);
        steps.add(coordinator);
        return steps;
    }

    EpochCoordinator coordinator() {
        return coordinator;
    }

    List<Worker> workers() {
        return workers;
    }

    CompletableFuture<Void> request(EpochCoordinator.Wish wish) {
        return coordinator.request(wish);
    }

    /** Everything was read, committed and written out. */
    boolean finished() {
        return coordinator.finished();
    }

    /** Ends the attempt; the first failure counts. Called from any thread. */
    void fail(Throwable cause) {
        if (!failure.compareAndSet(null, cause)) {
            Throwable first = failure.get();
            if (first != null && first != cause) {
                first.addSuppressed(cause);
            }
        }
        coordinator.signal().raise();
    }

    /** No step and no blocking work begins any more. */
    void end() {
        ended = true;
    }

    /** True when nobody is to call a step any more. */
    boolean over() {
        return ended || failure.get() != null || coordinator.finished();
    }

    @Nullable
    Throwable failure() {
        return failure.get();
    }

    long lastCheckpoint() {
        return checkpoints.lastCheckpoint();
    }

    JobReport report() {
        Map<String, Map<String, Long>> counters = new TreeMap<>();
        Map<String, Long> lags = new TreeMap<>();
        JobReport.add(counters, checkpoints.countersBefore());
        long deadLetters = checkpoints.deadLettersBefore();
        for (Worker worker : workers) {
            for (Station station : worker.stations()) {
                JobReport.add(
                        counters,
                        Map.of(station.context().node(), station.context().values()));
                deadLetters += station.context().lettersSoFar();
            }
            for (ScanReader scan : worker.scans()) {
                if (scan.lag() >= 0) {
                    lags.merge(scan.node(), scan.lag(), Long::sum);
                }
            }
        }
        return new JobReport(
                counters,
                lags,
                deadLetters,
                coordinator.epochsCompleted(),
                checkpoints.lastCheckpoint(),
                checkpoints.lastCommitVersion(),
                attempt,
                0,
                budget.spilledBytes());
    }

    /** Closes operators, readers, sources and sinks; called when no step runs any more. */
    @Override
    public void close() {
        Throwable first = null;
        List<AutoCloseable> all = new ArrayList<>();
        workers.forEach(worker -> worker.stations().forEach(station -> all.add(station.operator())));
        all.addAll(opened);
        for (AutoCloseable each : all) {
            try {
                each.close();
            } catch (Exception e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        if (first != null) {
            throw new IllegalStateException("closing job " + plan.job() + " failed", first);
        }
    }

    private static long guard(
            CheckpointStore store, CheckpointStore.@Nullable Restored restored, StoreSinks sinks, boolean guarded) {
        long least = restored == null ? 0 : restored.manifest().attempt();
        long floor = guarded ? least : Math.max(least, sinks.newestLedger().attempt());
        long attempt = store.nextAttempt(floor, restored);
        if (guarded) {
            sinks.requireNotBehind(restored == null ? 0 : restored.manifest().commitVersion(), attempt);
        }
        store.removeUnpublished(restored);
        return attempt;
    }

    private Map<String, ScanProgress> openScans(Connectors connectors, CheckpointStore.@Nullable Restored restored) {
        Map<PlanNode.Scan, Source> sources = openSources(connectors);
        Map<String, ScanProgress> scans = new LinkedHashMap<>();
        for (PlanNode node : plan.nodes()) {
            Source source = sources.get(node);
            if (node instanceof PlanNode.Scan scan && source != null) {
                ConnectorFactory factory = connectors.factory(scan.table().connector());
                long watermark = restored == null
                        ? EpochEnd.NO_PROMISE
                        : restored.manifest().watermarks().getOrDefault(scan.id(), EpochEnd.NO_PROMISE);
                boolean bounded = factory.traits(scan.table()).bounded();
                scans.put(scan.id(), new ScanProgress(scan, source, bounded, watermark));
            }
        }
        return scans;
    }

    /** The job's tables, those of one connector together. */
    private Map<PlanNode.Scan, Source> openSources(Connectors connectors) {
        Map<String, List<PlanNode.Scan>> byConnector = new LinkedHashMap<>();
        for (PlanNode node : plan.nodes()) {
            if (node instanceof PlanNode.Scan scan) {
                byConnector
                        .computeIfAbsent(scan.table().connector(), name -> new ArrayList<>())
                        .add(scan);
            }
        }
        Map<PlanNode.Scan, Source> sources = new IdentityHashMap<>();
        byConnector.forEach((name, scans) -> {
            List<Source> together = connectors
                    .factory(name)
                    .sources(scans.stream()
                            .map(scan -> reading(scan, connectors))
                            .toList());
            opened.addAll(together);
            for (int i = 0; i < scans.size(); i++) {
                sources.put(scans.get(i), together.get(i));
            }
        });
        return sources;
    }

    private static ConnectorFactory.Reading reading(PlanNode.Scan scan, Connectors connectors) {
        int columns = scan.physicalColumns().size() + scan.metadataKeys().size();
        Schema schema = new Schema(scan.schema().fields().subList(0, columns));
        return new ConnectorFactory.Reading(
                connectors.context(scan.table()), new ScanRequest(scan.physicalColumns(), scan.metadataKeys(), schema));
    }

    /** Splits that the checkpoint knows go on where it left them, others start. */
    private static void assignSplits(
            ScanProgress scan, SplitDiscovery discovery, List<StateFile> state, long nowMillis) {
        Map<String, byte @Nullable []> known = new TreeMap<>();
        for (StateFile file : state) {
            file.read(
                    scan.scan().id(),
                    ScanReader.SPLITS,
                    0,
                    RowHash.KEY_GROUPS,
                    (group, key, keyStart, keyLength, value, start, length) -> known.put(
                            new String(key, keyStart, keyLength, StandardCharsets.UTF_8),
                            Arrays.copyOfRange(value, start, start + length)));
        }
        scan.source().known(List.copyOf(known.keySet()));
        // A split that had ended is looked into again: its table may have grown since, or is followed now. An unbounded
        // table
        // that no longer lists a split has lost it for good.
        List<String> listed = scan.source().splits();
        for (String split : listed) {
            known.putIfAbsent(split, null);
        }
        known.forEach((split, stored) -> discovery.assign(
                scan, new SplitTask(split, stored, scan.bounded() || listed.contains(split), nowMillis)));
    }

    private Checkpoints.Background background() {
        return new Checkpoints.Background() {
            @Override
            public void run(Runnable blocking, Runnable then) {
                runOn(merging, blocking, then);
            }

            @Override
            public boolean goesOn() {
                return !ended && failure.get() == null;
            }
        };
    }

    private void runBlocking(Runnable blocking, Runnable then) {
        runOn(executor, blocking, then);
    }

    private void runOn(Executor where, Runnable blocking, Runnable then) {
        where.execute(() -> {
            if (ended || failure.get() != null) {
                return; // nothing more becomes durable or visible once the attempt is over
            }
            try {
                blocking.run();
                coordinator.post(then);
            } catch (RuntimeException | Error e) {
                fail(e);
            }
        });
    }

    private void closeAfter(Throwable cause) {
        try {
            close();
        } catch (RuntimeException e) {
            cause.addSuppressed(e);
        }
    }

    static AlluviumException asAlluvium(String job, Throwable cause) {
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (each instanceof OutOfMemoryError full) {
                return AlluviumException.memoryFull("job \"" + job + "\"", full);
            }
        }
        if (cause instanceof AlluviumException known) {
            return known;
        }
        return new AlluviumException(
                io.alluvium.core.error.ErrorCode.INTERNAL, "job \"" + job + "\" failed: " + cause, null, cause);
    }
}

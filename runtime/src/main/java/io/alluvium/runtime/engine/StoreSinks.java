package io.alluvium.runtime.engine;

import io.alluvium.core.connector.ChangeBatch;
import io.alluvium.core.connector.Sink;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.row.RowHash;
import io.alluvium.runtime.checkpoint.CheckpointStore;
import io.alluvium.runtime.checkpoint.StateFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The opened targets of a job: guards them at the start by their ledgers, finishes what an earlier attempt published and did not
 * write out, and commits. One caller at a time.
 */
final class StoreSinks implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StoreSinks.class);

    private final String job;
    private final Map<String, PlanNode.Sink> nodes = new LinkedHashMap<>();
    private final Map<String, Sink> sinks = new LinkedHashMap<>();
    private final Map<String, Sink.LedgerEntry> ledgers = new LinkedHashMap<>();

    StoreSinks(PhysicalPlan plan, Connectors connectors) {
        this.job = plan.job();
        boolean open = false;
        try {
            for (PlanNode node : plan.nodes()) {
                if (node instanceof PlanNode.Sink sink) {
                    nodes.put(sink.id(), sink);
                    sinks.put(
                            sink.id(),
                            connectors.factory(sink.table().connector()).sink(connectors.context(sink.table())));
                }
            }
            sinks.forEach((id, sink) -> {
                if (sink instanceof Sink.WriteAhead store) {
                    ledgers.put(id, store.ledger(job));
                }
            });
            open = true;
        } finally {
            if (!open) {
                close(); // one store is down: the others' connections are not left behind
            }
        }
    }

    /** @throws AlluviumException OPTION_INVALID where the transactions of a store would be too short for the job */
    void requireTime(JobOptions options) {
        Sink.Timing timing = new Sink.Timing(
                options.checkpointIntervalMillis(),
                options.checkpointTimeoutMillis(),
                JobRunner.LONGEST_BACKOFF_MILLIS);
        sinks.values().forEach(sink -> {
            if (sink instanceof Sink.Transactional store) {
                store.requireTime(timing);
            }
        });
    }

    /** What the sink operator of one worker does with its changes. */
    SinkOperator.Delivery delivery(PlanNode.Sink node, Worker worker, int index, long attempt) {
        Sink sink = sink(node.id());
        if (sink instanceof Sink.WriteAhead) {
            return SinkOperator.writeAhead(node, worker);
        }
        if (sink instanceof Sink.Transactional store) {
            return SinkOperator.transactional(node, job, attempt, store.writer(index, attempt), worker);
        }
        Sink.Immediate shown = (Sink.Immediate) sink;
        return SinkOperator.immediate(shown.writer(index), shown.netted());
    }

    /** The greatest attempt and version that any store knows of this job. */
    Sink.LedgerEntry newestLedger() {
        long version = 0;
        long attempt = 0;
        for (Sink.LedgerEntry ledger : ledgers.values()) {
            version = Math.max(version, ledger.version());
            attempt = Math.max(attempt, ledger.attempt());
        }
        return new Sink.LedgerEntry(version, attempt);
    }

    /** @throws AlluviumException RESTORE_BEHIND_STORE, FENCED */
    void requireNotBehind(long manifestVersion, long attempt) {
        ledgers.forEach((id, ledger) -> {
            String table = node(id).table().name();
            if (ledger.version() > manifestVersion) {
                throw new AlluviumException(
                        ErrorCode.RESTORE_BEHIND_STORE,
                        "table \"" + table + "\" holds commit " + ledger.version() + " of job \"" + job
                                + "\", its newest readable checkpoint is "
                                + (manifestVersion == 0 ? "none" : "commit " + manifestVersion),
                        "bring the newer state folder back; or empty the table and start anew with --reset " + job);
            }
            if (ledger.attempt() >= attempt) {
                throw new AlluviumException(
                        ErrorCode.FENCED,
                        "attempt " + attempt + " of job \"" + job + "\" is older than attempt " + ledger.attempt()
                                + " that wrote table \"" + table + "\"",
                        "stop the other process, or start anew with --reset " + job);
            }
        });
    }

    /** Finishes the commit of a restored checkpoint and fences older attempts; before the first epoch. */
    void finishPending(CheckpointStore.@Nullable Restored restored, long attempt) {
        List<StateFile> newest = restored == null ? List.of() : newestFiles(restored);
        long version = restored == null ? 0 : restored.manifest().commitVersion();
        sinks.forEach((id, sink) -> {
            if (sink instanceof Sink.WriteAhead store) {
                Sink.LedgerEntry ledger = ledgers.getOrDefault(id, new Sink.LedgerEntry(0, 0));
                boolean pending = ledger.version() < version;
                List<ChangeBatch> changes = pending ? ChangeCodec.read(node(id).schema(), id, newest) : List.of();
                if (!changes.isEmpty()) {
                    LOG.info("job={} sink={} writes out pending commit={}", job, id, version);
                }
                long fence = changes.isEmpty() ? ledger.version() : version;
                store.commit(new Sink.Commit(job, fence, attempt), changes);
            } else if (sink instanceof Sink.Transactional store) {
                for (byte[] committable : committables(id, newest)) {
                    store.commit(new Sink.Commit(job, version, attempt), committable);
                }
            }
        });
        // only now: what one sink has prepared and not yet committed may look dangling to another one of the same store
        sinks.values().forEach(sink -> {
            if (sink instanceof Sink.Transactional store) {
                store.abortDangling(job);
            }
        });
    }

    /** Writes out a published commit. */
    void commit(
            long version,
            long attempt,
            Map<String, List<ChangeBatch>> changes,
            Map<String, List<byte[]>> committables) {
        sinks.forEach((id, sink) -> {
            List<ChangeBatch> net = changes.getOrDefault(id, List.of());
            if (sink instanceof Sink.WriteAhead store && !net.isEmpty()) {
                store.commit(new Sink.Commit(job, version, attempt), net);
            } else if (sink instanceof Sink.Transactional store) {
                for (byte[] committable : committables.getOrDefault(id, List.of())) {
                    store.commit(new Sink.Commit(job, version, attempt), committable);
                }
            }
        });
    }

    @Override
    public void close() {
        RuntimeException failure = null;
        for (Sink sink : sinks.values()) {
            try {
                sink.close();
            } catch (RuntimeException e) {
                failure = e;
            } catch (Exception e) {
                failure = new IllegalStateException(e);
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private Sink sink(String id) {
        Sink sink = sinks.get(id);
        if (sink == null) {
            throw new IllegalStateException("no sink " + id);
        }
        return sink;
    }

    private PlanNode.Sink node(String id) {
        PlanNode.Sink node = nodes.get(id);
        if (node == null) {
            throw new IllegalStateException("no sink " + id);
        }
        return node;
    }

    private static List<StateFile> newestFiles(CheckpointStore.Restored restored) {
        List<StateFile> files = new ArrayList<>();
        for (int i = 0; i < restored.state().size(); i++) {
            var entry = restored.manifest().files().get(i);
            if (!entry.base() && entry.checkpoint() == restored.manifest().checkpoint()) {
                files.add(restored.state().get(i));
            }
        }
        return files;
    }

    private static List<byte[]> committables(String sink, List<StateFile> files) {
        List<byte[]> committables = new ArrayList<>();
        for (StateFile file : files) {
            file.read(
                    sink,
                    SinkOperator.COMMITTABLES,
                    0,
                    RowHash.KEY_GROUPS,
                    (group, key, keyStart, keyLength, value, start, length) ->
                            committables.add(Arrays.copyOfRange(value, start, start + length)));
        }
        return committables;
    }
}

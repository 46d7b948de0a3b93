package io.alluvium.runtime.simulation;

import io.alluvium.core.connector.ChangeBatch;
import io.alluvium.core.connector.Sink;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An append-only store with transactions that outlive the process which prepared them. */
public final class TransactionalBag implements Sink.Transactional {
    private final List<String> visible = new ArrayList<>();
    private final Map<String, List<String>> prepared = new TreeMap<>();
    private final Set<String> committed = new HashSet<>();
    private long newestAttempt;
    private Faults faults = Faults.NONE;

    public void faults(Faults now) {
        faults = now;
    }

    public synchronized List<String> rows() {
        return visible.stream().sorted().toList();
    }

    @Override
    public Writer writer(int worker, long attempt) {
        newestAttempt = Math.max(newestAttempt, attempt);
        return new Writer() {
            private List<String> open = new ArrayList<>();

            @Override
            public void write(ChangeBatch changes) {
                for (int i = 0; i < changes.size(); i++) {
                    if (changes.before()[i] >= 0) {
                        throw new AssertionError("an append-only store got a removal");
                    }
                    open.add(KeyedStore.text(changes.rows(), changes.after()[i]));
                }
            }

            @Override
            public byte @Nullable [] prepare(Commit commit) {
                if (open.isEmpty()) {
                    return null;
                }
                faults.at("prepare");
                String id = attempt + "-" + worker + "-" + commit.version();
                prepared.put(id, open);
                open = new ArrayList<>();
                faults.at("prepared");
                return id.getBytes(StandardCharsets.UTF_8);
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public synchronized void commit(Commit commit, byte[] committable) {
        if (commit.attempt() < newestAttempt) {
            throw new AlluviumException(
                    ErrorCode.FENCED, "attempt " + commit.attempt() + " is older than " + newestAttempt);
        }
        faults.at("store: before transaction commit");
        String id = new String(committable, StandardCharsets.UTF_8);
        if (committed.add(id)) {
            List<String> rows = prepared.remove(id);
            if (rows == null) {
                throw new AssertionError("transaction " + id + " was lost");
            }
            visible.addAll(rows);
        }
        faults.at("store: after transaction commit");
    }

    @Override
    public void abortDangling(String job) {
        prepared.clear();
    }
}

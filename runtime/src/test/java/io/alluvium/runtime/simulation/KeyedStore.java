package io.alluvium.runtime.simulation;

import io.alluvium.core.connector.ChangeBatch;
import io.alluvium.core.connector.Sink;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.RowBatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A store without transactions that outlives crashes: rows by their first column, and a ledger entry a job. It checks what it is
 * given: commit versions grow, no key goes back, the row before is the one it holds, a repeated commit is the same. Thread-safe.
 */
public final class KeyedStore implements Sink.WriteAhead {
    private final Map<String, String> rows = new TreeMap<>();
    private final Map<String, Long> keyVersions = new TreeMap<>();
    private final Map<String, LedgerEntry> ledger = new TreeMap<>();
    private final Map<Long, List<String>> commits = new TreeMap<>();
    private final boolean fences;
    private Faults faults = Faults.NONE;

    /** @param fences false for a store that takes commits of older attempts, to show that this is noticed */
    public KeyedStore(boolean fences) {
        this.fences = fences;
    }

    public synchronized void faults(Faults now) {
        faults = now;
    }

    /** The rows by key, as text. */
    public synchronized Map<String, String> rows() {
        return new TreeMap<>(rows);
    }

    public synchronized int commits() {
        return commits.size();
    }

    @Override
    public synchronized LedgerEntry ledger(String job) {
        return ledger.getOrDefault(job, new LedgerEntry(0, 0));
    }

    @Override
    public synchronized void commit(Commit commit, Iterable<ChangeBatch> changes) {
        LedgerEntry last = ledger(commit.job());
        if (fences && last.attempt() > commit.attempt()) {
            throw new AlluviumException(
                    ErrorCode.FENCED, "attempt " + commit.attempt() + " is older than " + last.attempt());
        }
        faults.at("store: before commit");
        if (commit.version() > last.version()) {
            List<String> texts = new ArrayList<>();
            List<Runnable> writes = new ArrayList<>();
            for (ChangeBatch batch : changes) {
                for (int i = 0; i < batch.size(); i++) {
                    add(commit, batch, i, texts, writes);
                }
            }
            List<String> earlier = commits.putIfAbsent(commit.version(), texts);
            require(earlier == null || earlier.equals(texts), "commit " + commit + " is repeated with other rows");
            for (Runnable write : writes) {
                write.run();
                faults.at("store: row written");
            }
        }
        faults.at("store: before ledger");
        ledger.put(commit.job(), new LedgerEntry(Math.max(last.version(), commit.version()), commit.attempt()));
        faults.at("store: after ledger");
    }

    private void add(Commit commit, ChangeBatch batch, int i, List<String> texts, List<Runnable> writes) {
        String before = text(batch.rows(), batch.before()[i]);
        String after = text(batch.rows(), batch.after()[i]);
        String key = key(before.isEmpty() ? after : before);
        require(
                before.isEmpty() || after.isEmpty() || key(after).equals(key),
                "a change has two keys: " + before + after);
        texts.add(before + ">" + after);
        writes.add(() -> write(commit.version(), key, before, after));
    }

    private void write(long version, String key, String before, String after) {
        long last = keyVersions.getOrDefault(key, 0L);
        require(version >= last, "key " + key + " goes back from commit " + last + " to " + version);
        String held = rows.getOrDefault(key, "");
        if (last == version) {
            require(held.equals(after), "key " + key + " changes twice in commit " + version);
            return;
        }
        require(held.equals(before), "key " + key + " holds " + held + ", the change replaces " + before);
        keyVersions.put(key, version);
        if (after.isEmpty()) {
            rows.remove(key);
        } else {
            rows.put(key, after);
        }
    }

    private static String key(String row) {
        return row.substring(1, row.indexOf(','));
    }

    static String text(RowBatch rows, int row) {
        if (row < 0) {
            return "";
        }
        Object[] values = new Object[rows.columns().size()];
        Arrays.setAll(values, i -> String.valueOf(rows.column(i).value(row)));
        return Arrays.toString(values);
    }

    private static void require(boolean holds, String problem) {
        if (!holds) {
            throw new AssertionError(problem);
        }
    }
}

package io.alluvium.testkit.scripts.memory;

import io.alluvium.core.connector.ChangeBatch;
import io.alluvium.core.connector.Sink.Commit;
import io.alluvium.core.connector.Sink.LedgerEntry;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A table in memory: a log for those who read it, a store with a ledger for the job that writes it. It is a suspicious store: a
 * change that does not fit what it holds fails the commit. Thread-safe.
 */
public final class MemoryTable {
    private final String name;
    private final Schema schema;
    private final int[] key;
    private final MemoryLog log;
    private final TreeMap<RowKey, RowBatch> rows = new TreeMap<>();
    private final TreeMap<RowKey, Long> counts = new TreeMap<>();
    private final Map<String, LedgerEntry> ledger = new HashMap<>();

    public MemoryTable(String name, Schema schema, List<String> primaryKey, int splits) {
        this.name = name;
        this.schema = schema;
        this.key = primaryKey.stream().mapToInt(schema::indexOf).toArray();
        this.log = new MemoryLog(splits);
    }

    public String name() {
        return name;
    }

    public Schema schema() {
        return schema;
    }

    public MemoryLog log() {
        return log;
    }

    /** The key columns' positions; empty for a table without a key. */
    public int[] key() {
        return key.clone();
    }

    /** What the store holds: each row as a batch of one, its weight is how often it is there. */
    public synchronized List<RowBatch> stored() {
        List<RowBatch> all = new ArrayList<>();
        rows.forEach((id, row) -> all.add(weighted(row, counts.getOrDefault(id, 1L))));
        return all;
    }

    synchronized LedgerEntry ledger(String job) {
        return ledger.getOrDefault(job, new LedgerEntry(0, 0));
    }

    synchronized void commit(Commit commit, Iterable<ChangeBatch> changes) {
        LedgerEntry last = ledger(commit.job());
        if (commit.attempt() < last.attempt()) {
            throw new AlluviumException(
                    ErrorCode.FENCED,
                    "attempt " + commit.attempt() + " of job \"" + commit.job() + "\" writes table \"" + name
                            + "\", which attempt " + last.attempt() + " has taken over");
        }
        if (commit.version() > last.version()) {
            List<MemoryLog.Entry> added = new ArrayList<>();
            for (ChangeBatch batch : changes) {
                apply(batch, added);
            }
            log.append(0, added);
        }
        ledger.put(commit.job(), new LedgerEntry(Math.max(commit.version(), last.version()), commit.attempt()));
    }

    private void apply(ChangeBatch batch, List<MemoryLog.Entry> added) {
        for (int i = 0; i < batch.size(); i++) {
            int before = batch.before()[i];
            int after = batch.after()[i];
            BatchBuilder entry = new BatchBuilder(schema);
            if (before >= 0) {
                remove(batch.rows(), before);
                entry.appendFrom(batch.rows(), before, -1);
            }
            if (after >= 0) {
                add(batch.rows(), after);
                entry.appendFrom(batch.rows(), after, 1);
            }
            added.add(new MemoryLog.Entry.Rows(entry.build()));
        }
    }

    private void remove(RowBatch batch, int row) {
        RowKey id = id(batch, row);
        RowBatch held = rows.get(id);
        if (held == null || !RowKey.of(held, 0).equals(RowKey.of(batch, row))) {
            throw AlluviumException.internal("table \"" + name + "\" is asked to remove the row "
                    + RowKey.text(batch, row) + " and holds " + (held == null ? "none" : RowKey.text(held, 0)));
        }
        long left = counts.getOrDefault(id, 1L) - 1;
        if (left == 0) {
            rows.remove(id);
            counts.remove(id);
        } else {
            counts.put(id, left);
        }
    }

    private void add(RowBatch batch, int row) {
        RowKey id = id(batch, row);
        RowBatch held = rows.get(id);
        if (held != null && key.length > 0) {
            throw AlluviumException.internal("table \"" + name + "\" is asked to insert the row "
                    + RowKey.text(batch, row) + " and holds " + RowKey.text(held, 0) + " under its key");
        }
        rows.put(id, single(batch, row, 1));
        counts.merge(id, 1L, Long::sum);
    }

    private RowKey id(RowBatch batch, int row) {
        return key.length == 0 ? RowKey.of(batch, row) : RowKey.of(batch, row, key);
    }

    private RowBatch weighted(RowBatch row, long weight) {
        return single(row, 0, weight);
    }

    private RowBatch single(RowBatch batch, int row, long weight) {
        BatchBuilder one = new BatchBuilder(schema);
        one.appendFrom(batch, row, weight);
        return one.build();
    }

    @Override
    public String toString() {
        return name + schema + (key.length == 0 ? "" : " key " + Arrays.toString(key));
    }
}

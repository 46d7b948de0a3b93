package io.alluvium.testkit.scripts.memory;

import io.alluvium.core.connector.ChangeBatch;
import io.alluvium.core.connector.Sink;

/** Writes the commits of jobs into a table in memory. */
final class MemorySink implements Sink.WriteAhead {
    private final MemoryTable table;

    MemorySink(MemoryTable table) {
        this.table = table;
    }

    @Override
    public LedgerEntry ledger(String job) {
        return table.ledger(job);
    }

    @Override
    public void commit(Commit commit, Iterable<ChangeBatch> changes) {
        table.commit(commit, changes);
    }
}

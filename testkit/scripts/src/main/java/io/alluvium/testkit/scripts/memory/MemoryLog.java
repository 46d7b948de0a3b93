package io.alluvium.testkit.scripts.memory;

import io.alluvium.core.row.RowBatch;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The log of a table: what was fed to it, in splits; it outlives the jobs that read it. Thread-safe. */
public final class MemoryLog {
    private final List<List<Entry>> splits = new ArrayList<>();
    private boolean ended;

    public MemoryLog(int splits) {
        for (int i = 0; i < splits; i++) {
            this.splits.add(new ArrayList<>());
        }
    }

    /** What comes at once, and is never cut by an epoch. */
    public sealed interface Entry {
        /** Rows of the table's physical columns, with weights. */
        record Rows(RowBatch rows) implements Entry {}

        /** A record of the table's format. */
        record Record(byte[] bytes) implements Entry {}
    }

    public int splits() {
        return splits.size();
    }

    /** Adds entries; a reader sees all of them or none. */
    public synchronized void append(int split, List<? extends Entry> entries) {
        splits.get(split).addAll(entries);
    }

    /** Nothing more will come. */
    public synchronized void end() {
        ended = true;
    }

    public synchronized boolean ended() {
        return ended;
    }

    public synchronized int size(int split) {
        return splits.get(split).size();
    }

    /** The entry at a position, or null where none is yet. */
    public synchronized @Nullable Entry at(int split, int position) {
        List<Entry> entries = splits.get(split);
        return position < entries.size() ? entries.get(position) : null;
    }

    /** The entries now. */
    public synchronized List<Entry> entries(int split) {
        return List.copyOf(splits.get(split));
    }
}

package io.alluvium.runtime.simulation;

import io.alluvium.core.connector.Source;
import io.alluvium.core.connector.SourceContext;
import io.alluvium.core.connector.SplitReader;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.Schema;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A log that outlives crashes: splits of weighted rows, some of which belong together as one transaction of the source. Rows
 * may be appended while it is read. Thread-safe.
 */
public final class LogTable implements Source {
    private final Schema schema;
    private final int batchRows;
    private final Map<String, List<Entry>> splits = new TreeMap<>();
    private boolean closed;

    public LogTable(Schema schema, int batchRows) {
        this.schema = schema;
        this.batchRows = batchRows;
    }

    /** @param open more rows of the same transaction follow */
    private record Entry(long weight, Object[] values, boolean open) {}

    public Schema schema() {
        return schema;
    }

    public synchronized void append(String split, long weight, Object... values) {
        rows(split).add(new Entry(weight, values, false));
    }

    public synchronized void appendOpen(String split, long weight, Object... values) {
        rows(split).add(new Entry(weight, values, true));
    }

    public synchronized void makeSplit(String split) {
        rows(split);
    }

    /** No row comes any more: the table is bounded from now on. */
    public synchronized void end() {
        closed = true;
    }

    /** An ended table is followed from now on, as a folder that gets a monitor interval. */
    public synchronized void follow() {
        closed = false;
    }

    public synchronized boolean ended() {
        return closed;
    }

    @Override
    public synchronized List<String> splits() {
        return List.copyOf(splits.keySet());
    }

    @Override
    public SplitReader open(String split, byte @Nullable [] position, SourceContext context) {
        return new Reader(
                split, position == null ? 0 : ByteBuffer.wrap(position).getInt());
    }

    private List<Entry> rows(String split) {
        return splits.computeIfAbsent(split, name -> new ArrayList<>());
    }

    private final class Reader implements SplitReader {
        private final String split;
        private int next;
        private boolean inside;

        Reader(String split, int next) {
            this.split = split;
            this.next = next;
        }

        @Override
        public @Nullable RowBatch poll() {
            synchronized (LogTable.this) {
                List<Entry> rows = rows(split);
                if (next == rows.size()) {
                    return null;
                }
                BatchBuilder builder = new BatchBuilder(schema);
                while (next < rows.size() && builder.size() < batchRows) {
                    Entry entry = rows.get(next++);
                    builder.appendRow(entry.weight(), entry.values());
                    inside = entry.open();
                }
                return builder.build();
            }
        }

        @Override
        public boolean finished() {
            synchronized (LogTable.this) {
                return closed && next == rows(split).size();
            }
        }

        @Override
        public boolean atBoundary() {
            return !inside;
        }

        @Override
        public byte[] position() {
            return ByteBuffer.allocate(4).putInt(next).array();
        }

        @Override
        public void close() {}
    }
}

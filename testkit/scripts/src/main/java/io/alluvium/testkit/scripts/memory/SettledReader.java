package io.alluvium.testkit.scripts.memory;

import io.alluvium.core.connector.SplitReader;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gives, of a split that is read to its end, only the rows that are left: by key where the scan has the whole key. */
final class SettledReader implements SplitReader {
    private final SplitReader reader;
    private final NetRows net;

    SettledReader(SplitReader reader, List<String> primaryKey, Schema schema) {
        this.reader = reader;
        int[] key = primaryKey.stream().mapToInt(schema::indexOf).toArray();
        boolean whole = true;
        for (int column : key) {
            whole &= column >= 0;
        }
        this.net = whole ? new NetRows(schema, key) : new NetRows(schema);
    }

    @Override
    public @Nullable RowBatch poll() {
        boolean any = false;
        for (RowBatch rows = reader.poll(); rows != null; rows = reader.poll()) {
            net.add(rows);
            any = true;
        }
        RowBatch left = any ? net.batch() : null;
        return left == null || left.size() == 0 ? null : left;
    }

    @Override
    public boolean finished() {
        return reader.finished();
    }

    @Override
    public byte[] position() {
        return reader.position();
    }

    @Override
    public void close() {
        reader.close();
    }
}

package io.alluvium.testkit.scripts.memory;

import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.Schema;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is left of changes: with a key the last image of each, without one each row as often as it was added more than removed.
 * Single-threaded.
 */
public final class NetRows {
    private final Schema schema;
    private final int[] key;
    private final Map<RowKey, RowBatch> rows = new LinkedHashMap<>();
    private final Map<RowKey, Long> counts = new LinkedHashMap<>();

    /** @param key positions of the key columns, or empty */
    public NetRows(Schema schema, int... key) {
        this.schema = schema;
        this.key = key;
    }

    public void add(RowBatch batch) {
        for (int row = 0; row < batch.size(); row++) {
            long weight = batch.weight(row);
            RowKey id = key.length == 0 ? RowKey.of(batch, row) : RowKey.of(batch, row, key);
            long count = key.length == 0 ? counts.getOrDefault(id, 0L) + weight : Math.max(0, weight);
            rows.remove(id);
            counts.remove(id);
            if (count != 0) {
                rows.put(id, batch.gather(new int[] {row}, 1));
                counts.put(id, key.length == 0 ? count : 1);
            }
        }
    }

    /** The rows that are left; a row that was removed more often than added has a negative weight. */
    public RowBatch batch() {
        BatchBuilder builder = new BatchBuilder(schema);
        rows.forEach((id, row) -> builder.appendFrom(row, 0, counts.getOrDefault(id, 1L)));
        return builder.build();
    }
}

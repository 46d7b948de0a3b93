package io.alluvium.server.session;

import io.alluvium.core.row.Column;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowCodec;
import io.alluvium.core.type.Schema;
import io.alluvium.runtime.engine.Collector;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Adds up the net changes of a query to its rows. Called by the engine's threads, one at a time. */
final class ResultCollector implements Collector {
    private final RowCodec codec;
    private final Map<ByteBuffer, Long> rows = new LinkedHashMap<>();

    ResultCollector(Schema schema) {
        this.codec = RowCodec.of(schema);
    }

    @Override
    public synchronized void changes(String node, long epoch, List<RowBatch> net) {
        for (RowBatch batch : net) {
            Column[] columns = batch.columns().toArray(new Column[0]);
            for (int row = 0; row < batch.size(); row++) {
                ByteBuffer key = ByteBuffer.wrap(codec.encode(columns, row));
                long weight = rows.merge(key, batch.weight(row), Long::sum);
                if (weight == 0) {
                    rows.remove(key);
                }
            }
        }
    }

    /** The rows now; a row that is there n times stands n times. */
    synchronized List<@Nullable Object[]> rows() {
        List<@Nullable Object[]> all = new ArrayList<>();
        rows.forEach((key, weight) -> {
            @Nullable Object[] row = new Object[codec.columns()];
            for (int i = 0; i < row.length; i++) {
                row[i] = codec.value(key.array(), 0, i);
            }
            for (long n = 0; n < weight; n++) {
                all.add(row);
            }
        });
        return all;
    }
}

package io.alluvium.runtime.simulation;

import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.operator.Operator;
import io.alluvium.core.operator.Output;
import io.alluvium.core.operator.StateReader;
import io.alluvium.core.operator.StateWriter;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowHash;
import io.alluvium.core.type.Schema;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Rows and sum a key, as a small operator of the tests' own. Columns: key, amount; output: key, rows, sum. */
public final class SumByKey implements Operator {
    private static final String STATE = "sums";

    private final Schema schema;
    private final Map<Long, long[]> sums = new TreeMap<>();
    private final Map<Long, long[]> before = new TreeMap<>();
    private final TreeSet<Long> changed = new TreeSet<>();
    private final Map<Long, Integer> groups = new TreeMap<>();

    public SumByKey(Schema schema) {
        this.schema = schema;
    }

    @Override
    public void process(int input, RowBatch batch, Output output) {
        long[] hashes = new long[batch.size()];
        RowHash.hash(batch, new int[] {0}, hashes);
        for (int row = 0; row < batch.size(); row++) {
            long key = batch.longs(0).values()[row];
            long[] sum = sums.computeIfAbsent(key, fresh -> new long[2]);
            before.putIfAbsent(key, sum.clone());
            changed.add(key);
            groups.put(key, RowHash.keyGroup(hashes[row]));
            sum[0] += batch.weight(row);
            sum[1] += batch.weight(row) * batch.longs(1).values()[row];
        }
    }

    @Override
    public void endEpoch(EpochEnd epoch, Output output) {
        BatchBuilder builder = new BatchBuilder(schema);
        before.forEach((key, old) -> {
            long[] now = sums.getOrDefault(key, new long[2]);
            if (old[0] == now[0] && old[1] == now[1]) {
                return;
            }
            if (old[0] > 0) {
                builder.appendRow(-1, key, old[0], old[1]);
            }
            if (now[0] > 0) {
                builder.appendRow(1, key, now[0], now[1]);
            }
        });
        before.clear();
        sums.values().removeIf(sum -> sum[0] == 0 && sum[1] == 0);
        output.emit(builder.build());
    }

    @Override
    public void snapshot(StateWriter writer) {
        for (long key : changed) {
            byte[] bytes = ByteBuffer.allocate(8).putLong(key).array();
            long[] sum = sums.get(key);
            int group = groups.getOrDefault(key, -1);
            if (sum == null) {
                writer.remove(STATE, group, bytes);
            } else {
                writer.put(
                        STATE,
                        group,
                        bytes,
                        ByteBuffer.allocate(16).putLong(sum[0]).putLong(sum[1]).array());
            }
        }
        changed.clear();
    }

    @Override
    public void restore(StateReader reader) {
        reader.read(STATE, (group, key, keyStart, keyLength, value, start, length) -> {
            long id = ByteBuffer.wrap(key, keyStart, keyLength).getLong();
            if (value == null) {
                sums.remove(id);
            } else {
                ByteBuffer sum = ByteBuffer.wrap(value, start, length);
                sums.put(id, new long[] {sum.getLong(), sum.getLong()});
                groups.put(id, group);
            }
        });
    }
}

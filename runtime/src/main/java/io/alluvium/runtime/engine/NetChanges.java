package io.alluvium.runtime.engine;

import io.alluvium.core.connector.ChangeBatch;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowCodec;
import io.alluvium.core.row.ValueText;
import io.alluvium.core.type.Schema;
import java.nio.ByteBuffer;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Turns net weighted rows into the changes a store understands. */
final class NetChanges {
    private NetChanges() {}

    /** Inserts and deletes row by row, a row of weight n as n changes: for targets without a key. */
    static List<ChangeBatch> byRow(List<RowBatch> rows) {
        List<ChangeBatch> changes = new ArrayList<>(rows.size());
        for (RowBatch batch : rows) {
            int size = 0;
            for (int row = 0; row < batch.size(); row++) {
                size = Math.addExact(size, Math.toIntExact(Math.abs(batch.weight(row))));
            }
            int[] before = new int[size];
            int[] after = new int[size];
            int change = 0;
            for (int row = 0; row < batch.size(); row++) {
                long weight = batch.weight(row);
                for (long i = Math.abs(weight); i > 0; i--) {
                    before[change] = weight < 0 ? row : -1;
                    after[change++] = weight < 0 ? -1 : row;
                }
            }
            changes.add(new ChangeBatch(batch, before, after, size));
        }
        return changes;
    }

    /**
     * One change a key: its removed row before, its added row after.
     *
     * @throws AlluviumException KEY_NOT_UNIQUE naming table and key where more than one row of a key was added or removed
     */
    static List<ChangeBatch> byKey(String table, Schema schema, int[] keys, List<RowBatch> rows) {
        RowCodec keyCodec = RowCodec.of(schema, keys);
        Map<ByteBuffer, long[]> pairs = new HashMap<>(); // batch and row of before and after, packed; -1 for none
        List<long[]> order = new ArrayList<>();
        for (int number = 0; number < rows.size(); number++) {
            RowBatch batch = rows.get(number);
            Column[] keyColumns = keyColumns(batch, keys);
            for (int row = 0; row < batch.size(); row++) {
                long[] pair = pairs.computeIfAbsent(ByteBuffer.wrap(keyCodec.encode(keyColumns, row)), key -> {
                    long[] fresh = {-1, -1};
                    order.add(fresh);
                    return fresh;
                });
                int side = batch.weight(row) < 0 ? 0 : 1;
                if (pair[side] >= 0 || Math.abs(batch.weight(row)) > 1) {
                    throw notUnique(table, schema, keys, batch, row, side == 1);
                }
                pair[side] = (long) number << 32 | row;
            }
        }
        return pack(schema, rows, order);
    }

    private static List<ChangeBatch> pack(Schema schema, List<RowBatch> rows, List<long[]> pairs) {
        List<ChangeBatch> changes = new ArrayList<>();
        for (int start = 0; start < pairs.size(); start += RowBatch.TARGET_ROWS) {
            List<long[]> part = pairs.subList(start, Math.min(pairs.size(), start + RowBatch.TARGET_ROWS));
            BatchBuilder builder = new BatchBuilder(schema);
            int[] before = new int[part.size()];
            int[] after = new int[part.size()];
            for (int i = 0; i < part.size(); i++) {
                before[i] = append(builder, rows, part.get(i)[0]);
                after[i] = append(builder, rows, part.get(i)[1]);
            }
            changes.add(new ChangeBatch(builder.build(), before, after, part.size()));
        }
        return changes;
    }

    private static int append(BatchBuilder builder, List<RowBatch> rows, long place) {
        if (place < 0) {
            return -1;
        }
        builder.appendFrom(rows.get((int) (place >>> 32)), (int) place, 1);
        return builder.size() - 1;
    }

    private static Column[] keyColumns(RowBatch batch, int[] keys) {
        return Arrays.stream(keys).mapToObj(batch::column).toArray(Column[]::new);
    }

    private static AlluviumException notUnique(
            String table, Schema schema, int[] keys, RowBatch batch, int row, boolean added) {
        List<String> texts = new ArrayList<>();
        for (int key : keys) {
            Object value = batch.column(key).value(row);
            texts.add(schema.name(key) + " = "
                    + (value == null ? "NULL" : ValueText.render(value, schema.type(key), ZoneOffset.UTC)));
        }
        return new AlluviumException(
                ErrorCode.KEY_NOT_UNIQUE,
                "more than one row " + (added ? "for" : "was taken away from") + " key (" + String.join(", ", texts)
                        + ") of table \"" + table + "\" in one commit",
                "make the query give one row a key, by GROUP BY or by ROW_NUMBER() .. = 1 over the key");
    }
}

package io.alluvium.runtime.operator;

import io.alluvium.core.connector.Lookup;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.ColumnBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.ColumnKind;
import io.alluvium.core.type.Schema;
import io.alluvium.runtime.state.IntList;
import io.alluvium.runtime.state.KeyHashes;
import io.alluvium.runtime.state.KeyedTable;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * The look-up of a batch of rows, each distinct key once, NULL keys not at all.
 *
 * @param answerOf for each row the position of its answer, or -1 where a key is NULL
 */
record LookupRequest(RowBatch rows, int[] answerOf, CompletableFuture<List<RowBatch>> answers) {

    static LookupRequest send(PlanNode.Lookup node, Lookup lookup, RowBatch rows) {
        int[] keys = JoinInputs.ints(node.inputKeys());
        Schema keySchema = rows.schema().select(keys);
        Column[] columns = KeyHashes.columns(rows, keys);
        int size = rows.size();
        int[] taken = new int[size];
        int count = 0;
        int[] answerOf = new int[size];
        Arrays.fill(answerOf, -1);
        for (int row = 0; row < size; row++) {
            if (!anyNull(columns, row)) {
                taken[count++] = row;
            }
        }
        if (count == 0) {
            return new LookupRequest(rows, answerOf, CompletableFuture.completedFuture(List.of()));
        }
        RowBatch asked = count == size ? rows : rows.gather(taken, count);
        ColumnKind[] kinds = Arrays.stream(columns).map(Column::kind).toArray(ColumnKind[]::new);
        KeyedTable distinct = new KeyedTable("distinct", kinds);
        int[] slots = new int[count];
        distinct.upsert(KeyHashes.columns(asked, keys), new KeyHashes(keys, keys).hash(asked), count, slots);
        for (int i = 0; i < count; i++) {
            answerOf[taken[i]] = slots[i];
        }
        IntList all = new IntList();
        for (int slot = 0; slot < distinct.size(); slot++) {
            all.add(slot);
        }
        Column[] distinctKeys = new Column[keys.length];
        for (int i = 0; i < keys.length; i++) {
            ColumnBuilder builder = new ColumnBuilder(kinds[i]);
            distinct.appendKey(i, all, builder);
            distinctKeys[i] = builder.build();
        }
        RowBatch batch = new RowBatch(keySchema, List.of(distinctKeys), all.size(), null);
        return new LookupRequest(rows, answerOf, lookup.find(node.lookupKeys(), node.lookupColumns(), batch));
    }

    private static boolean anyNull(Column[] columns, int row) {
        for (Column column : columns) {
            if (column.isNull(row)) {
                return true;
            }
        }
        return false;
    }

    boolean isDone() {
        return answers.isDone();
    }

    /** The answers of a request that is done; fails where the look-up failed. */
    List<RowBatch> result(PlanNode.Lookup node) {
        try {
            return answers.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof AlluviumException known) {
                throw known;
            }
            throw new AlluviumException(
                    ErrorCode.EXTERNAL_FAILED,
                    "look-up in table \"" + node.table().name() + "\" failed",
                    null,
                    e.getCause() == null ? e : e.getCause());
        }
    }
}

package io.alluvium.runtime.operator;

import io.alluvium.core.operator.Output;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.Schema;
import io.alluvium.runtime.state.KeyedRows;
import io.alluvium.runtime.state.LongCells;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Pairs the rows of a batch with the remembered rows of the other input under the same key, filters by the residual and emits
 * batches of pairs whose weight is the product of both. A product beyond a long fails the job.
 */
final class JoinProbe {
    private static final int SIZE = RowBatch.TARGET_ROWS;

    private final Schema pairSchema;
    private final Schema output;
    private final @Nullable JoinResidual residual;
    private final RowDecoder decoder = new RowDecoder();
    private final int[] batchRows = new int[SIZE];
    private final long[] handles = new long[SIZE];
    private final int[] selected = new int[SIZE];
    private long[] weights = new long[SIZE];
    private boolean plain;
    private int count;

    /** @param pairSchema left columns, then right columns */
    JoinProbe(Schema pairSchema, Schema output, @Nullable JoinResidual residual) {
        this.pairSchema = pairSchema;
        this.output = output;
        this.residual = residual;
    }

    /**
     * @param input the taken rows of the batch with their key slots
     * @param other what the other input remembers
     * @param unmatched not 0 at the key slots that never match, or null where there are none
     * @param batchIsLeft the batch comes from the left input
     */
    void run(
            RowBatch batch,
            JoinInput input,
            KeyedRows other,
            @Nullable LongCells unmatched,
            boolean batchIsLeft,
            Output out) {
        count = 0;
        plain = true;
        for (int i = 0; i < input.count; i++) {
            long handle = other.first(input.slots[i]);
            if (handle == 0 || unmatched != null && unmatched.get(input.slots[i]) != 0) {
                continue;
            }
            int row = input.rows[i];
            long weight = batch.weight(row);
            while (handle != 0) {
                long product = Math.multiplyExact(weight, other.weight(handle));
                if (product != 0) {
                    if (count == SIZE) {
                        flush(batch, other, batchIsLeft, out);
                    }
                    batchRows[count] = row;
                    handles[count] = handle;
                    weights[count++] = product;
                    plain &= product == 1;
                }
                handle = other.next(handle);
            }
        }
        flush(batch, other, batchIsLeft, out);
    }

    private void flush(RowBatch batch, KeyedRows other, boolean batchIsLeft, Output out) {
        if (count == 0) {
            return;
        }
        Column[] theirs = decoder.decode(other, handles, count);
        Column[] all = new Column[pairSchema.size()];
        int mine = all.length - theirs.length;
        for (int i = 0; i < mine; i++) {
            all[batchIsLeft ? i : theirs.length + i] = batch.column(i).gather(batchRows, count);
        }
        System.arraycopy(theirs, 0, all, batchIsLeft ? mine : 0, theirs.length);
        long[] pairWeights = plain ? null : Arrays.copyOf(weights, count);
        RowBatch pairs = new RowBatch(pairSchema, Arrays.asList(all), count, pairWeights);
        if (residual != null) {
            int kept = residual.select(pairs, selected);
            if (kept < count) {
                pairs = pairs.gather(selected, kept);
            }
        }
        if (pairs.size() > 0) {
            out.emit(pairs.withColumns(output, pairs.columns()));
        }
        count = 0;
        plain = true;
    }
}

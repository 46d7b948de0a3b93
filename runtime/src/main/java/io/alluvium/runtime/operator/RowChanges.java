package io.alluvium.runtime.operator;

import io.alluvium.core.operator.Output;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.LongColumn;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowCodec;
import io.alluvium.core.type.Schema;
import java.util.Arrays;
import java.util.List;

/** Collects encoded rows with weights, where asked with a number as a last column, and emits them in batches. */
final class RowChanges {
    private final Schema output;
    private final RowCodec codec;
    private final boolean withNumber;
    private final RowDecoder decoder = new RowDecoder();
    private final long[] weights = new long[RowBatch.TARGET_ROWS];
    private final long[] numbers = new long[RowBatch.TARGET_ROWS];
    private boolean plain = true;

    RowChanges(Schema output, RowCodec codec, boolean withNumber) {
        this.output = output;
        this.codec = codec;
        this.withNumber = withNumber;
    }

    void add(byte[] page, int start, long number, long weight, Output out) {
        if (decoder.size() == weights.length) {
            flush(out);
        }
        weights[decoder.size()] = weight;
        numbers[decoder.size()] = number;
        plain &= weight == 1;
        decoder.add(page, start);
    }

    void flush(Output out) {
        int count = decoder.size();
        if (count == 0) {
            return;
        }
        Column[] columns = decoder.decode(codec);
        if (withNumber) {
            columns = Arrays.copyOf(columns, columns.length + 1);
            columns[columns.length - 1] = new LongColumn(Arrays.copyOf(numbers, count), null);
        }
        long[] batchWeights = plain ? null : Arrays.copyOf(weights, count);
        out.emit(new RowBatch(output, List.of(columns), count, batchWeights));
        plain = true;
    }
}

package io.alluvium.runtime.operator;

import io.alluvium.core.operator.Output;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.ColumnBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.Schema;
import io.alluvium.runtime.state.RowMultiset;
import java.util.Arrays;

/** Emits rows of one input of a join alone: as they are, or padded with NULL for the other input's columns. */
final class UnpairedRows {
    private static final int SIZE = RowBatch.TARGET_ROWS;

    private final Schema output;
    private final RowMultiset side;
    private final boolean isLeft;
    private final boolean padded;
    private final RowDecoder decoder = new RowDecoder();
    private long[] handles = new long[64];
    private long[] weights = new long[64];
    private int count;

    UnpairedRows(Schema output, RowMultiset side, boolean isLeft, boolean padded) {
        this.output = output;
        this.side = side;
        this.isLeft = isLeft;
        this.padded = padded;
    }

    void add(long handle, long weight, Output out) {
        if (count == SIZE) {
            flush(out);
        }
        if (count == handles.length) {
            handles = Arrays.copyOf(handles, SIZE);
            weights = Arrays.copyOf(weights, SIZE);
        }
        handles[count] = handle;
        weights[count++] = weight;
    }

    void flush(Output out) {
        if (count == 0) {
            return;
        }
        Column[] own = decoder.decode(side, handles, count);
        Column[] columns = own;
        if (padded) {
            columns = new Column[output.size()];
            int from = isLeft ? 0 : columns.length - own.length;
            for (int i = 0; i < columns.length; i++) {
                columns[i] = i >= from && i < from + own.length ? own[i - from] : nulls(i);
            }
        }
        out.emit(new RowBatch(output, Arrays.asList(columns), count, Arrays.copyOf(weights, count)));
        count = 0;
    }

    private Column nulls(int column) {
        ColumnBuilder builderOfNulls = new ColumnBuilder(output.type(column).kind());
        for (int i = 0; i < count; i++) {
            builderOfNulls.appendNull();
        }
        return builderOfNulls.build();
    }
}

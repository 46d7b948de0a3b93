package io.alluvium.runtime.operator;

import io.alluvium.core.row.BytesColumn;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.ColumnBuilder;
import io.alluvium.core.row.DoubleColumn;
import io.alluvium.core.row.LongColumn;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowCodec;
import io.alluvium.core.type.ColumnKind;
import io.alluvium.runtime.state.KeyedRows;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Turns encoded rows of state into columns, a column at a time. */
final class RowDecoder {
    private byte[][] pages = new byte[RowBatch.TARGET_ROWS][];
    private int[] starts = new int[RowBatch.TARGET_ROWS];
    private int count;

    /** Takes one more row. */
    void add(byte[] page, int start) {
        if (count == starts.length) {
            pages = Arrays.copyOf(pages, count * 2);
            starts = Arrays.copyOf(starts, count * 2);
        }
        pages[count] = page;
        starts[count++] = start;
    }

    int size() {
        return count;
    }

    /** The columns of the rows with these handles. */
    Column[] decode(KeyedRows side, long[] handles, int size) {
        for (int i = 0; i < size; i++) {
            add(side.page(handles[i]), side.start(handles[i]));
        }
        return decode(side.codec());
    }

    /** The columns of the rows taken since the last call. */
    Column[] decode(RowCodec codec) {
        Column[] columns = new Column[codec.columns()];
        for (int column = 0; column < columns.length; column++) {
            columns[column] = decodeColumn(codec, column);
        }
        count = 0;
        return columns;
    }

    private Column decodeColumn(RowCodec codec, int column) {
        ColumnKind kind = codec.kind(column);
        if (kind == ColumnKind.LONG) {
            long[] values = new long[count];
            for (int i = 0; i < count; i++) {
                values[i] = codec.longAt(pages[i], starts[i], column);
            }
            return new LongColumn(values, nulls(codec, column));
        }
        if (kind == ColumnKind.DOUBLE) {
            double[] values = new double[count];
            for (int i = 0; i < count; i++) {
                values[i] = codec.doubleAt(pages[i], starts[i], column);
            }
            return new DoubleColumn(values, nulls(codec, column));
        }
        if (kind == ColumnKind.BYTES) {
            return decodeBytes(codec, column);
        }
        ColumnBuilder builder = new ColumnBuilder(kind);
        for (int i = 0; i < count; i++) {
            codec.append(pages[i], starts[i], column, builder);
        }
        return builder.build();
    }

    private Column decodeBytes(RowCodec codec, int column) {
        int[] from = new int[count];
        int[] lengths = new int[count];
        int total = 0;
        for (int i = 0; i < count; i++) {
            lengths[i] = codec.bytesLength(pages[i], starts[i], column);
            total += lengths[i];
        }
        byte[] data = new byte[total];
        int position = 0;
        for (int i = 0; i < count; i++) {
            System.arraycopy(pages[i], codec.bytesStart(pages[i], starts[i], column), data, position, lengths[i]);
            from[i] = position;
            position += lengths[i];
        }
        return new BytesColumn(data, from, lengths, nulls(codec, column));
    }

    private boolean @Nullable [] nulls(RowCodec codec, int column) {
        boolean[] nulls = null;
        for (int i = 0; i < count; i++) {
            if (codec.isNull(pages[i], starts[i], column)) {
                if (nulls == null) {
                    nulls = new boolean[count];
                }
                nulls[i] = true;
            }
        }
        return nulls;
    }
}

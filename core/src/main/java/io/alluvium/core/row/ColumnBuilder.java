package io.alluvium.core.row;

import io.alluvium.core.type.ColumnKind;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Collects the values of one column. Only the append method of the column's own kind may be called. Single-threaded; after
 * {@link #build} it starts anew with fresh arrays.
 */
public final class ColumnBuilder {
    private static final long[] NO_LONGS = new long[0];

    private final ColumnKind kind;
    private int size;
    private int capacity;
    private long[] longs = NO_LONGS;
    private long[] lows = NO_LONGS;
    private double[] doubles = new double[0];
    private int[] starts = new int[0];
    private int[] lengths = new int[0];
    private byte[] data = new byte[0];
    private int dataSize;
    private boolean @Nullable [] nulls;

    public ColumnBuilder(ColumnKind kind) {
        this.kind = kind;
    }

    public int size() {
        return size;
    }

    /** Bytes of text and binary collected so far. */
    public int dataSize() {
        return dataSize;
    }

    public void appendNull() {
        ensureRow();
        if (nulls == null) {
            nulls = new boolean[capacity];
        }
        nulls[size++] = true;
    }

    public void appendLong(long value) {
        ensureRow();
        longs[size++] = value;
    }

    public void appendDouble(double value) {
        ensureRow();
        doubles[size++] = value;
    }

    public void appendInt128(long high, long low) {
        ensureRow();
        longs[size] = high;
        lows[size++] = low;
    }

    public void appendBytes(byte[] source, int start, int length) {
        ensureRow();
        ensureData(length);
        System.arraycopy(source, start, data, dataSize, length);
        starts[size] = dataSize;
        lengths[size++] = length;
        dataSize += length;
    }

    public void appendBytes(byte[] source) {
        appendBytes(source, 0, source.length);
    }

    /** Appends a value as {@link Column#value} gives it; not for hot code. */
    public void append(@Nullable Object value) {
        if (value == null) {
            appendNull();
        } else {
            switch (kind) {
                case LONG -> appendLong((Long) value);
                case DOUBLE -> appendDouble((Double) value);
                case INT128 -> appendInt128(((Int128) value).high(), ((Int128) value).low());
                case BYTES -> appendBytes((byte[]) value);
            }
        }
    }

    /** Appends one row of another column of the same kind. */
    public void appendFrom(Column column, int row) {
        if (column.isNull(row)) {
            appendNull();
            return;
        }
        switch (kind) {
            case LONG -> appendLong(((LongColumn) column).values()[row]);
            case DOUBLE -> appendDouble(((DoubleColumn) column).values()[row]);
            case INT128 -> {
                Int128Column wide = (Int128Column) column;
                appendInt128(wide.high()[row], wide.low()[row]);
            }
            case BYTES -> {
                BytesColumn texts = (BytesColumn) column;
                appendBytes(texts.data(), texts.starts()[row], texts.lengths()[row]);
            }
        }
    }

    /** Takes back every value from this row on. */
    public void truncate(int rows) {
        if (rows >= size) {
            return;
        }
        if (kind == ColumnKind.BYTES) {
            int firstWithBytes = rows;
            while (firstWithBytes < size && nulls != null && nulls[firstWithBytes]) {
                firstWithBytes++;
            }
            dataSize = firstWithBytes < size ? starts[firstWithBytes] : dataSize;
        }
        if (nulls != null) {
            Arrays.fill(nulls, rows, size, false);
        }
        size = rows;
    }

    /** The column of all rows appended since the last call. */
    public Column build() {
        Column column =
                switch (kind) {
                    case LONG -> new LongColumn(longs, nulls);
                    case DOUBLE -> new DoubleColumn(doubles, nulls);
                    case INT128 -> new Int128Column(longs, lows, nulls);
                    case BYTES -> new BytesColumn(data, starts, lengths, nulls);
                };
        size = 0;
        capacity = 0;
        dataSize = 0;
        longs = NO_LONGS;
        lows = NO_LONGS;
        doubles = new double[0];
        starts = new int[0];
        lengths = new int[0];
        data = new byte[0];
        nulls = null;
        return column;
    }

    private void ensureRow() {
        if (size == capacity) {
            grow();
        }
    }

    private void grow() {
        int wanted = capacity == 0 ? 64 : capacity * 2;
        switch (kind) {
            case LONG -> longs = Arrays.copyOf(longs, wanted);
            case DOUBLE -> doubles = Arrays.copyOf(doubles, wanted);
            case INT128 -> {
                longs = Arrays.copyOf(longs, wanted);
                lows = Arrays.copyOf(lows, wanted);
            }
            case BYTES -> {
                starts = Arrays.copyOf(starts, wanted);
                lengths = Arrays.copyOf(lengths, wanted);
            }
        }
        if (nulls != null) {
            nulls = Arrays.copyOf(nulls, wanted);
        }
        capacity = wanted;
    }

    private void ensureData(int more) {
        if (dataSize + more > data.length) {
            data = Arrays.copyOf(data, Math.max(dataSize + more, Math.max(1024, data.length * 2)));
        }
    }
}

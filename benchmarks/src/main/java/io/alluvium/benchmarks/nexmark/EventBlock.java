package io.alluvium.benchmarks.nexmark;

import io.alluvium.core.type.ColumnKind;
import java.util.Arrays;

/**
 * Events of one kind in columns, filled by {@link EventCursor#next}. A column that was not asked for has no arrays. A number or
 * time (microseconds) is an entry of {@link #longs}; a text is the range {@code starts[row]}, {@code lengths[row]} of the
 * column's {@link #bytes}, which several columns and blocks may share and nobody may write to.
 */
public final class EventBlock {
    private static final long[] NO_LONGS = {};
    private static final int[] NO_INTS = {};
    private static final byte[] NO_BYTES = {};

    private final EventKind kind;
    private final int columns;
    private final int capacity;
    private final long[] numbers;
    private final long[][] longs;
    private final int[][] starts;
    private final int[][] lengths;
    private final byte[][] bytes;
    private int size;

    /**
     * A block for the columns of a cursor.
     *
     * @param capacity greatest number of rows
     */
    EventBlock(EventKind kind, int columns, int capacity) {
        this.kind = kind;
        this.columns = columns;
        this.capacity = capacity;
        int width = kind.schema().size();
        numbers = new long[capacity];
        longs = new long[width][];
        starts = new int[width][];
        lengths = new int[width][];
        bytes = new byte[width][];
        Arrays.fill(longs, NO_LONGS);
        Arrays.fill(starts, NO_INTS);
        Arrays.fill(lengths, NO_INTS);
        Arrays.fill(bytes, NO_BYTES);
        for (int column = 0; column < width; column++) {
            if (!has(column)) {
                continue;
            }
            if (kind.schema().type(column).kind() == ColumnKind.LONG) {
                longs[column] = new long[capacity];
            } else {
                starts[column] = new int[capacity];
                lengths[column] = new int[capacity];
            }
        }
    }

    public EventKind kind() {
        return kind;
    }

    /** Rows of the last fill. */
    public int size() {
        return size;
    }

    public int capacity() {
        return capacity;
    }

    /** Whether the column was asked for. */
    public boolean has(int column) {
        return (columns >>> column & 1) != 0;
    }

    /** Event numbers, ascending. */
    public long[] numbers() {
        return numbers;
    }

    /** Values of a BIGINT or TIMESTAMP column; empty where it was not asked for. */
    public long[] longs(int column) {
        return longs[column];
    }

    /** Where each text of a STRING column begins in its {@link #bytes}. */
    public int[] starts(int column) {
        return starts[column];
    }

    /** Bytes of each text of a STRING column. */
    public int[] lengths(int column) {
        return lengths[column];
    }

    /** The bytes that the ranges of a STRING column lie in: ASCII. */
    public byte[] bytes(int column) {
        return bytes[column];
    }

    void size(int rows) {
        size = rows;
    }

    void bytes(int column, byte[] shared) {
        bytes[column] = shared;
    }
}

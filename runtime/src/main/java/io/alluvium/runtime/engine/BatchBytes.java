package io.alluvium.runtime.engine;

import io.alluvium.core.row.BytesColumn;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.DoubleColumn;
import io.alluvium.core.row.Int128Column;
import io.alluvium.core.row.LongColumn;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.ColumnKind;
import io.alluvium.core.type.Schema;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A batch as bytes for the time that it waits on disk, column by column and bit for bit (a canonical row would turn -0.0 into
 * 0.0); never read by another process or version:
 *
 * <pre>
 * int rows, byte 1 with weights, weights
 * each column: byte kind, byte 1 with nulls, a byte a row; then longs, doubles, high and low halves, or lengths and bytes
 * </pre>
 */
final class BatchBytes {
    private static final ColumnKind[] KINDS = ColumnKind.values();

    private BatchBytes() {}

    static void write(RowBatch batch, OutputStream out) throws IOException {
        int size = batch.size();
        ByteBuffer buffer = ByteBuffer.allocate(Math.max(8, 8 * size));
        buffer.putInt(size);
        long[] weights = batch.weights();
        buffer.put((byte) (weights == null ? 0 : 1));
        flush(buffer, out);
        if (weights != null) {
            writeLongs(weights, size, buffer, out);
        }
        for (Column column : batch.columns()) {
            out.write(column.kind().ordinal());
            writeNulls(column, size, buffer, out);
            switch (column.kind()) {
                case LONG -> writeLongs(((LongColumn) column).values(), size, buffer, out);
                case DOUBLE -> {
                    buffer.asDoubleBuffer().put(((DoubleColumn) column).values(), 0, size);
                    buffer.position(8 * size);
                    flush(buffer, out);
                }
                case INT128 -> {
                    writeLongs(((Int128Column) column).high(), size, buffer, out);
                    writeLongs(((Int128Column) column).low(), size, buffer, out);
                }
                case BYTES -> writeBytes((BytesColumn) column, size, buffer, out);
            }
        }
    }

    static RowBatch read(Schema schema, InputStream in) throws IOException {
        ByteBuffer head = buffer(in, 5);
        int size = head.getInt();
        long[] weights = head.get() == 1 ? longs(in, size) : null;
        List<Column> columns = new ArrayList<>(schema.size());
        for (int i = 0; i < schema.size(); i++) {
            columns.add(readColumn(in, size));
        }
        return new RowBatch(schema, columns, size, weights);
    }

    private static void writeNulls(Column column, int size, ByteBuffer buffer, OutputStream out) throws IOException {
        boolean[] nulls = column.nulls();
        out.write(nulls == null ? 0 : 1);
        if (nulls != null) {
            for (int row = 0; row < size; row++) {
                buffer.put((byte) (nulls[row] ? 1 : 0));
            }
            flush(buffer, out);
        }
    }

    private static void writeLongs(long[] values, int size, ByteBuffer buffer, OutputStream out) throws IOException {
        buffer.asLongBuffer().put(values, 0, size);
        buffer.position(8 * size);
        flush(buffer, out);
    }

    private static void writeBytes(BytesColumn column, int size, ByteBuffer buffer, OutputStream out)
            throws IOException {
        for (int row = 0; row < size; row++) {
            buffer.putInt(column.isNull(row) ? 0 : column.lengths()[row]);
        }
        flush(buffer, out);
        for (int row = 0; row < size; row++) {
            if (!column.isNull(row)) {
                out.write(column.data(), column.starts()[row], column.lengths()[row]);
            }
        }
    }

    private static void flush(ByteBuffer buffer, OutputStream out) throws IOException {
        out.write(buffer.array(), 0, buffer.position());
        buffer.clear();
    }

    private static Column readColumn(InputStream in, int size) throws IOException {
        ColumnKind kind = KINDS[buffer(in, 1).get()];
        boolean[] nulls = readNulls(in, size);
        return switch (kind) {
            case LONG -> new LongColumn(longs(in, size), nulls);
            case DOUBLE -> {
                double[] values = new double[size];
                buffer(in, 8 * size).asDoubleBuffer().get(values);
                yield new DoubleColumn(values, nulls);
            }
            case INT128 -> new Int128Column(longs(in, size), longs(in, size), nulls);
            case BYTES -> readBytes(in, size, nulls);
        };
    }

    private static boolean @Nullable [] readNulls(InputStream in, int size) throws IOException {
        if (buffer(in, 1).get() == 0) {
            return null;
        }
        ByteBuffer marks = buffer(in, size);
        boolean[] nulls = new boolean[size];
        for (int row = 0; row < size; row++) {
            nulls[row] = marks.get() == 1;
        }
        return nulls;
    }

    private static BytesColumn readBytes(InputStream in, int size, boolean @Nullable [] nulls) throws IOException {
        int[] lengths = new int[size];
        buffer(in, 4 * size).asIntBuffer().get(lengths);
        int[] starts = new int[size];
        int total = 0;
        for (int row = 0; row < size; row++) {
            starts[row] = total;
            total = Math.addExact(total, lengths[row]);
        }
        return new BytesColumn(buffer(in, total).array(), starts, lengths, nulls);
    }

    private static long[] longs(InputStream in, int size) throws IOException {
        long[] values = new long[size];
        buffer(in, 8 * size).asLongBuffer().get(values);
        return values;
    }

    private static ByteBuffer buffer(InputStream in, int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the file ends " + (length - bytes.length) + " bytes too early");
        }
        return ByteBuffer.wrap(bytes);
    }
}

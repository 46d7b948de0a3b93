package io.alluvium.core.row;

import io.alluvium.core.type.ColumnKind;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.Schema;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The canonical bytes of a row (version 1): two rows are equal exactly when their bytes are. Used for keys and rows in state,
 * in snapshots and in nested values.
 *
 * <pre>
 * null bits     (columns + 7) / 8 bytes, bit i % 8 of byte i / 8 is set where column i is NULL
 * fixed part    a slot a column, little endian: 8 bytes (INT128: 16, low half first); all zero where NULL
 *               BYTES: int offset from the row's start, int length
 * variable part the bytes of the BYTES columns, in column order, without gaps
 * </pre>
 *
 * Doubles are canonical: -0.0 is stored as 0.0, every NaN as one. Instances are immutable and may be shared by threads.
 */
public final class RowCodec {
    static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final ColumnKind[] kinds;
    private final int[] slots;
    private final int fixedSize;

    public RowCodec(ColumnKind... kinds) {
        this.kinds = kinds.clone();
        this.slots = new int[kinds.length];
        int position = (kinds.length + 7) / 8;
        for (int i = 0; i < kinds.length; i++) {
            slots[i] = position;
            position += kinds[i] == ColumnKind.INT128 ? 16 : 8;
        }
        this.fixedSize = position;
    }

    public static RowCodec of(Schema schema) {
        return new RowCodec(
                schema.fields().stream().map(field -> field.type().kind()).toArray(ColumnKind[]::new));
    }

    /** A codec for the columns at these positions of a schema. */
    public static RowCodec of(Schema schema, int[] columns) {
        return new RowCodec(Arrays.stream(columns)
                .mapToObj(column -> schema.type(column).kind())
                .toArray(ColumnKind[]::new));
    }

    public int columns() {
        return kinds.length;
    }

    public ColumnKind kind(int column) {
        return kinds[column];
    }

    /** Size of null bits and slots; the size of a row without BYTES columns. */
    public int fixedSize() {
        return fixedSize;
    }

    /** Bytes that a row of these columns takes. */
    public int encodedSize(Column[] columns, int row) {
        int size = fixedSize;
        for (int i = 0; i < kinds.length; i++) {
            if (kinds[i] == ColumnKind.BYTES && !columns[i].isNull(row)) {
                size += ((BytesColumn) columns[i]).lengths()[row];
            }
        }
        return size;
    }

    /**
     * Writes a row at {@code target[offset ..]}, which must have room for {@link #encodedSize}; returns the position behind it.
     */
    public int encode(Column[] columns, int row, byte[] target, int offset) {
        int variable = begin(target, offset);
        for (int i = 0; i < kinds.length; i++) {
            Column column = columns[i];
            if (column.isNull(row)) {
                putNull(target, offset, i);
                continue;
            }
            switch (kinds[i]) {
                case LONG -> putLong(target, offset, i, ((LongColumn) column).values()[row]);
                case DOUBLE -> putLong(target, offset, i, RowHash.canonicalBits(((DoubleColumn) column).values()[row]));
                case INT128 -> {
                    Int128Column wide = (Int128Column) column;
                    putInt128(target, offset, i, wide.high()[row], wide.low()[row]);
                }
                case BYTES -> {
                    BytesColumn texts = (BytesColumn) column;
                    variable = putBytes(
                            target, offset, i, variable, texts.data(), texts.starts()[row], texts.lengths()[row]);
                }
            }
        }
        return variable;
    }

    /**
     * Begins a row that is written value by value at {@code target[offset ..]}, columns ascending: every column that is not
     * NULL gets one {@code put}. Returns where its variable part starts.
     */
    public int begin(byte[] target, int offset) {
        Arrays.fill(target, offset, offset + fixedSize, (byte) 0);
        return offset + fixedSize;
    }

    public void putNull(byte[] target, int offset, int column) {
        target[offset + (column >> 3)] |= (byte) (1 << (column & 7));
    }

    /** A LONG, or the canonical bits of a DOUBLE. */
    public void putLong(byte[] target, int offset, int column, long value) {
        LONGS.set(target, offset + slots[column], value);
    }

    public void putInt128(byte[] target, int offset, int column, long high, long low) {
        LONGS.set(target, offset + slots[column], low);
        LONGS.set(target, offset + slots[column] + 8, high);
    }

    /** Puts a BYTES value at {@code variable}, where the variable part ends so far; returns where it ends now. */
    public int putBytes(byte[] target, int offset, int column, int variable, byte[] source, int start, int length) {
        INTS.set(target, offset + slots[column], variable - offset);
        INTS.set(target, offset + slots[column] + 4, length);
        System.arraycopy(source, start, target, variable, length);
        return variable + length;
    }

    /** The bytes of one row. */
    public byte[] encode(Column[] columns, int row) {
        byte[] bytes = new byte[encodedSize(columns, row)];
        encode(columns, row, bytes, 0);
        return bytes;
    }

    /** The bytes of a row given as objects (see {@link Column#value}); not for hot code. */
    public byte[] encodeValues(@Nullable Object... values) {
        Column[] columns = new Column[kinds.length];
        for (int i = 0; i < kinds.length; i++) {
            ColumnBuilder builder = new ColumnBuilder(kinds[i]);
            builder.append(values[i]);
            columns[i] = builder.build();
        }
        return encode(columns, 0);
    }

    public boolean isNull(byte[] bytes, int offset, int column) {
        return (bytes[offset + (column >> 3)] & (1 << (column & 7))) != 0;
    }

    public long longAt(byte[] bytes, int offset, int column) {
        return (long) LONGS.get(bytes, offset + slots[column]);
    }

    public double doubleAt(byte[] bytes, int offset, int column) {
        return Double.longBitsToDouble((long) LONGS.get(bytes, offset + slots[column]));
    }

    public long int128LowAt(byte[] bytes, int offset, int column) {
        return (long) LONGS.get(bytes, offset + slots[column]);
    }

    public long int128HighAt(byte[] bytes, int offset, int column) {
        return (long) LONGS.get(bytes, offset + slots[column] + 8);
    }

    /** Where the bytes of a BYTES column start, as a position in {@code bytes}. */
    public int bytesStart(byte[] bytes, int offset, int column) {
        return offset + (int) INTS.get(bytes, offset + slots[column]);
    }

    public int bytesLength(byte[] bytes, int offset, int column) {
        return (int) INTS.get(bytes, offset + slots[column] + 4);
    }

    /** One value as an object (see {@link Column#value}) or null; not for hot code. */
    public @Nullable Object value(byte[] bytes, int offset, int column) {
        if (isNull(bytes, offset, column)) {
            return null;
        }
        return switch (kinds[column]) {
            case LONG -> longAt(bytes, offset, column);
            case DOUBLE -> doubleAt(bytes, offset, column);
            case INT128 -> new Int128(int128HighAt(bytes, offset, column), int128LowAt(bytes, offset, column));
            case BYTES -> {
                int start = bytesStart(bytes, offset, column);
                yield Arrays.copyOfRange(bytes, start, start + bytesLength(bytes, offset, column));
            }
        };
    }

    /** Appends one value of an encoded row to a column of the same kind. */
    public void append(byte[] bytes, int offset, int column, ColumnBuilder target) {
        if (isNull(bytes, offset, column)) {
            target.appendNull();
            return;
        }
        switch (kinds[column]) {
            case LONG -> target.appendLong(longAt(bytes, offset, column));
            case DOUBLE -> target.appendDouble(doubleAt(bytes, offset, column));
            case INT128 -> target.appendInt128(int128HighAt(bytes, offset, column), int128LowAt(bytes, offset, column));
            case BYTES -> target.appendBytes(
                    bytes, bytesStart(bytes, offset, column), bytesLength(bytes, offset, column));
        }
    }

    /** Appends the whole row to columns {@code first ..} of a batch; the caller ends the row. */
    public void appendRow(byte[] bytes, int offset, BatchBuilder target, int first) {
        for (int i = 0; i < kinds.length; i++) {
            append(bytes, offset, i, target.column(first + i));
        }
    }

    /** Total size of the encoded row at this offset. */
    public int sizeAt(byte[] bytes, int offset) {
        int size = fixedSize;
        for (int i = 0; i < kinds.length; i++) {
            if (kinds[i] == ColumnKind.BYTES) {
                size += bytesLength(bytes, offset, i);
            }
        }
        return size;
    }

    /** A codec for the fields of a ROW type. */
    public static RowCodec of(DataType.Row type) {
        return new RowCodec(
                type.fields().stream().map(field -> field.type().kind()).toArray(ColumnKind[]::new));
    }
}

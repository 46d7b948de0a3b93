package io.alluvium.runtime.expression;

import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.ColumnBuilder;
import io.alluvium.core.row.NestedValues;
import io.alluvium.core.row.RowCodec;
import io.alluvium.core.type.ColumnKind;
import io.alluvium.core.type.DataType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds the bytes of one ARRAY, MAP or ROW value from its parts, which are set in order. Not for several threads. */
public final class NestedMaker {
    private final DataType type;
    private final ColumnBuilder[] parts;
    private final Column[] built;
    private final RowCodec codec;

    NestedMaker(DataType type, ColumnKind[] kinds) {
        this.type = type;
        this.parts = new ColumnBuilder[kinds.length];
        for (int i = 0; i < kinds.length; i++) {
            parts[i] = new ColumnBuilder(kinds[i]);
        }
        this.built = new Column[kinds.length];
        this.codec = new RowCodec(kinds);
    }

    /** Forgets the parts of a value whose row failed half-way. */
    public void start() {
        for (ColumnBuilder part : parts) {
            part.truncate(0);
        }
    }

    public void setNull(int index) {
        parts[index].appendNull();
    }

    public void setLong(int index, long value) {
        parts[index].appendLong(value);
    }

    public void setDouble(int index, double value) {
        parts[index].appendDouble(value);
    }

    public void setWide(int index, long high, long low) {
        parts[index].appendInt128(high, low);
    }

    public void setBytes(int index, byte[] data, int start, int length) {
        parts[index].appendBytes(data, start, length);
    }

    public byte[] make(int site) {
        for (int i = 0; i < parts.length; i++) {
            built[i] = parts[i].build();
        }
        if (type instanceof DataType.MapOf map) {
            return map(map, site);
        }
        if (type instanceof DataType.Row || parts.length == 0) {
            return type instanceof DataType.Row ? codec.encode(built, 0) : new byte[4];
        }
        byte[] row = codec.encode(built, 0);
        byte[] array = Arrays.copyOf(NestedValues.array(ColumnKind.LONG, List.of()), 4 + row.length);
        ByteBuffer.wrap(array).order(ByteOrder.LITTLE_ENDIAN).putInt(0, parts.length);
        System.arraycopy(row, 0, array, 4, row.length);
        return array;
    }

    private byte[] map(DataType.MapOf map, int site) {
        Map<@Nullable Object, @Nullable Object> entries = new LinkedHashMap<>();
        for (int i = 0; i < built.length; i += 2) {
            Object key = built[i].value(0);
            if (key == null) {
                throw new RowFailure(ErrorCode.EXPRESSION_FAILED, "a key of a MAP is NULL", site);
            }
            entries.put(key, built[i + 1].value(0));
        }
        return NestedValues.map(map, entries);
    }
}

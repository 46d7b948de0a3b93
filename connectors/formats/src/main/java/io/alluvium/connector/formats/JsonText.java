package io.alluvium.connector.formats;

import io.alluvium.core.row.BytesColumn;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.DoubleColumn;
import io.alluvium.core.row.Int128Column;
import io.alluvium.core.row.LongColumn;
import io.alluvium.core.row.NestedValues;
import io.alluvium.core.row.RowCodec;
import io.alluvium.core.row.ValueText;
import io.alluvium.core.type.DataType;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** A growing buffer of JSON in UTF-8 with the JSON form of every type. Used by one thread. */
final class JsonText {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private final boolean isoTimestamps;
    private byte[] bytes = new byte[1024];
    private int size;

    /** @param isoTimestamps a {@code T} between date and time instead of a space */
    JsonText(boolean isoTimestamps) {
        this.isoTimestamps = isoTimestamps;
    }

    void clear() {
        size = 0;
    }

    void writeTo(ByteArrayOutputStream target) {
        target.write(bytes, 0, size);
    }

    byte[] copy() {
        return Arrays.copyOf(bytes, size);
    }

    void raw(char ascii) {
        ensure(1);
        bytes[size++] = (byte) ascii;
    }

    void raw(byte[] json) {
        ensure(json.length);
        System.arraycopy(json, 0, bytes, size, json.length);
        size += json.length;
    }

    void raw(String ascii) {
        raw(ascii.getBytes(StandardCharsets.US_ASCII));
    }

    void number(long value) {
        raw(Long.toString(value));
    }

    void string(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        string(utf8, 0, utf8.length);
    }

    /** A JSON string of UTF-8 bytes. */
    void string(byte[] utf8, int start, int length) {
        ensure(length * 6 + 2);
        bytes[size++] = '"';
        for (int i = start; i < start + length; i++) {
            escaped(utf8[i]);
        }
        bytes[size++] = '"';
    }

    /** A JSON string with one character for each byte. */
    void charAByte(byte[] data, int start, int length) {
        ensure(length * 6 + 2);
        bytes[size++] = '"';
        for (int i = start; i < start + length; i++) {
            byte b = data[i];
            if (b >= 0) {
                escaped(b);
            } else {
                bytes[size++] = (byte) (0xC0 | (b & 0xFF) >> 6);
                bytes[size++] = (byte) (0x80 | b & 0x3F);
            }
        }
        bytes[size++] = '"';
    }

    /** The value of a row of a column. */
    void value(Column column, int row, DataType type) {
        if (column.isNull(row)) {
            raw("null");
        } else if (column instanceof BytesColumn texts && type instanceof DataType.Text) {
            string(texts.data(), texts.starts()[row], texts.lengths()[row]);
        } else if (column instanceof LongColumn longs && (type.isInteger() || type.is(DataType.Scalar.BOOLEAN))) {
            long value = longs.values()[row];
            if (type.isInteger()) {
                number(value);
            } else {
                raw(value != 0 ? "true" : "false");
            }
        } else if (column instanceof DoubleColumn
                || column instanceof LongColumn
                || column instanceof Int128Column
                || column instanceof BytesColumn) {
            value(column.value(row), type);
        } else {
            throw new AssertionError(column);
        }
    }

    /** A value as an object, see {@link Column#value}. */
    void value(@Nullable Object value, DataType type) {
        if (value == null) {
            raw("null");
        } else if (type instanceof DataType.Simple simple) {
            switch (simple.scalar()) {
                case BOOLEAN -> raw((Long) value != 0 ? "true" : "false");
                case TINYINT, SMALLINT, INT, BIGINT, INTERVAL_MONTH, INTERVAL_MICROSECOND -> raw(value.toString());
                case FLOAT -> floating(Float.toString(((Double) value).floatValue()), Double.isFinite((Double) value));
                case DOUBLE -> floating(Double.toString((Double) value), Double.isFinite((Double) value));
                case DATE -> string(ValueText.render(value, type, ZoneOffset.UTC));
                case NULL -> raw("null");
            }
        } else if (type instanceof DataType.Decimal decimal) {
            raw(ValueText.decimal(value, decimal.scale()).toPlainString());
        } else if (type instanceof DataType.Text) {
            byte[] utf8 = (byte[]) value;
            string(utf8, 0, utf8.length);
        } else if (type instanceof DataType.Binary) {
            raw('"');
            raw(Base64.getEncoder().encode((byte[]) value));
            raw('"');
        } else if (type instanceof DataType.Temporal temporal) {
            temporal((Long) value, temporal);
        } else if (type instanceof DataType.Array array) {
            array((byte[]) value, array);
        } else if (type instanceof DataType.MapOf map) {
            map((byte[]) value, map);
        } else if (type instanceof DataType.Row row) {
            row((byte[]) value, row);
        } else {
            throw new AssertionError(type);
        }
    }

    private void escaped(byte b) {
        if (b == '"' || b == '\\') {
            bytes[size++] = '\\';
            bytes[size++] = b;
        } else if (b < 0 || b >= 0x20) {
            bytes[size++] = b;
        } else {
            bytes[size++] = '\\';
            switch (b) {
                case '\n' -> bytes[size++] = 'n';
                case '\r' -> bytes[size++] = 'r';
                case '\t' -> bytes[size++] = 't';
                default -> {
                    bytes[size++] = 'u';
                    bytes[size++] = '0';
                    bytes[size++] = '0';
                    bytes[size++] = HEX[b >> 4];
                    bytes[size++] = HEX[b & 15];
                }
            }
        }
    }

    /** JSON has no NaN and no infinity; they are written as strings, which our reader takes. */
    private void floating(String text, boolean finite) {
        if (finite) {
            raw(text);
        } else {
            string(text);
        }
    }

    private void temporal(long micros, DataType.Temporal type) {
        String text = ValueText.temporal(micros, type, ZoneOffset.UTC);
        if (isoTimestamps) {
            text = text.replace(' ', 'T');
        }
        string(type.temporal() == DataType.TemporalKind.TIMESTAMP_LTZ ? text + "Z" : text);
    }

    private void array(byte[] value, DataType.Array type) {
        raw('[');
        int count = NestedValues.arraySize(value, 0);
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                raw(',');
            }
            value(NestedValues.element(type.element().kind(), value, 0, i), type.element());
        }
        raw(']');
    }

    private void map(byte[] value, DataType.MapOf type) {
        raw('{');
        int count = NestedValues.arraySize(value, NestedValues.mapKeys(0));
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                raw(',');
            }
            name(NestedValues.mapKey(type, value, 0, i), type.key());
            raw(':');
            value(NestedValues.mapValue(type, value, 0, i), type.value());
        }
        raw('}');
    }

    /** A map's key is a JSON string, whatever its type. */
    private void name(@Nullable Object key, DataType type) {
        int from = size;
        value(key, type);
        if (bytes[from] != '"') {
            byte[] bare = Arrays.copyOfRange(bytes, from, size);
            size = from;
            string(bare, 0, bare.length);
        }
    }

    private void row(byte[] value, DataType.Row type) {
        RowCodec codec = RowCodec.of(type);
        raw('{');
        for (int i = 0; i < codec.columns(); i++) {
            if (i > 0) {
                raw(',');
            }
            string(type.fields().get(i).name());
            raw(':');
            value(codec.value(value, 0, i), type.fields().get(i).type());
        }
        raw('}');
    }

    private void ensure(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size + more, bytes.length * 2));
        }
    }
}

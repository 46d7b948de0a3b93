package io.alluvium.runtime.checkpoint;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads what {@link ByteSink} wrote. A read past the end throws {@link IndexOutOfBoundsException}. */
public final class ByteSource {
    private final byte[] bytes;
    private int position;

    public ByteSource(byte[] bytes) {
        this(bytes, 0);
    }

    public ByteSource(byte[] bytes, int position) {
        this.bytes = bytes;
        this.position = position;
    }

    public int position() {
        return position;
    }

    public int readByte() {
        return bytes[position++] & 0xFF;
    }

    public int readInt() {
        int value = 0;
        for (int i = 0; i < 4; i++) {
            value = value << 8 | readByte();
        }
        return value;
    }

    public long readLong() {
        return (long) readInt() << 32 | readInt() & 0xFFFFFFFFL;
    }

    public int readVarint() {
        int value = 0;
        for (int shift = 0; ; shift += 7) {
            int next = readByte();
            value |= (next & 0x7F) << shift;
            if (next < 0x80) {
                return value;
            }
        }
    }

    public byte[] readBytes(int length) {
        if (length < 0 || length > bytes.length - position) {
            throw new IndexOutOfBoundsException(length + " bytes at " + position + " of " + bytes.length);
        }
        position += length;
        return Arrays.copyOfRange(bytes, position - length, position);
    }

    public String readText() {
        return new String(readBytes(readVarint()), StandardCharsets.UTF_8);
    }

    void skip(int length) {
        position += length;
    }
}

package io.alluvium.runtime.checkpoint;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing array of bytes, big endian, for formats written whole. Single-threaded. */
public final class ByteSink {
    private byte[] bytes;
    private int size;

    public ByteSink(int capacity) {
        bytes = new byte[capacity];
    }

    public int size() {
        return size;
    }

    /** The array behind it; valid up to {@link #size} until the next write. */
    byte[] array() {
        return bytes;
    }

    public void writeByte(int value) {
        ensure(1);
        bytes[size++] = (byte) value;
    }

    public void writeInt(int value) {
        ensure(4);
        for (int shift = 24; shift >= 0; shift -= 8) {
            bytes[size++] = (byte) (value >>> shift);
        }
    }

    public void writeLong(long value) {
        writeInt((int) (value >>> 32));
        writeInt((int) value);
    }

    /** Seven bits a byte, low bits first; not for negative numbers. */
    public void writeVarint(int value) {
        ensure(5);
        int rest = value;
        while (rest >= 0x80) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    public void write(byte[] source, int start, int length) {
        ensure(length);
        System.arraycopy(source, start, bytes, size, length);
        size += length;
    }

    public void write(byte[] source) {
        write(source, 0, source.length);
    }

    /** Length as a varint, then UTF-8. */
    public void writeText(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        writeVarint(utf8.length);
        write(utf8);
    }

    public byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    private void ensure(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), (int) Math.min(1L << 30, 2L * size + 64)));
        }
    }
}

package io.alluvium.core.function;

import java.nio.charset.StandardCharsets;

/**
 * A range of UTF-8 bytes, for functions that need no {@link String}. As an argument it is valid during the call only (the
 * caller reuses it); as a result it may point into an argument's bytes.
 */
public final class Utf8 {
    public byte[] data;
    public int start;
    public int length;

    public Utf8(byte[] data, int start, int length) {
        this.data = data;
        this.start = start;
        this.length = length;
    }

    public static Utf8 of(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new Utf8(bytes, 0, bytes.length);
    }

    @Override
    public String toString() {
        return new String(data, start, length, StandardCharsets.UTF_8);
    }
}

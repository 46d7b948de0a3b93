package io.alluvium.runtime.expression;

import io.alluvium.core.row.BytesColumn;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Collects the bytes of one output column. */
public final class TextOutput {
    private final int[] starts;
    private final int[] lengths;
    private byte[] data;
    private int size;

    public TextOutput(int count, int expectedBytes) {
        starts = new int[count];
        lengths = new int[count];
        data = new byte[Math.max(64, expectedBytes)];
    }

    public void set(int index, byte[] source, int start, int length) {
        if (size + length > data.length) {
            data = Arrays.copyOf(data, Math.max(size + length, data.length * 2));
        }
        System.arraycopy(source, start, data, size, length);
        starts[index] = size;
        lengths[index] = length;
        size += length;
    }

    /** Bytes collected. */
    public int size() {
        return size;
    }

    public BytesColumn column(boolean @Nullable [] nulls) {
        return new BytesColumn(data, starts, lengths, nulls);
    }
}

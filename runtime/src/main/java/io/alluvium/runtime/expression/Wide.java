package io.alluvium.runtime.expression;

/** A place for a 128-bit result: Java methods return only one long. One for each kernel, so nothing is allocated a row. */
public final class Wide {
    /** The upper 64 bits, with the sign. */
    public long high;
    /** The lower 64 bits. */
    public long low;

    public void set(long newHigh, long newLow) {
        high = newHigh;
        low = newLow;
    }

    public void set(long value) {
        high = value >> 63;
        low = value;
    }
}

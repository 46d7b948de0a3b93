package io.alluvium.core.row;

import java.io.Serializable;
import java.math.BigInteger;

/** A 128-bit two's complement integer, the unscaled value of a DECIMAL of 19 to 38 digits. */
public record Int128(long high, long low) implements Comparable<Int128>, Serializable {

    public static Int128 of(long value) {
        return new Int128(value >> 63, value);
    }

    /** The value of a big integer; an ArithmeticException when it needs more than 128 bits. */
    public static Int128 of(BigInteger value) {
        if (value.bitLength() > 127) {
            throw new ArithmeticException("more than 128 bits: " + value);
        }
        return new Int128(value.shiftRight(64).longValue(), value.longValue());
    }

    public BigInteger toBigInteger() {
        if (high == low >> 63) {
            return BigInteger.valueOf(low);
        }
        BigInteger unsignedLow = BigInteger.valueOf(low & Long.MAX_VALUE);
        if (low < 0) {
            unsignedLow = unsignedLow.setBit(63);
        }
        return BigInteger.valueOf(high).shiftLeft(64).add(unsignedLow);
    }

    @Override
    public int compareTo(Int128 other) {
        int byHigh = Long.compare(high, other.high);
        return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
    }

    @Override
    public String toString() {
        return toBigInteger().toString();
    }
}

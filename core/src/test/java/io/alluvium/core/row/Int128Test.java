package io.alluvium.core.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Int128Test {
    private static final BigInteger MAX = BigInteger.ONE.shiftLeft(127).subtract(BigInteger.ONE);
    private static final BigInteger MIN = BigInteger.ONE.shiftLeft(127).negate();

    @Test
    void readsBackEveryBigInteger() {
        for (BigInteger value : values()) {
            Int128 wide = Int128.of(value);
            assertEquals(value, wide.toBigInteger());
            assertEquals(value.toString(), wide.toString());
        }
    }

    @Test
    void holdsItsHalvesInTwosComplement() {
        assertEquals(new Int128(Long.MAX_VALUE, -1), Int128.of(MAX));
        assertEquals(new Int128(Long.MIN_VALUE, 0), Int128.of(MIN));
        assertEquals(new Int128(-1, -1), Int128.of(-1));
        assertEquals(new Int128(0, Long.MIN_VALUE), Int128.of(BigInteger.ONE.shiftLeft(63)));
        assertEquals(new Int128(-1, Long.MIN_VALUE), Int128.of(Long.MIN_VALUE));
    }

    @Test
    void refusesMoreThan128Bits() {
        assertThrows(ArithmeticException.class, () -> Int128.of(MAX.add(BigInteger.ONE)));
        assertThrows(ArithmeticException.class, () -> Int128.of(MIN.subtract(BigInteger.ONE)));
    }

    @Test
    void holdsEveryDecimalOf38Digits() {
        BigInteger nines = BigInteger.TEN.pow(38).subtract(BigInteger.ONE);
        assertEquals(nines, Int128.of(nines).toBigInteger());
        assertEquals(nines.negate(), Int128.of(nines.negate()).toBigInteger());
    }

    @Test
    void comparesAsNumbers() {
        List<BigInteger> values = values();
        for (BigInteger a : values) {
            for (BigInteger b : values) {
                assertEquals(
                        Integer.signum(a.compareTo(b)),
                        Integer.signum(Int128.of(a).compareTo(Int128.of(b))),
                        a + " against " + b);
            }
        }
    }

    private static List<BigInteger> values() {
        List<BigInteger> values = new ArrayList<>();
        for (int bit = 0; bit < 127; bit++) {
            BigInteger power = BigInteger.ONE.shiftLeft(bit);
            values.add(power);
            values.add(power.negate());
            values.add(power.subtract(BigInteger.ONE));
        }
        values.add(MAX);
        values.add(MIN);
        Random random = new Random(1);
        for (int i = 0; i < 50; i++) {
            values.add(new BigInteger(1 + random.nextInt(127), random));
        }
        Collections.shuffle(values, random);
        return values;
    }
}

package io.alluvium.runtime.operator;

import io.alluvium.core.row.RowBatch;
import io.alluvium.runtime.state.ByteArena;
import io.alluvium.runtime.state.BytesCells;
import io.alluvium.runtime.state.KeyedTable;
import io.alluvium.runtime.state.LongCells;
import java.util.Arrays;

/**
 * Sums doubles exactly: as an integer multiple of the least double, 2^-1074, so that neither the order of the values nor a
 * partial sum beyond a double's range shows in the result, and removals leave nothing behind (Kulisch, "Computer Arithmetic and
 * Validity", chapter 8). Of that integer's words only those are held that were reached: three, where the values are of about one
 * size. NaN and infinities are counted, not added.
 */
final class DoubleSum implements Accumulator {
    private static final long FRACTION = (1L << 52) - 1;
    private static final int LEAST_EXPONENT = -1074;
    /** A shifted product of a value and a weight. */
    private static final int PRODUCT_WORDS = 3;
    /** All words of a double's range, a product's width, and some to carry into. */
    private static final int MOST_WORDS = 40;

    private final int argument;
    /** Number of the lowest word held (int), then the words of a number in two's complement, the lowest first. */
    private final BytesCells sums;

    private final LongCells notNumbers;
    private final LongCells positiveInfinities;
    private final LongCells negativeInfinities;
    private final long[] words = new long[MOST_WORDS];
    private final byte[] record = new byte[4 + 8 * MOST_WORDS];

    DoubleSum(KeyedTable groups, int argument) {
        this.argument = argument;
        this.sums = groups.addBytes();
        this.notNumbers = groups.addLongs();
        this.positiveInfinities = groups.addLongs();
        this.negativeInfinities = groups.addLongs();
    }

    /** The double nearest to the sum; infinite where the sum is beyond all doubles. */
    double value(int slot) {
        double special = special(slot);
        return special == 0 ? finite(slot, 0) : special;
    }

    /** The sum divided by a number, also where the sum is beyond all doubles. */
    double average(int slot, long count) {
        double special = special(slot);
        if (special != 0) {
            return special;
        }
        double sum = finite(slot, 0);
        return Double.isInfinite(sum) ? Math.scalb(finite(slot, -Long.SIZE) / count, Long.SIZE) : sum / count;
    }

    /** NaN or an infinity where the input makes the sum one, else 0. */
    private double special(int slot) {
        boolean up = positiveInfinities.get(slot) > 0;
        boolean down = negativeInfinities.get(slot) > 0;
        if (notNumbers.get(slot) > 0 || up && down) {
            return Double.NaN;
        }
        return up ? Double.POSITIVE_INFINITY : down ? Double.NEGATIVE_INFINITY : 0;
    }

    @Override
    public void fold(RowBatch batch, int[] slots, long[] weights) {
        double[] values = batch.doubles(argument).values();
        boolean[] nulls = batch.column(argument).nulls();
        int size = batch.size();
        for (int row = 0; row < size; row++) {
            if (weights[row] != 0 && (nulls == null || !nulls[row])) {
                add(slots[row], values[row], weights[row]);
            }
        }
    }

    private void add(int slot, double value, long weight) {
        if (Double.isNaN(value)) {
            notNumbers.add(slot, weight);
            return;
        }
        if (Double.isInfinite(value)) {
            (value > 0 ? positiveInfinities : negativeInfinities).add(slot, weight);
            return;
        }
        long bits = Double.doubleToRawLongBits(value);
        int exponent = (int) (bits >>> 52) & 0x7FF;
        long digits = (bits & FRACTION) | (exponent == 0 ? 0 : FRACTION + 1);
        if (digits != 0) {
            int shift = Math.max(exponent - 1, 0);
            addShifted(slot, bits < 0 ? -digits : digits, weight, shift >>> 6, shift & 63);
        }
    }

    /** Adds a product, moved by so many words and bits. */
    private void addShifted(int slot, long digits, long weight, int word, int bit) {
        long low = digits * weight;
        long high = Math.multiplyHigh(digits, weight);
        long middle = bit == 0 ? high : high << bit | low >>> -bit;
        long top = bit == 0 ? high >> 63 : high >> -bit;
        int held = sums.isSet(slot) ? (sums.length(slot) - 4) >> 3 : 0;
        int base = held == 0 ? word : (int) ByteArena.INTS.get(sums.page(slot), sums.start(slot));
        int below = Math.max(base - word, 0);
        int size = Math.max(below + held, word - base + below + PRODUCT_WORDS);
        load(slot, held, below, size);
        int at = word - base + below;
        long carry = 0;
        long any = 0;
        for (int i = at; i < size; i++) {
            int part = i - at;
            long added = part == 0 ? low << bit : part == 1 ? middle : part == 2 ? top : top >> 63;
            long before = words[i];
            long sum = before + added;
            long carried = Long.compareUnsigned(sum, before) < 0 ? 1 : 0;
            long total = sum + carry;
            carried += total == 0 && carry == 1 ? 1 : 0;
            boolean overflows = i == size - 1 && ((before ^ total) & (added ^ total)) < 0;
            words[i] = total;
            carry = carried;
            if (overflows) {
                words[size++] = before >> 63;
                break;
            }
        }
        for (int i = 0; i < size; i++) {
            any |= words[i];
        }
        if (any == 0) {
            sums.clear(slot);
        } else {
            store(slot, base - below, size);
        }
    }

    /** Takes the held words out, with zeros below and the sign above them. */
    private void load(int slot, int held, int below, int size) {
        Arrays.fill(words, 0, below, 0);
        long sign = 0;
        if (held > 0) {
            byte[] page = sums.page(slot);
            int start = sums.start(slot) + 4;
            for (int i = 0; i < held; i++) {
                words[below + i] = (long) ByteArena.LONGS.get(page, start + 8 * i);
            }
            sign = words[below + held - 1] >> 63;
        }
        Arrays.fill(words, below + held, size, sign);
    }

    private void store(int slot, int base, int size) {
        ByteArena.INTS.set(record, 0, base);
        for (int i = 0; i < size; i++) {
            ByteArena.LONGS.set(record, 4 + 8 * i, words[i]);
        }
        sums.set(slot, record, 0, 4 + 8 * size);
    }

    /** The sum times a power of two, rounded to even once. */
    private double finite(int slot, int scale) {
        if (!sums.isSet(slot)) {
            return 0;
        }
        int size = (sums.length(slot) - 4) >> 3;
        int base = (int) ByteArena.INTS.get(sums.page(slot), sums.start(slot));
        load(slot, size, 0, size);
        boolean negative = words[size - 1] < 0;
        if (negative) {
            long carry = 1;
            for (int i = 0; i < size; i++) {
                words[i] = ~words[i] + carry;
                carry = carry == 1 && words[i] == 0 ? 1 : 0;
            }
        }
        int top = size - 1;
        while (words[top] == 0) {
            top--;
        }
        int zeros = Long.numberOfLeadingZeros(words[top]);
        long first = words[top] << zeros;
        long rest = 0;
        if (top > 0) {
            first |= zeros == 0 ? 0 : words[top - 1] >>> -zeros;
            rest = words[top - 1] << zeros;
            for (int i = 0; i < top - 1; i++) {
                rest |= words[i];
            }
        }
        // 64 digits, and whether there is anything below them
        int exponent = (base + top) * Long.SIZE - zeros + LEAST_EXPONENT + scale;
        double rounded = Math.scalb(toEven(first, rest != 0), exponent);
        return negative ? -rounded : rounded;
    }

    /** An unsigned number of 64 digits rounded to 53. */
    private static double toEven(long first, boolean more) {
        long kept = first >>> 11;
        long lost = first & 0x7FF;
        boolean up = lost > 0x400 || lost == 0x400 && (more || (kept & 1) == 1);
        return (double) (up ? kept + 1 : kept) * 0x1p11;
    }

    @Override
    public boolean isZero(int slot) {
        return notNumbers.get(slot) == 0
                && positiveInfinities.get(slot) == 0
                && negativeInfinities.get(slot) == 0
                && !sums.isSet(slot);
    }
}

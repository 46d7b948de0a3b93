package io.alluvium.runtime.operator;

import io.alluvium.core.row.Int128;
import io.alluvium.core.row.Int128Column;
import io.alluvium.core.row.RowBatch;
import io.alluvium.runtime.state.KeyedTable;
import io.alluvium.runtime.state.LongCells;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Sums exact numbers in more bits than any result has: 128 for arguments in a long, 192 for those of 128 bits, so that a sum
 * that passes a type's bounds comes back.
 */
final class ExactSum implements Accumulator {
    private final int argument;
    private final LongCells low;
    private final LongCells high;
    /** The third word, for 128-bit arguments only. */
    private final @Nullable LongCells top;

    ExactSum(KeyedTable groups, int argument, boolean wide) {
        this.argument = argument;
        this.low = groups.addLongs();
        this.high = groups.addLongs();
        this.top = wide ? groups.addLongs() : null;
    }

    long low(int slot) {
        return low.get(slot);
    }

    /** True when the sum is the long {@link #low}. */
    boolean isLong(int slot) {
        long sign = low.get(slot) >> 63;
        return high.get(slot) == sign && (top == null || top.get(slot) == sign);
    }

    BigInteger value(int slot) {
        if (isLong(slot)) {
            return BigInteger.valueOf(low.get(slot));
        }
        BigInteger lowest = new Int128(0, low.get(slot)).toBigInteger();
        if (top == null) {
            return BigInteger.valueOf(high.get(slot)).shiftLeft(64).add(lowest);
        }
        return BigInteger.valueOf(top.get(slot))
                .shiftLeft(128)
                .add(new Int128(0, high.get(slot)).toBigInteger().shiftLeft(64))
                .add(lowest);
    }

    @Override
    public void fold(RowBatch batch, int[] slots, long[] weights) {
        if (top != null) {
            foldWide(top, batch, slots, weights);
            return;
        }
        long[] values = batch.longs(argument).values();
        boolean[] nulls = batch.column(argument).nulls();
        int size = batch.size();
        for (int row = 0; row < size; row++) {
            long weight = weights[row];
            if (weight == 0 || nulls != null && nulls[row]) {
                continue;
            }
            int slot = slots[row];
            long value = values[row];
            long added = value * weight;
            long before = low.get(slot);
            long sum = before + added;
            low.set(slot, sum);
            long carry = Long.compareUnsigned(sum, before) < 0 ? 1 : 0;
            long highAdded = (weight == 1 ? value >> 63 : Math.multiplyHigh(value, weight)) + carry;
            if (highAdded != 0) {
                high.add(slot, highAdded);
            }
        }
    }

    private void foldWide(LongCells third, RowBatch batch, int[] slots, long[] weights) {
        Int128Column column = batch.int128s(argument);
        int size = batch.size();
        for (int row = 0; row < size; row++) {
            long weight = weights[row];
            if (weight == 0 || column.isNull(row)) {
                continue;
            }
            long addLow = column.low()[row];
            long addHigh = column.high()[row];
            long addTop = addHigh >> 63;
            if (weight == -1) {
                addTop = ~addTop;
                addHigh = ~addHigh;
                addLow = -addLow;
                if (addLow == 0 && ++addHigh == 0) {
                    addTop++;
                }
            } else if (weight != 1) {
                BigInteger product = new Int128(addHigh, addLow).toBigInteger().multiply(BigInteger.valueOf(weight));
                addLow = product.longValue();
                addHigh = product.shiftRight(64).longValue();
                addTop = product.shiftRight(128).longValue();
            }
            int slot = slots[row];
            long sumLow = low.get(slot) + addLow;
            long carry = Long.compareUnsigned(sumLow, addLow) < 0 ? 1 : 0;
            long sumHigh = high.get(slot) + addHigh;
            long nextCarry = Long.compareUnsigned(sumHigh, addHigh) < 0 ? 1 : 0;
            sumHigh += carry;
            if (carry == 1 && sumHigh == 0) {
                nextCarry++;
            }
            low.set(slot, sumLow);
            high.set(slot, sumHigh);
            third.add(slot, addTop + nextCarry);
        }
    }

    @Override
    public boolean isZero(int slot) {
        return low.get(slot) == 0 && high.get(slot) == 0 && (top == null || top.get(slot) == 0);
    }
}

package io.alluvium.runtime.operator;

import io.alluvium.core.row.RowBatch;
import io.alluvium.runtime.state.KeyedTable;
import io.alluvium.runtime.state.LongCells;

/**
 * Sums doubles with about twice their digits (the error-free addition of Knuth and Dekker), so that removals take away what
 * additions brought. NaN and infinities are counted, not added. A rest far below the greatest number seen is a rounding rest:
 * when nothing is left to sum it becomes zero.
 */
final class DoubleSum implements Accumulator {
    /** Two doubles err by some 2^-104 of the greatest partial sum. */
    private static final double ROUNDING = 0x1p-70;

    private final int argument;
    private final LongCells sums;
    private final LongCells rests;
    private final LongCells magnitudes;
    private final LongCells notNumbers;
    private final LongCells positiveInfinities;
    private final LongCells negativeInfinities;

    DoubleSum(KeyedTable groups, int argument) {
        this.argument = argument;
        this.sums = groups.addLongs();
        this.rests = groups.addLongs();
        this.magnitudes = groups.addLongs();
        this.notNumbers = groups.addLongs();
        this.positiveInfinities = groups.addLongs();
        this.negativeInfinities = groups.addLongs();
    }

    double value(int slot) {
        boolean up = positiveInfinities.get(slot) > 0;
        boolean down = negativeInfinities.get(slot) > 0;
        if (notNumbers.get(slot) > 0 || up && down) {
            return Double.NaN;
        }
        if (up || down) {
            return up ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
        }
        return read(sums, slot) + read(rests, slot);
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
        double product = value * weight;
        double productRest = weight == 1 || weight == -1 ? 0 : Math.fma(value, weight, -product);
        double before = read(sums, slot);
        double sum = before + product;
        double part = sum - before;
        double error = (before - (sum - part)) + (product - part);
        double rest = read(rests, slot) + error + productRest;
        double total = sum + rest;
        write(sums, slot, total);
        write(rests, slot, rest - (total - sum));
        double magnitude = Math.max(Math.abs(product), Math.abs(total));
        if (magnitude > read(magnitudes, slot)) {
            write(magnitudes, slot, magnitude);
        }
    }

    @Override
    public boolean isZero(int slot) {
        boolean zero = notNumbers.get(slot) == 0
                && positiveInfinities.get(slot) == 0
                && negativeInfinities.get(slot) == 0
                && Math.abs(read(sums, slot) + read(rests, slot)) <= read(magnitudes, slot) * ROUNDING;
        return zero;
    }

    /** Takes a rounding rest away; called when no value is left. */
    void settle(int slot) {
        if (isZero(slot)) {
            sums.set(slot, 0);
            rests.set(slot, 0);
            magnitudes.set(slot, 0);
        }
    }

    private static double read(LongCells cells, int slot) {
        return Double.longBitsToDouble(cells.get(slot));
    }

    private static void write(LongCells cells, int slot, double value) {
        cells.set(slot, Double.doubleToRawLongBits(value));
    }
}

package io.alluvium.runtime.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.row.DoubleColumn;
import io.alluvium.core.row.LongColumn;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.ColumnKind;
import io.alluvium.runtime.state.KeyedTable;
import io.alluvium.testkit.harness.SchemaText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Sums against BigDecimal, of doubles of all sizes. */
class DoubleSumTest {
    private static final long SEED = Long.getLong("random.seed", 20_261_201);

    private final KeyedTable groups = new KeyedTable("groups", ColumnKind.LONG);
    private final DoubleSum sum = new DoubleSum(groups, 0);
    private final int[] slots = new int[1];

    DoubleSumTest() {
        groups.upsert(new LongColumn[] {new LongColumn(new long[] {1}, null)}, new long[] {1}, 1, slots);
    }

    private record Term(double value, long weight) {}

    @Test
    void theNearestDoubleInEveryOrder() {
        Random random = new Random(SEED);
        for (int round = 0; round < 300; round++) {
            int lowest = random.nextInt(2047);
            int spread = 1 + random.nextInt(2047 - lowest);
            List<Term> terms = new ArrayList<>();
            BigDecimal exact = BigDecimal.ZERO;
            for (int i = 0; i < 30; i++) {
                long exponent = lowest + random.nextInt(spread);
                long bits = random.nextLong() & 0x800F_FFFF_FFFF_FFFFL | exponent << 52;
                long weight = i % 3 == 0 ? random.nextLong() >> random.nextInt(63) : 1;
                Term term = new Term(Double.longBitsToDouble(bits), weight);
                terms.add(term);
                exact = exact.add(exact(term));
                add(term.value, term.weight);
                assertEquals(exact.doubleValue(), sum.value(slots[0]), "seed " + SEED + ", round " + round);
            }
            Collections.shuffle(terms, random);
            for (Term term : terms) {
                exact = exact.subtract(exact(term));
                add(term.value, -term.weight);
                assertEquals(exact.doubleValue(), sum.value(slots[0]), "seed " + SEED + ", round " + round);
            }
            assertTrue(sum.isZero(slots[0]), "seed " + SEED + ", round " + round);
        }
    }

    @Test
    void theAverageOfWhatSumsBeyondAllDoubles() {
        add(Double.MAX_VALUE, Long.MAX_VALUE);
        assertEquals(Double.POSITIVE_INFINITY, sum.value(slots[0]));
        assertEquals(Double.MAX_VALUE, sum.average(slots[0], Long.MAX_VALUE));
        add(-Double.MAX_VALUE, Long.MAX_VALUE);
        assertEquals(0, sum.value(slots[0]));
        assertTrue(sum.isZero(slots[0]));
    }

    private static BigDecimal exact(Term term) {
        return new BigDecimal(term.value).multiply(BigDecimal.valueOf(term.weight));
    }

    private void add(double value, long weight) {
        RowBatch batch = new RowBatch(
                SchemaText.parse("v DOUBLE"), List.of(new DoubleColumn(new double[] {value}, null)), 1, null);
        sum.fold(batch, slots, new long[] {weight});
    }
}

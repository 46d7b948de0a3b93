package io.alluvium.runtime.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowHash;
import io.alluvium.runtime.simulation.TestPlans;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows reach the worker of their key group, once, in order, before the marker. */
class ExchangeTargetTest {

    @ParameterizedTest
    @CsvSource({"1, 2", "2, 3", "3, 7", "4, 128"})
    void everyRowReachesItsWorkerInOrder(long seed, int parallelism) {
        Random random = new Random(seed);
        List<List<String>> received = new ArrayList<>();
        List<List<String>> expected = new ArrayList<>();
        Target[] workers = new Target[parallelism];
        for (int i = 0; i < parallelism; i++) {
            List<String> target = new ArrayList<>();
            received.add(target);
            expected.add(new ArrayList<>());
            workers[i] = new Target() {
                @Override
                public void data(RowBatch batch) {
                    for (int row = 0; row < batch.size(); row++) {
                        target.add(batch.column(0).value(row) + " " + batch.weight(row));
                    }
                }

                @Override
                public void marker(EpochEnd end) {
                    target.add("marker");
                }
            };
        }
        ExchangeTarget exchange = new ExchangeTarget(new int[] {0}, TestPlans.LOG, workers);
        for (int epoch = 1; epoch <= 3; epoch++) {
            for (int i = 0; i < 5; i++) {
                BatchBuilder builder = new BatchBuilder(TestPlans.LOG);
                int size = 1 + random.nextInt(random.nextBoolean() ? 3000 : 50);
                for (int row = 0; row < size; row++) {
                    builder.appendRow(random.nextBoolean() ? 1 : -2, random.nextLong(), (long) row);
                }
                RowBatch batch = builder.build();
                long[] hashes = new long[size];
                RowHash.hash(batch, new int[] {0}, hashes);
                for (int row = 0; row < size; row++) {
                    int worker = RowHash.workerOf(RowHash.keyGroup(hashes[row]), parallelism);
                    expected.get(worker).add(batch.column(0).value(row) + " " + batch.weight(row));
                }
                exchange.data(batch);
            }
            exchange.marker(new EpochEnd(epoch, 0, 0, false, 0));
            expected.forEach(rows -> rows.add("marker"));
        }
        assertEquals(expected, received);
    }
}

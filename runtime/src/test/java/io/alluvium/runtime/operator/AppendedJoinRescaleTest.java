package io.alluvium.runtime.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.operator.Operator;
import io.alluvium.core.plan.PlanNode.JoinKind;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowHash;
import io.alluvium.core.type.Schema;
import io.alluvium.testkit.harness.HarnessContext;
import io.alluvium.testkit.harness.RowText;
import io.alluvium.testkit.harness.SnapshotBytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * A join whose sides are appended to is restored by one, two and one worker: each counts the rows it appends by itself, and no row
 * of one may take the place of another's.
 */
class AppendedJoinRescaleTest {
    private static final int KEYS = 600;

    private final SnapshotBytes snapshots = new SnapshotBytes();
    private final Map<String, Long> pairs = new TreeMap<>();
    private List<Operator> workers = List.of();
    private long epoch;

    @Test
    void rowsOfAllRunsMeet() {
        open(1);
        feed(0, "a");
        restart(2);
        feed(1, "p");
        feed(0, "b");
        feed(0, "b");
        restart(1);
        feed(1, "q");
        snapshots.merge();
        restart(2);
        restart(1);
        feed(1, "r");
        restart(2);
        Map<String, Long> expected = new TreeMap<>();
        for (int key = 0; key < KEYS; key++) {
            for (String right : List.of("p", "q", "r")) {
                expected.put(key + " a " + key + " " + right, 1L);
                expected.put(key + " b " + key + " " + right, 2L);
            }
        }
        assertEquals(expected, pairs);
        assertEquals(6L * KEYS, snapshots.liveEntries());
    }

    /** One row of each key in one batch. */
    private void feed(int input, String value) {
        Schema schema = input == 0 ? JoinCases.LEFT : JoinCases.RIGHT;
        BatchBuilder builder = new BatchBuilder(schema);
        for (int key = 0; key < KEYS; key++) {
            builder.appendRow(1, RowText.parse(schema, key + " " + value));
        }
        RowBatch batch = builder.build();
        long[] hashes = new long[batch.size()];
        RowHash.hash(batch, new int[] {0}, hashes);
        for (int worker = 0; worker < workers.size(); worker++) {
            int[] own = new int[batch.size()];
            int count = 0;
            for (int row = 0; row < batch.size(); row++) {
                if (RowHash.workerOf(RowHash.keyGroup(hashes[row]), workers.size()) == worker) {
                    own[count++] = row;
                }
            }
            workers.get(worker).process(input, batch.gather(own, count), this::take);
        }
        epoch++;
        EpochEnd end = new EpochEnd(epoch, epoch, EpochEnd.NO_PROMISE, true, epoch);
        workers.forEach(worker -> worker.endEpoch(end, this::take));
    }

    private void take(RowBatch batch) {
        for (int row = 0; row < batch.size(); row++) {
            pairs.merge(RowText.render(batch, row), batch.weight(row), Long::sum);
        }
    }

    private void restart(int parallelism) {
        workers.forEach(worker -> worker.snapshot(snapshots));
        workers.forEach(Operator::close);
        open(parallelism);
    }

    private void open(int parallelism) {
        workers = new ArrayList<>();
        for (int worker = 0; worker < parallelism; worker++) {
            Operator join = JoinCases.join(JoinKind.INNER, false, true, null);
            join.open(HarnessContext.of(worker, parallelism));
            join.restore(snapshots.reader(worker, parallelism));
            workers.add(join);
        }
    }
}

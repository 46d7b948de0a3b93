package io.alluvium.testkit.harness;

import io.alluvium.core.operator.DeadLetter;
import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.operator.Operator;
import io.alluvium.core.operator.Output;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowHash;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** One case in one mode. */
final class HarnessRun {
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    private final OperatorHarness harness;
    private final RunMode mode;
    private final Map<String, AtomicLong> counters = new ConcurrentHashMap<>();
    private final List<DeadLetter> letters = new ArrayList<>();
    private final SnapshotBytes snapshots = new SnapshotBytes();
    private final Map<String, Long> table = new TreeMap<>();
    private List<Operator> instances;
    private long epoch;
    private int restores;
    private Map<String, Long> changes = new TreeMap<>();
    private Map<String, Integer> signs = new HashMap<>();

    HarnessRun(OperatorHarness harness, RunMode mode) {
        this.harness = harness;
        this.mode = mode;
        this.instances = open(1);
    }

    OperatorHarness.Outcome play(CaseScript script) {
        long watermark = EpochEnd.NO_PROMISE;
        int number = 0;
        for (CaseScript.Epoch wanted : script.epochs()) {
            number++;
            changes = new TreeMap<>();
            List<CaseScript.Row> rows = mode.arrange(wanted.rows(), harness.isOrdered());
            if (mode.batches() == RunMode.Batches.AN_EPOCH_EACH) {
                for (int i = 0; i < rows.size(); i++) {
                    feed(rows.subList(i, i + 1), number);
                    endEpoch(i == rows.size() - 1 ? wanted.watermark() : watermark, number);
                }
                if (rows.isEmpty()) {
                    endEpoch(wanted.watermark(), number);
                }
            } else {
                feed(rows, number);
                endEpoch(wanted.watermark(), number);
            }
            watermark = wanted.watermark();
            List<String> diff = OperatorHarness.diff(wanted.expected(), changes);
            if (!diff.isEmpty()) {
                throw failure(number, String.join("\n  ", diff));
            }
        }
        instances.forEach(Operator::close);
        Map<String, Long> counted = new TreeMap<>();
        counters.forEach((name, value) -> counted.put(name, value.get()));
        return new OperatorHarness.Outcome(counted, List.copyOf(letters));
    }

    private void feed(List<CaseScript.Row> rows, int number) {
        int from = 0;
        for (int i = 1; i <= rows.size(); i++) {
            boolean cut = i == rows.size()
                    || mode.batches() != RunMode.Batches.OF_ALL
                    || rows.get(i).input() != rows.get(from).input();
            if (cut) {
                send(rows.subList(from, i), number);
                from = i;
            }
        }
    }

    private void send(List<CaseScript.Row> rows, int number) {
        int input = rows.get(0).input();
        BatchBuilder builder = new BatchBuilder(harness.inputs().get(input));
        for (CaseScript.Row row : rows) {
            builder.appendRow(row.weight(), row.values());
        }
        RowBatch batch = builder.build();
        int[] keys = harness.exchangeKeys(input);
        long[] hashes = new long[batch.size()];
        RowHash.hash(batch, keys, hashes);
        int parallelism = instances.size();
        for (int worker = 0; worker < parallelism; worker++) {
            int[] chosen = new int[batch.size()];
            int count = 0;
            for (int row = 0; row < batch.size(); row++) {
                if (RowHash.workerOf(RowHash.keyGroup(hashes[row]), parallelism) == worker) {
                    chosen[count++] = row;
                }
            }
            if (count > 0) {
                instances.get(worker).process(input, batch.gather(chosen, count), output(number));
            }
        }
    }

    private void endEpoch(long watermark, int number) {
        epoch++;
        boolean checkpoint = mode.restore() != RunMode.Restore.NEVER;
        EpochEnd end = new EpochEnd(epoch, epoch * 1000, watermark, checkpoint, checkpoint ? epoch : 0);
        for (Operator instance : instances) {
            instance.endEpoch(end, output(number));
            Instant deadline = Instant.now().plus(DEADLINE);
            while (instance.pending()) {
                instance.resume(output(number));
                if (Instant.now().isAfter(deadline)) {
                    throw failure(number, "still pending after " + DEADLINE);
                }
            }
        }
        signs = new HashMap<>();
        if (checkpoint) {
            restore();
        }
    }

    private void restore() {
        instances.forEach(instance -> instance.snapshot(snapshots));
        instances.forEach(Operator::close);
        if (restores % 2 == 1) {
            snapshots.merge();
        }
        restores++;
        int parallelism = mode.parallelism(restores);
        instances = open(parallelism);
        for (int worker = 0; worker < parallelism; worker++) {
            instances.get(worker).restore(snapshots.reader(worker, parallelism));
        }
    }

    private List<Operator> open(int parallelism) {
        List<Operator> opened = new ArrayList<>();
        for (int worker = 0; worker < parallelism; worker++) {
            Operator instance = harness.newOperator();
            instance.open(new HarnessContext(worker, parallelism, counters, letters, harness.zone()));
            opened.add(instance);
        }
        return opened;
    }

    private Output output(int number) {
        return batch -> {
            for (int row = 0; row < batch.size(); row++) {
                take(RowText.render(batch, row), batch.weight(row), number);
            }
        };
    }

    private void take(String row, long weight, int number) {
        if (weight == 0) {
            throw failure(number, "emitted with weight 0: " + row);
        }
        CaseScript.add(changes, row, weight);
        CaseScript.add(table, row, weight);
        if (harness.isLinear()) {
            return;
        }
        if (table.getOrDefault(row, 0L) < 0) {
            throw failure(number, "took away what was not there: " + row);
        }
        Integer before = signs.put(row, Long.signum(weight));
        if (before != null && before != Long.signum(weight)) {
            throw failure(number, "not a net change, added and taken in one epoch: " + row);
        }
    }

    private AssertionError failure(int number, String problem) {
        return new AssertionError("epoch " + number + " of the case, " + mode + ":\n  " + problem);
    }
}

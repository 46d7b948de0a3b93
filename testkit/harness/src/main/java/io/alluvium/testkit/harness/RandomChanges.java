package io.alluvium.testkit.harness;

import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.operator.Operator;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowHash;
import io.alluvium.core.type.Schema;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Runs an operator over random changes, removals of rows never seen included, in epochs of random size, with restores at random
 * parallelism, and compares what it shows after each epoch with an oracle: a function from the current tables (weights by the
 * text of the row, negative ones too) to the result. Prints the seed that failed.
 */
public final class RandomChanges {
    private final Supplier<Operator> operator;
    private final List<Schema> inputs;
    private final List<int[]> exchanges;
    private final Set<Integer> insertOnly = new HashSet<>();

    /** @param exchanges for each input the columns by which it is exchanged */
    public RandomChanges(Supplier<Operator> operator, List<Schema> inputs, List<int[]> exchanges) {
        this.operator = operator;
        this.inputs = inputs;
        this.exchanges = exchanges;
    }

    /** No removals from any input. */
    public RandomChanges insertOnly() {
        for (int input = 0; input < inputs.size(); input++) {
            insertOnly(input);
        }
        return this;
    }

    /** No removals from this input. */
    public RandomChanges insertOnly(int input) {
        insertOnly.add(input);
        return this;
    }

    /**
     * @param row gives the text of a random row of an input
     * @param oracle from the inputs' tables to the output's
     */
    public void run(
            int seeds,
            int epochs,
            BiFunction<Integer, Random, String> row,
            Function<List<Map<String, Long>>, Map<String, Long>> oracle) {
        for (long seed = 1; seed <= seeds; seed++) {
            new Walk(seed, row, oracle).run(epochs);
        }
    }

    private final class Walk {
        private final long seed;
        private final Random random;
        private final BiFunction<Integer, Random, String> row;
        private final Function<List<Map<String, Long>>, Map<String, Long>> oracle;
        private final List<Map<String, Long>> tables = new ArrayList<>();
        private final Map<String, Long> shown = new TreeMap<>();
        private final SnapshotBytes snapshots = new SnapshotBytes();
        private List<Operator> instances;

        Walk(
                long seed,
                BiFunction<Integer, Random, String> row,
                Function<List<Map<String, Long>>, Map<String, Long>> oracle) {
            this.seed = seed;
            this.random = new Random(seed);
            this.row = row;
            this.oracle = oracle;
            inputs.forEach(input -> tables.add(new TreeMap<>()));
            this.instances = open(1);
        }

        void run(int epochs) {
            for (int epoch = 1; epoch <= epochs; epoch++) {
                int batches = random.nextInt(6);
                for (int i = 0; i < batches; i++) {
                    feed(random.nextInt(inputs.size()), 1 + random.nextInt(8));
                }
                EpochEnd end = new EpochEnd(epoch, epoch, EpochEnd.NO_PROMISE, true, epoch);
                instances.forEach(instance -> instance.endEpoch(end, this::take));
                List<String> diff = OperatorHarness.diff(new TreeMap<>(oracle.apply(tables)), shown);
                if (!diff.isEmpty()) {
                    throw new AssertionError("seed " + seed + ", epoch " + epoch + ", inputs " + tables + ":\n  "
                            + String.join("\n  ", diff));
                }
                if (random.nextInt(3) == 0) {
                    restore();
                }
            }
            instances.forEach(Operator::close);
        }

        private void feed(int input, int size) {
            BatchBuilder builder = new BatchBuilder(inputs.get(input));
            Map<String, Long> table = tables.get(input);
            boolean changing = !insertOnly.contains(input);
            for (int i = 0; i < size; i++) {
                boolean takesAway = changing && !table.isEmpty() && random.nextInt(5) < 2;
                String text = takesAway
                        ? List.copyOf(table.keySet()).get(random.nextInt(table.size()))
                        : row.apply(input, random);
                long weight = takesAway ? -1 : 1 + random.nextInt(12) / 11;
                if (changing && random.nextInt(12) == 0) {
                    weight = -1;
                }
                builder.appendRow(weight, RowText.parse(inputs.get(input), text));
                String rendered = RowText.render(inputs.get(input), RowText.parse(inputs.get(input), text));
                CaseScript.add(table, rendered, weight);
            }
            RowBatch batch = builder.build();
            long[] hashes = new long[batch.size()];
            RowHash.hash(batch, exchanges.get(input), hashes);
            for (int worker = 0; worker < instances.size(); worker++) {
                int[] chosen = new int[batch.size()];
                int count = 0;
                for (int i = 0; i < batch.size(); i++) {
                    if (RowHash.workerOf(RowHash.keyGroup(hashes[i]), instances.size()) == worker) {
                        chosen[count++] = i;
                    }
                }
                if (count > 0) {
                    instances.get(worker).process(input, batch.gather(chosen, count), this::take);
                }
            }
        }

        private void take(RowBatch batch) {
            for (int i = 0; i < batch.size(); i++) {
                CaseScript.add(shown, RowText.render(batch, i), batch.weight(i));
            }
        }

        private void restore() {
            instances.forEach(instance -> instance.snapshot(snapshots));
            if (random.nextBoolean()) {
                snapshots.merge();
            }
            if (random.nextInt(3) == 0) {
                return;
            }
            instances.forEach(Operator::close);
            int parallelism = 1 + random.nextInt(3);
            instances = open(parallelism);
            for (int worker = 0; worker < parallelism; worker++) {
                instances.get(worker).restore(snapshots.reader(worker, parallelism));
            }
        }

        private List<Operator> open(int parallelism) {
            List<Operator> opened = new ArrayList<>();
            for (int worker = 0; worker < parallelism; worker++) {
                Operator instance = operator.get();
                instance.open(new HarnessContext(
                        worker, parallelism, new ConcurrentHashMap<>(), new ArrayList<>(), ZoneOffset.UTC));
                opened.add(instance);
            }
            return opened;
        }
    }
}

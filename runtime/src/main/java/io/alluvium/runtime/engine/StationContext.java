package io.alluvium.runtime.engine;

import io.alluvium.core.connector.SourceContext;
import io.alluvium.core.operator.Counter;
import io.alluvium.core.operator.DeadLetter;
import io.alluvium.core.operator.DeadLetters;
import io.alluvium.core.operator.OperatorContext;
import io.alluvium.core.row.RowBatch;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * What an operator or a split's reader gets from the engine: counters in signed weights and dead letters of its node in its
 * worker, which become final with a checkpoint. Belongs to the worker's thread, but for {@link #wakeUp}.
 */
final class StationContext implements OperatorContext, SourceContext {
    private final String node;
    private final int worker;
    private final JobOptions options;
    private final EpochGate gate;
    private final DeadLetterPolicy policy;
    private final Runnable wakeUp;
    private final Map<String, Count> counters = new LinkedHashMap<>();
    private final List<DeadLetter> letters = new ArrayList<>();
    private final Count in = new Count();
    private final Count out = new Count();
    private final Count deadLettered = new Count();
    private @Nullable Executor helpers;
    private volatile long lettersSoFar;
    private long epoch;

    StationContext(
            String node,
            int worker,
            JobOptions options,
            EpochGate gate,
            DeadLetterPolicy policy,
            Runnable wakeUp,
            long firstEpoch) {
        this.node = node;
        this.worker = worker;
        this.options = options;
        this.gate = gate;
        this.policy = policy;
        this.wakeUp = wakeUp;
        this.epoch = firstEpoch;
        counters.put(JobReport.IN, in);
        counters.put(JobReport.OUT, out);
        counters.put(JobReport.DEAD_LETTERED, deadLettered);
    }

    @Override
    public String node() {
        return node;
    }

    @Override
    public int worker() {
        return worker;
    }

    @Override
    public int parallelism() {
        return options.parallelism();
    }

    @Override
    public Counter counter(String name) {
        synchronized (counters) {
            return counters.computeIfAbsent(name, key -> new Count());
        }
    }

    @Override
    public DeadLetters deadLetters() {
        return letter -> {
            policy.judge(letter);
            deadLettered.add(letter.weight());
            letters.add(letter);
            lettersSoFar++; // by the worker only
        };
    }

    @Override
    public @Nullable Executor helpers() {
        return helpers;
    }

    /** Before the worker runs. */
    void helpers(Executor threads) {
        helpers = threads;
    }

    @Override
    public void wakeUp() {
        wakeUp.run();
    }

    @Override
    public ZoneId zone() {
        return options.zone();
    }

    @Override
    public long processingTimeMicros() {
        return gate.processingTimeMicros(epoch);
    }

    void epoch(long now) {
        epoch = now;
    }

    void rowsIn(RowBatch batch) {
        in.value += batch.totalWeight();
    }

    void rowsOut(RowBatch batch) {
        out.value += batch.totalWeight();
    }

    /** Changes whenever a counter or a dead letter was added, to notice a source that skipped records without giving rows. */
    long activity() {
        long sum = 0;
        for (Count counter : counters.values()) {
            sum += counter.changes;
        }
        return sum;
    }

    /** Hands the counters and dead letters up to the epoch that ends here to its outcome. */
    void captureInto(EpochOutcome outcome) {
        Map<String, Long> values = outcome.counters.computeIfAbsent(node, key -> new TreeMap<>());
        values().forEach((name, value) -> values.merge(name, value, Long::sum));
        outcome.deadLetters.addAll(letters);
        letters.clear();
    }

    /** Dead letters reported in this attempt. */
    long lettersSoFar() {
        return lettersSoFar;
    }

    /** The counters now; exact when the worker has stopped. */
    Map<String, Long> values() {
        Map<String, Long> values = new TreeMap<>();
        synchronized (counters) {
            counters.forEach((name, count) -> {
                if (count.value != 0) {
                    values.put(name, count.value);
                }
            });
        }
        return values;
    }

    private static final class Count implements Counter {
        private long value;
        private long changes;

        @Override
        public void add(long weight) {
            value += weight;
            changes++;
        }

        @Override
        public long value() {
            return value;
        }
    }
}

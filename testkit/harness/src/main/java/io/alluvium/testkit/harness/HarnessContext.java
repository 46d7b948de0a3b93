package io.alluvium.testkit.harness;

import io.alluvium.core.operator.Counter;
import io.alluvium.core.operator.DeadLetter;
import io.alluvium.core.operator.DeadLetters;
import io.alluvium.core.operator.OperatorContext;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** What an operator instance gets in tests; counters and dead letters are shared by all instances of a run. */
public final class HarnessContext implements OperatorContext {
    private final int worker;
    private final int parallelism;
    private final Map<String, AtomicLong> counters;
    private final List<DeadLetter> letters;
    private final ZoneId zone;

    HarnessContext(
            int worker, int parallelism, Map<String, AtomicLong> counters, List<DeadLetter> letters, ZoneId zone) {
        this.worker = worker;
        this.parallelism = parallelism;
        this.counters = counters;
        this.letters = letters;
        this.zone = zone;
    }

    /** A context of the only instance, for tests that drive an operator by hand. */
    public static HarnessContext alone() {
        return of(0, 1);
    }

    /** A context of one of several instances, with counters and dead letters of its own. */
    public static HarnessContext of(int worker, int parallelism) {
        return new HarnessContext(worker, parallelism, new ConcurrentHashMap<>(), new ArrayList<>(), ZoneOffset.UTC);
    }

    @Override
    public String node() {
        return "node";
    }

    @Override
    public int worker() {
        return worker;
    }

    @Override
    public int parallelism() {
        return parallelism;
    }

    @Override
    public Counter counter(String name) {
        AtomicLong value = counters.computeIfAbsent(name, key -> new AtomicLong());
        return new Counter() {
            @Override
            public void add(long weight) {
                value.addAndGet(weight);
            }

            @Override
            public long value() {
                return value.get();
            }
        };
    }

    @Override
    public DeadLetters deadLetters() {
        return letters::add;
    }

    /** The letters reported so far. */
    public List<DeadLetter> letters() {
        return List.copyOf(letters);
    }

    @Override
    public void wakeUp() {}

    @Override
    public ZoneId zone() {
        return zone;
    }

    @Override
    public long processingTimeMicros() {
        return 0;
    }
}

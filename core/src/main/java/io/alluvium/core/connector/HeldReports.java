package io.alluvium.core.connector;

import io.alluvium.core.operator.Counter;
import io.alluvium.core.operator.DeadLetter;
import io.alluvium.core.operator.DeadLetters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps what a reader counts and reports while it works on another thread than its worker's, until the worker takes it over with
 * the rows. Used by one thread at a time.
 */
public final class HeldReports implements SourceContext {
    private final String node;
    private final Map<String, Held> counters = new LinkedHashMap<>();
    private final List<DeadLetter> letters = new ArrayList<>();

    public HeldReports(String node) {
        this.node = node;
    }

    @Override
    public String node() {
        return node;
    }

    @Override
    public DeadLetters deadLetters() {
        return letters::add;
    }

    @Override
    public Counter counter(String name) {
        return counters.computeIfAbsent(name, key -> new Held());
    }

    /** What was reported since the last call, to be released later. */
    public HeldReports detach() {
        HeldReports detached = new HeldReports(node);
        detached.counters.putAll(counters);
        detached.letters.addAll(letters);
        counters.clear();
        letters.clear();
        return detached;
    }

    /** Reports everything to the worker's own context; on the worker's thread. */
    public void release(SourceContext target) {
        counters.forEach((name, held) -> {
            if (held.value != 0) {
                target.counter(name).add(held.value);
            }
        });
        letters.forEach(target.deadLetters()::report);
    }

    private static final class Held implements Counter {
        private long value;

        @Override
        public void add(long weight) {
            value += weight;
        }

        @Override
        public long value() {
            return value;
        }
    }
}

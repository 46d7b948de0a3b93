package io.alluvium.connector.conformance;

import io.alluvium.core.connector.SourceContext;
import io.alluvium.core.operator.Counter;
import io.alluvium.core.operator.DeadLetter;
import io.alluvium.core.operator.DeadLetters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Keeps what a reader counts and reports. */
public final class RecordedContext implements SourceContext {
    private final @Nullable Executor helpers;
    private final Map<String, Long> counts = new TreeMap<>();
    private final List<DeadLetter> letters = new ArrayList<>();

    public RecordedContext() {
        this(null);
    }

    /** @param helpers threads that may parse for the reader */
    public RecordedContext(@Nullable Executor helpers) {
        this.helpers = helpers;
    }

    @Override
    public @Nullable Executor helpers() {
        return helpers;
    }

    @Override
    public String node() {
        return "scan";
    }

    @Override
    public DeadLetters deadLetters() {
        return letters::add;
    }

    @Override
    public Counter counter(String name) {
        return new Counter() {
            @Override
            public void add(long weight) {
                counts.merge(name, weight, Long::sum);
            }

            @Override
            public long value() {
                return counts.getOrDefault(name, 0L);
            }
        };
    }

    public Map<String, Long> counts() {
        return counts;
    }

    public List<DeadLetter> letters() {
        return letters;
    }
}

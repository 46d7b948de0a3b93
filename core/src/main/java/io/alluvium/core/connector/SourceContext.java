package io.alluvium.core.connector;

import io.alluvium.core.operator.Counter;
import io.alluvium.core.operator.DeadLetters;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** What the engine gives to a split's reader. */
public interface SourceContext {
    /** Id of the scan node, for dead letters. */
    String node();

    DeadLetters deadLetters();

    Counter counter(String name);

    /**
     * Threads beside the worker's that may parse records of this split; their number is the job's parallelism. The rows still come
     * from {@link SplitReader#poll}, in order.
     *
     * @return null where the worker is to do it itself, since other splits keep the other workers busy
     */
    default @Nullable Executor helpers() {
        return null;
    }

    /** Lets the engine poll soon: rows have come. Called from any thread. */
    default void wakeUp() {}
}

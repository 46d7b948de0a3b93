package io.alluvium.core.connector;

import io.alluvium.core.operator.Counter;
import io.alluvium.core.operator.DeadLetters;

/** What the engine gives to a split's reader. */
public interface SourceContext {
    /** Id of the scan node, for dead letters. */
    String node();

    DeadLetters deadLetters();

    Counter counter(String name);

    /** Lets the engine poll soon: rows have come. Called from any thread. */
    default void wakeUp() {}
}

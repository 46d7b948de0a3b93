package io.alluvium.core.operator;

import io.alluvium.core.function.FunctionContext;

/** What the engine gives to an operator instance. */
public interface OperatorContext extends FunctionContext {

    /** The plan node's id. */
    String node();

    /** This instance's worker, from 0. */
    int worker();

    int parallelism();

    /** A counter of this node by name ({@code late}, {@code filtered} ..), created at 0. Its value becomes final with a checkpoint. */
    Counter counter(String name);

    /** Where rows go that could not be processed. */
    DeadLetters deadLetters();

    /** Callable from any thread: makes the worker call {@link Operator#resume} soon. */
    void wakeUp();
}

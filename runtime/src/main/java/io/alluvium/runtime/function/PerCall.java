package io.alluvium.runtime.function;

/**
 * An object of its own for each place where a function is called: a first parameter of a class that implements this remembers
 * compiled patterns and reuses buffers. The class has a constructor that takes the {@link
 * io.alluvium.core.expression.Expression.Call}, or nothing. One thread calls it.
 */
public interface PerCall {}

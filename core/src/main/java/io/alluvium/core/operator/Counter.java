package io.alluvium.core.operator;

/** Counts signed weights; owned by one worker's thread. */
public interface Counter {
    void add(long weight);

    long value();
}

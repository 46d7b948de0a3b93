package io.alluvium.core.operator;

import org.jspecify.annotations.Nullable;

/** Gives an operator instance the entries of the key groups that it owns now. */
public interface StateReader {

    /** Calls the visitor for each entry of a state, oldest first. */
    void read(String state, Visitor visitor);

    /** Takes one entry; the arrays may be reused after the call. */
    @FunctionalInterface
    interface Visitor {
        /** @param value null where the entry removes the key */
        void entry(
                int keyGroup,
                byte[] key,
                int keyStart,
                int keyLength,
                byte @Nullable [] value,
                int valueStart,
                int valueLength);
    }
}

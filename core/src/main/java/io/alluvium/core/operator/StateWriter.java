package io.alluvium.core.operator;

/**
 * Takes the changed entries of a snapshot. An entry belongs to a named state of the operator and to a key group; keys and
 * values are the operator's own bytes, copied by the call.
 */
public interface StateWriter {
    void put(
            String state,
            int keyGroup,
            byte[] key,
            int keyStart,
            int keyLength,
            byte[] value,
            int valueStart,
            int valueLength);

    void remove(String state, int keyGroup, byte[] key, int keyStart, int keyLength);

    default void put(String state, int keyGroup, byte[] key, byte[] value) {
        put(state, keyGroup, key, 0, key.length, value, 0, value.length);
    }

    default void remove(String state, int keyGroup, byte[] key) {
        remove(state, keyGroup, key, 0, key.length);
    }
}

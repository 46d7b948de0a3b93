package io.alluvium.runtime.checkpoint;

import io.alluvium.core.operator.StateWriter;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Merges state files into a base, from the files alone: of each key the newest entry, and nothing for a removed key. States
 * whose name starts with {@link #TRANSIENT} belong to one checkpoint only and are left out.
 */
public final class StateMerge {
    /** First letter of states that mean something only in the checkpoint that wrote them. */
    public static final char TRANSIENT = '$';

    private StateMerge() {}

    /** @param files oldest first, with no older file outside of them */
    public static List<byte[]> merge(List<StateFile> files) {
        Map<String, Map<String, Map<Integer, Map<ByteBuffer, byte[]>>>> merged = new LinkedHashMap<>();
        for (StateFile file : files) {
            for (StateFile.Block block : file.blocks()) {
                if (block.state().charAt(0) == TRANSIENT) {
                    continue;
                }
                Map<ByteBuffer, byte[]> group = merged.computeIfAbsent(block.operator(), name -> new LinkedHashMap<>())
                        .computeIfAbsent(block.state(), name -> new LinkedHashMap<>())
                        .computeIfAbsent(block.keyGroup(), name -> new LinkedHashMap<>());
                file.visit(block, (keyGroup, key, keyStart, keyLength, value, valueStart, valueLength) -> {
                    ByteBuffer copy = ByteBuffer.wrap(Arrays.copyOfRange(key, keyStart, keyStart + keyLength));
                    keep(group, copy, value, valueStart, valueLength);
                });
            }
        }
        StateFileWriter writer = new StateFileWriter();
        merged.forEach((operator, states) -> {
            StateWriter target = writer.operator(operator);
            states.forEach((state, groups) -> groups.forEach(
                    (group, entries) -> entries.forEach((key, value) -> target.put(state, group, key.array(), value))));
        });
        return writer.files();
    }

    private static void keep(
            Map<ByteBuffer, byte[]> group, ByteBuffer key, byte @Nullable [] value, int start, int length) {
        group.remove(key); // a key that comes again stands behind the others, as in the files
        if (value != null) {
            group.put(key, Arrays.copyOfRange(value, start, start + length));
        }
    }
}

package io.alluvium.runtime.checkpoint;

import io.alluvium.core.operator.StateWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
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

    private record Place(String operator, String state, int keyGroup) {}

    private record Source(StateFile file, StateFile.Block block) {}

    /**
     * Merges one key group after the other, so that memory holds the entries of one.
     *
     * @param files oldest first, with no older file outside of them
     */
    public static void merge(List<StateFile> files, StateFileWriter target) {
        Map<Place, List<Source>> places = new LinkedHashMap<>();
        for (StateFile file : files) {
            for (StateFile.Block block : file.blocks()) {
                if (block.state().charAt(0) != TRANSIENT) {
                    places.computeIfAbsent(
                                    new Place(block.operator(), block.state(), block.keyGroup()),
                                    place -> new ArrayList<>())
                            .add(new Source(file, block));
                }
            }
        }
        places.forEach((place, sources) -> {
            Map<ByteBuffer, byte[]> entries = new LinkedHashMap<>();
            for (Source source : sources) {
                source.file.visit(
                        source.block, (keyGroup, key, keyStart, keyLength, value, valueStart, valueLength) -> {
                            ByteBuffer copy = ByteBuffer.wrap(Arrays.copyOfRange(key, keyStart, keyStart + keyLength));
                            keep(entries, copy, value, valueStart, valueLength);
                        });
            }
            StateWriter writer = target.operator(place.operator);
            entries.forEach((key, value) -> writer.put(place.state, place.keyGroup, key.array(), value));
        });
    }

    private static void keep(
            Map<ByteBuffer, byte[]> group, ByteBuffer key, byte @Nullable [] value, int start, int length) {
        group.remove(key); // a key that comes again stands behind the others, as in the files
        if (value != null) {
            group.put(key, Arrays.copyOfRange(value, start, start + length));
        }
    }
}

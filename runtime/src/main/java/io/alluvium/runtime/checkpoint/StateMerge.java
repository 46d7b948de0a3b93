package io.alluvium.runtime.checkpoint;

import io.alluvium.core.operator.StateWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Merges state files into a base, from the files alone: of each key the newest entry, and nothing for a removed key. States
 * whose name starts with {@link #TRANSIENT} belong to one checkpoint only and are left out.
 */
public final class StateMerge {
    /** First letter of states that mean something only in the checkpoint that wrote them. */
    public static final char TRANSIENT = '$';

    /** So many files are held open; of more, those that were read longest ago are opened again when their turn comes. */
    private static final int OPEN_FILES = 64;

    private StateMerge() {}

    private record Place(String operator, String state, int keyGroup) {}

    private record Source(StateFile file, StateFile.Block block) {}

    /**
     * Merges one key group after the other, so that memory holds the entries of one, read a block at a time.
     *
     * @param files oldest first, with no older file outside of them
     * @param goOn asked before each key group
     * @return false where it was not to go on, and the target holds a part
     */
    public static boolean merge(List<StateFile> files, StateFileWriter target, BooleanSupplier goOn) {
        try (OpenFiles open = new OpenFiles()) {
            for (Map.Entry<Place, List<Source>> each : places(files).entrySet()) {
                if (!goOn.getAsBoolean()) {
                    return false;
                }
                merge(each.getKey(), each.getValue(), open, target);
            }
        }
        return true;
    }

    private static Map<Place, List<Source>> places(List<StateFile> files) {
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
        return places;
    }

    private static void merge(Place place, List<Source> sources, OpenFiles open, StateFileWriter target) {
        Map<ByteBuffer, byte[]> entries = new LinkedHashMap<>();
        for (Source source : sources) {
            open.of(source.file)
                    .visit(source.block, (keyGroup, key, keyStart, keyLength, value, valueStart, valueLength) -> {
                        ByteBuffer copy = ByteBuffer.wrap(Arrays.copyOfRange(key, keyStart, keyStart + keyLength));
                        keep(entries, copy, value, valueStart, valueLength);
                    });
        }
        StateWriter writer = target.operator(place.operator);
        entries.forEach((key, value) -> writer.put(place.state, place.keyGroup, key.array(), value));
    }

    private static void keep(
            Map<ByteBuffer, byte[]> group, ByteBuffer key, byte @Nullable [] value, int start, int length) {
        group.remove(key); // a key that comes again stands behind the others, as in the files
        if (value != null) {
            group.put(key, Arrays.copyOfRange(value, start, start + length));
        }
    }

    /** The files that were read last. */
    private static final class OpenFiles implements AutoCloseable {
        private final LinkedHashMap<StateFile, StateFile.Reading> open = new LinkedHashMap<>(16, 0.75f, true);

        StateFile.Reading of(StateFile file) {
            StateFile.Reading known = open.get(file);
            if (known != null) {
                return known;
            }
            if (open.size() == OPEN_FILES) {
                Iterator<StateFile.Reading> oldest = open.values().iterator();
                oldest.next().close();
                oldest.remove();
            }
            StateFile.Reading reading = file.new Reading();
            open.put(file, reading);
            return reading;
        }

        @Override
        public void close() {
            open.values().forEach(StateFile.Reading::close);
        }
    }
}

package io.alluvium.testkit.harness;

import io.alluvium.core.operator.StateReader;
import io.alluvium.core.operator.StateWriter;
import io.alluvium.core.row.RowHash;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Snapshots as nothing but bytes: what one or several instances wrote, in order, readable by new instances at any parallelism,
 * each of which gets the entries of its own key groups.
 */
public final class SnapshotBytes implements StateWriter {
    private final Map<String, List<Entry>> states = new LinkedHashMap<>();
    private long puts;
    private long removals;

    private record Entry(int keyGroup, byte[] key, byte @Nullable [] value) {}

    @Override
    public void put(
            String state,
            int keyGroup,
            byte[] key,
            int keyStart,
            int keyLength,
            byte[] value,
            int valueStart,
            int valueLength) {
        puts++;
        add(
                state,
                keyGroup,
                Arrays.copyOfRange(key, keyStart, keyStart + keyLength),
                Arrays.copyOfRange(value, valueStart, valueStart + valueLength));
    }

    @Override
    public void remove(String state, int keyGroup, byte[] key, int keyStart, int keyLength) {
        removals++;
        add(state, keyGroup, Arrays.copyOfRange(key, keyStart, keyStart + keyLength), null);
    }

    private void add(String state, int keyGroup, byte[] key, byte @Nullable [] value) {
        if (keyGroup < 0 || keyGroup >= RowHash.KEY_GROUPS) {
            throw new AssertionError("key group " + keyGroup + " of state " + state);
        }
        states.computeIfAbsent(state, name -> new ArrayList<>()).add(new Entry(keyGroup, key, value));
    }

    /** Number of puts so far: an incremental snapshot writes changed entries only. */
    public long puts() {
        return puts;
    }

    public long removals() {
        return removals;
    }

    /** Entries that are there after all puts and removals. */
    public long liveEntries() {
        return states.keySet().stream().mapToLong(state -> merged(state).size()).sum();
    }

    /** Replaces each state's log by its latest entries, as the merging of increments into a base does. */
    public void merge() {
        for (String state : List.copyOf(states.keySet())) {
            states.put(state, new ArrayList<>(merged(state)));
        }
    }

    private List<Entry> merged(String state) {
        Map<ByteBuffer, Entry> latest = new LinkedHashMap<>();
        for (Entry entry : states.getOrDefault(state, List.of())) {
            ByteBuffer key = ByteBuffer.allocate(entry.key.length + 4)
                    .putInt(entry.keyGroup)
                    .put(entry.key)
                    .flip();
            latest.remove(key);
            if (entry.value != null) {
                latest.put(key, entry);
            }
        }
        return List.copyOf(latest.values());
    }

    /** What instance {@code worker} of {@code parallelism} restores from. */
    public StateReader reader(int worker, int parallelism) {
        return (state, visitor) -> {
            for (Entry entry : states.getOrDefault(state, List.of())) {
                if (RowHash.workerOf(entry.keyGroup, parallelism) == worker) {
                    visit(visitor, entry);
                }
            }
        };
    }

    /** Hands over the bytes at another offset of a shared array, which is wiped after the call. */
    private static void visit(StateReader.Visitor visitor, Entry entry) {
        byte[] value = entry.value;
        int valueLength = value == null ? 0 : value.length;
        byte[] shared = new byte[entry.key.length + valueLength + 6];
        System.arraycopy(entry.key, 0, shared, 3, entry.key.length);
        int valueStart = entry.key.length + 5;
        if (value != null) {
            System.arraycopy(value, 0, shared, valueStart, valueLength);
        }
        visitor.entry(
                entry.keyGroup, shared, 3, entry.key.length, value == null ? null : shared, valueStart, valueLength);
        Arrays.fill(shared, (byte) 0xEE);
    }
}

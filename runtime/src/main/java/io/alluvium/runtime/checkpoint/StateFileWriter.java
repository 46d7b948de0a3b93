package io.alluvium.runtime.checkpoint;

import io.alluvium.core.operator.StateWriter;
import io.alluvium.core.row.RowHash;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Collects the changed entries of one worker's checkpoint and lays them out as state files, version 1 (big endian):
 *
 * <pre>
 * header  "ALVSTATE", int version
 * blocks  one for each (operator, state, key group) with entries; entries in the order of writing:
 *           varint key length, key, varint 0 for a removal or 1 + value length, value
 * index   int blocks, then for each: text operator, text state, int key group, int offset, int length, int CRC-32C of the block
 * footer  int offset of the index, int length of the index, int CRC-32C of the index, "ALVSTEND"
 * </pre>
 *
 * A text is a varint length and UTF-8. Several files are made where one would grow beyond {@link #TARGET_BYTES}; the order of
 * entries inside a key group is kept across them. Single-threaded.
 */
public final class StateFileWriter {
    static final byte[] MAGIC = {'A', 'L', 'V', 'S', 'T', 'A', 'T', 'E'};
    static final byte[] END = {'A', 'L', 'V', 'S', 'T', 'E', 'N', 'D'};
    static final int VERSION = 1;
    static final int FOOTER_BYTES = 20;
    private static final int TARGET_BYTES = 64 << 20;

    private final Map<String, Map<String, @Nullable ByteSink[]>> operators = new LinkedHashMap<>();
    private final List<byte[]> full = new ArrayList<>();
    private long open;

    /** Takes the entries of one operator, until {@link #files}. */
    public StateWriter operator(String operator) {
        return new OperatorEntries(operators.computeIfAbsent(operator, name -> new LinkedHashMap<>()));
    }

    /** The contents of the files; none where nothing was written. The writer is empty afterwards. */
    public List<byte[]> files() {
        if (open > 0) {
            full.add(layOut());
        }
        List<byte[]> files = List.copyOf(full);
        full.clear();
        operators.clear();
        return files;
    }

    private void added(long bytes) {
        open += bytes;
        if (open >= TARGET_BYTES) {
            full.add(layOut());
        }
    }

    /** Writes the blocks into one file and empties them; they keep their arrays for the next file. */
    private byte[] layOut() {
        ByteSink index = new ByteSink(1024);
        int blocks = 0;
        int position = MAGIC.length + 4;
        for (Map.Entry<String, Map<String, @Nullable ByteSink[]>> operator : operators.entrySet()) {
            for (Map.Entry<String, @Nullable ByteSink[]> state :
                    operator.getValue().entrySet()) {
                for (int group = 0; group < RowHash.KEY_GROUPS; group++) {
                    ByteSink block = state.getValue()[group];
                    if (block != null && block.size() > 0) {
                        blocks++;
                        index.writeText(operator.getKey());
                        index.writeText(state.getKey());
                        index.writeInt(group);
                        index.writeInt(position);
                        index.writeInt(block.size());
                        index.writeInt(checksum(block.array(), 0, block.size()));
                        position += block.size();
                    }
                }
            }
        }
        ByteSink counted = new ByteSink(index.size() + 4);
        counted.writeInt(blocks);
        counted.write(index.array(), 0, index.size());
        ByteSink file = new ByteSink(position + counted.size() + FOOTER_BYTES);
        file.write(MAGIC);
        file.writeInt(VERSION);
        for (Map<String, @Nullable ByteSink[]> states : operators.values()) {
            for (@Nullable ByteSink[] groups : states.values()) {
                for (ByteSink block : groups) {
                    if (block != null) {
                        file.write(block.array(), 0, block.size());
                        block.clear();
                    }
                }
            }
        }
        file.write(counted.array(), 0, counted.size());
        file.writeInt(position);
        file.writeInt(counted.size());
        file.writeInt(checksum(counted.array(), 0, counted.size()));
        file.write(END);
        open = 0;
        return file.takeBytes();
    }

    static int checksum(byte[] bytes, int start, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, start, length);
        return (int) crc.getValue();
    }

    /** The entries of one operator; it remembers the state of the last entry, since entries of a state come together. */
    private final class OperatorEntries implements StateWriter {
        private final Map<String, @Nullable ByteSink[]> states;
        private String lastState = "";
        private @Nullable ByteSink @Nullable [] lastGroups;

        OperatorEntries(Map<String, @Nullable ByteSink[]> states) {
            this.states = states;
        }

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
            ByteSink block = block(state, keyGroup);
            block.writeVarint(keyLength);
            block.write(key, keyStart, keyLength);
            block.writeVarint(valueLength + 1);
            block.write(value, valueStart, valueLength);
            added(keyLength + valueLength + 4L);
        }

        @Override
        public void remove(String state, int keyGroup, byte[] key, int keyStart, int keyLength) {
            ByteSink block = block(state, keyGroup);
            block.writeVarint(keyLength);
            block.write(key, keyStart, keyLength);
            block.writeVarint(0);
            added(keyLength + 4L);
        }

        private ByteSink block(String state, int keyGroup) {
            @Nullable ByteSink[] groups = lastGroups;
            if (groups == null || !state.equals(lastState)) {
                groups = states.computeIfAbsent(state, name -> new ByteSink[RowHash.KEY_GROUPS]);
                lastGroups = groups;
                lastState = state;
            }
            ByteSink block = groups[keyGroup];
            if (block == null) {
                block = new ByteSink(128);
                groups[keyGroup] = block;
            }
            return block;
        }
    }
}

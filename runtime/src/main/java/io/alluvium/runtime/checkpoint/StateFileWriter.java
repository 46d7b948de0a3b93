package io.alluvium.runtime.checkpoint;

import io.alluvium.core.operator.StateWriter;
import io.alluvium.core.row.RowHash;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
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
 * A text is a varint length and UTF-8. It holds the entries of one file: whenever they come to so many bytes the file is handed
 * out, so that a checkpoint needs no memory for all that it writes. The order of entries inside a key group is kept across
 * files. Single-threaded.
 */
public final class StateFileWriter {
    static final byte[] MAGIC = {'A', 'L', 'V', 'S', 'T', 'A', 'T', 'E'};
    static final byte[] END = {'A', 'L', 'V', 'S', 'T', 'E', 'N', 'D'};
    static final int VERSION = 1;
    static final int FOOTER_BYTES = 20;

    private final long fileBytes;
    private final Target full;
    private final Map<String, Map<String, @Nullable ByteSink[]>> operators = new LinkedHashMap<>();
    private long open;

    /**
     * @param fileBytes entries of a file, about
     * @param full takes each file that is full before the last entry has come
     */
    public StateFileWriter(long fileBytes, Target full) {
        this.fileBytes = fileBytes;
        this.full = full;
    }

    /** Takes files one by one. */
    public interface Target {
        /** @param file its content is there during the call only */
        void take(Content file);
    }

    /** The content of one file. */
    public interface Content {
        long bytes();

        void writeTo(OutputStream target) throws IOException;
    }

    /** Takes the entries of one operator, until {@link #finish}. */
    public StateWriter operator(String operator) {
        return new OperatorEntries(operators.computeIfAbsent(operator, name -> new LinkedHashMap<>()));
    }

    /** Hands out what is left, if anything is; the writer is empty afterwards. */
    public void finish(Target rest) {
        if (open > 0) {
            handOut(rest);
        }
        operators.clear();
    }

    /** Bytes of memory held. */
    long heldBytes() {
        long held = 0;
        for (Map<String, @Nullable ByteSink[]> states : operators.values()) {
            for (@Nullable ByteSink[] groups : states.values()) {
                for (ByteSink block : groups) {
                    held += block == null ? 0 : block.array().length;
                }
            }
        }
        return held;
    }

    private void added(long bytes) {
        open += bytes;
        if (open >= fileBytes) {
            handOut(full);
        }
    }

    /** One file with all entries held; they are forgotten, with the memory they took. */
    private void handOut(Target target) {
        target.take(layOut());
        for (Map<String, @Nullable ByteSink[]> states : operators.values()) {
            states.values().forEach(groups -> Arrays.fill(groups, null));
        }
        open = 0;
    }

    private Content layOut() {
        ByteSink entries = new ByteSink(1024);
        List<ByteSink> blocks = new ArrayList<>();
        int position = MAGIC.length + 4;
        for (Map.Entry<String, Map<String, @Nullable ByteSink[]>> operator : operators.entrySet()) {
            for (Map.Entry<String, @Nullable ByteSink[]> state :
                    operator.getValue().entrySet()) {
                for (int group = 0; group < RowHash.KEY_GROUPS; group++) {
                    ByteSink block = state.getValue()[group];
                    if (block != null) {
                        entries.writeText(operator.getKey());
                        entries.writeText(state.getKey());
                        entries.writeInt(group);
                        entries.writeInt(position);
                        entries.writeInt(block.size());
                        entries.writeInt(checksum(block.array(), 0, block.size()));
                        blocks.add(block);
                        position = Math.addExact(position, block.size());
                    }
                }
            }
        }
        ByteSink index = new ByteSink(entries.size() + 4 + FOOTER_BYTES);
        index.writeInt(blocks.size());
        index.write(entries.array(), 0, entries.size());
        int indexBytes = index.size();
        int indexChecksum = checksum(index.array(), 0, indexBytes);
        index.writeInt(position);
        index.writeInt(indexBytes);
        index.writeInt(indexChecksum);
        index.write(END);
        return new LaidOut(blocks, index, (long) position + index.size());
    }

    /** @param end index and footer */
    private record LaidOut(List<ByteSink> blocks, ByteSink end, long bytes) implements Content {
        @Override
        public void writeTo(OutputStream target) throws IOException {
            ByteSink header = new ByteSink(MAGIC.length + 4);
            header.write(MAGIC);
            header.writeInt(VERSION);
            target.write(header.array(), 0, header.size());
            for (ByteSink block : blocks) {
                target.write(block.array(), 0, block.size());
            }
            target.write(end.array(), 0, end.size());
        }
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

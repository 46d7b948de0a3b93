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

    /** Takes the entries of one operator. */
    public StateWriter operator(String operator) {
        return new StateWriter() {
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
                ByteSink block = block(operator, state, keyGroup);
                block.writeVarint(keyLength);
                block.write(key, keyStart, keyLength);
                block.writeVarint(valueLength + 1);
                block.write(value, valueStart, valueLength);
                added(keyLength + valueLength + 4L);
            }

            @Override
            public void remove(String state, int keyGroup, byte[] key, int keyStart, int keyLength) {
                ByteSink block = block(operator, state, keyGroup);
                block.writeVarint(keyLength);
                block.write(key, keyStart, keyLength);
                block.writeVarint(0);
                added(keyLength + 4L);
            }
        };
    }

    /** The contents of the files; none where nothing was written. The writer is empty afterwards. */
    public List<byte[]> files() {
        if (open > 0) {
            full.add(layOut());
        }
        List<byte[]> files = List.copyOf(full);
        full.clear();
        return files;
    }

    private ByteSink block(String operator, String state, int keyGroup) {
        @Nullable
        ByteSink[] groups = operators
                .computeIfAbsent(operator, name -> new LinkedHashMap<>())
                .computeIfAbsent(state, name -> new ByteSink[RowHash.KEY_GROUPS]);
        ByteSink block = groups[keyGroup];
        if (block == null) {
            block = new ByteSink(128);
            groups[keyGroup] = block;
        }
        return block;
    }

    private void added(long bytes) {
        open += bytes;
        if (open >= TARGET_BYTES) {
            full.add(layOut());
        }
    }

    private byte[] layOut() {
        ByteSink file = new ByteSink((int) open + 1024);
        file.write(MAGIC);
        file.writeInt(VERSION);
        ByteSink index = new ByteSink(1024);
        int blocks = 0;
        for (Map.Entry<String, Map<String, @Nullable ByteSink[]>> operator : operators.entrySet()) {
            for (Map.Entry<String, @Nullable ByteSink[]> state :
                    operator.getValue().entrySet()) {
                for (int group = 0; group < RowHash.KEY_GROUPS; group++) {
                    ByteSink block = state.getValue()[group];
                    if (block != null) {
                        blocks++;
                        index.writeText(operator.getKey());
                        index.writeText(state.getKey());
                        index.writeInt(group);
                        index.writeInt(file.size());
                        index.writeInt(block.size());
                        index.writeInt(checksum(block.array(), 0, block.size()));
                        file.write(block.array(), 0, block.size());
                    }
                }
            }
        }
        ByteSink counted = new ByteSink(index.size() + 4);
        counted.writeInt(blocks);
        counted.write(index.array(), 0, index.size());
        int offset = file.size();
        file.write(counted.array(), 0, counted.size());
        file.writeInt(offset);
        file.writeInt(counted.size());
        file.writeInt(checksum(counted.array(), 0, counted.size()));
        file.write(END);
        operators.clear();
        open = 0;
        return file.toBytes();
    }

    static int checksum(byte[] bytes, int start, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, start, length);
        return (int) crc.getValue();
    }
}

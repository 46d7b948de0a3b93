package io.alluvium.runtime.checkpoint;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.operator.StateReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A state file read back: every checksum was verified, so its entries can be visited without failing. Immutable. */
public final class StateFile {
    private final String name;
    private final byte[] bytes;
    private final List<Block> blocks;

    private StateFile(String name, byte[] bytes, List<Block> blocks) {
        this.name = name;
        this.bytes = bytes;
        this.blocks = blocks;
    }

    /** The entries of one state of one operator in one key group. */
    record Block(String operator, String state, int keyGroup, int offset, int length) {}

    /** @throws AlluviumException STATE_CORRUPT or STATE_VERSION, naming the file */
    public static StateFile parse(String name, byte[] bytes) {
        int header = StateFileWriter.MAGIC.length + 4;
        if (bytes.length < header + StateFileWriter.FOOTER_BYTES
                || !Arrays.equals(bytes, 0, 8, StateFileWriter.MAGIC, 0, 8)
                || !Arrays.equals(bytes, bytes.length - 8, bytes.length, StateFileWriter.END, 0, 8)) {
            throw corrupt(name, "it is cut off or no state file", null);
        }
        int version = new ByteSource(bytes, StateFileWriter.MAGIC.length).readInt();
        if (version != StateFileWriter.VERSION) {
            throw new AlluviumException(
                    ErrorCode.STATE_VERSION,
                    "state file \"" + name + "\" has version " + version + ", this build reads "
                            + StateFileWriter.VERSION,
                    "run the version that wrote it, or start anew with --reset");
        }
        try {
            return new StateFile(name, bytes, blocks(name, bytes));
        } catch (IndexOutOfBoundsException e) {
            throw corrupt(name, "its index points outside", e);
        }
    }

    /** Visits the entries of a state whose key group lies in [from, to), in the order of writing inside a key group. */
    public void read(String operator, String state, int from, int to, StateReader.Visitor visitor) {
        for (Block block : blocks) {
            if (block.keyGroup >= from
                    && block.keyGroup < to
                    && block.operator.equals(operator)
                    && block.state.equals(state)) {
                visit(block, visitor);
            }
        }
    }

    List<Block> blocks() {
        return blocks;
    }

    void visit(Block block, StateReader.Visitor visitor) {
        ByteSource entries = new ByteSource(bytes, block.offset);
        int end = block.offset + block.length;
        while (entries.position() < end) {
            int keyLength = entries.readVarint();
            int keyStart = entries.position();
            entries.skip(keyLength);
            int valueLength = entries.readVarint() - 1;
            int valueStart = entries.position();
            if (valueLength < 0) {
                visitor.entry(block.keyGroup, bytes, keyStart, keyLength, null, 0, 0);
            } else {
                visitor.entry(block.keyGroup, bytes, keyStart, keyLength, bytes, valueStart, valueLength);
                entries.skip(valueLength);
            }
        }
        if (entries.position() != end) {
            throw corrupt(name, "a block is longer than its entries", null);
        }
    }

    private static List<Block> blocks(String name, byte[] bytes) {
        ByteSource footer = new ByteSource(bytes, bytes.length - StateFileWriter.FOOTER_BYTES);
        int indexOffset = footer.readInt();
        int indexLength = footer.readInt();
        int indexChecksum = footer.readInt();
        if (indexOffset < 0
                || indexLength < 0
                || indexOffset + indexLength != bytes.length - StateFileWriter.FOOTER_BYTES
                || StateFileWriter.checksum(bytes, indexOffset, indexLength) != indexChecksum) {
            throw corrupt(name, "its index is damaged", null);
        }
        ByteSource index = new ByteSource(bytes, indexOffset);
        int count = index.readInt();
        List<Block> blocks = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            Block block =
                    new Block(index.readText(), index.readText(), index.readInt(), index.readInt(), index.readInt());
            if (StateFileWriter.checksum(bytes, block.offset, block.length) != index.readInt()) {
                throw corrupt(name, "block " + block + " is damaged", null);
            }
            blocks.add(block);
        }
        return List.copyOf(blocks);
    }

    private static AlluviumException corrupt(
            String name, String why, @org.jspecify.annotations.Nullable Throwable cause) {
        return new AlluviumException(
                ErrorCode.STATE_CORRUPT, "state file \"" + name + "\" cannot be read: " + why, null, cause);
    }
}

package io.alluvium.runtime.checkpoint;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.operator.StateReader;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A state file to be read: its index is in memory, its entries are read block by block when they are visited. Every checksum was
 * verified when it was opened, and each block's is verified again when it is read. Immutable.
 */
public final class StateFile {
    private static final int HEADER_BYTES = StateFileWriter.MAGIC.length + 4;

    private final String name;
    private final Contents contents;
    private final List<Block> blocks;

    private StateFile(String name, Contents contents, List<Block> blocks) {
        this.name = name;
        this.contents = contents;
        this.blocks = blocks;
    }

    /** Where the bytes of a file come from, each time from its start. */
    @FunctionalInterface
    public interface Contents {
        InputStream open() throws IOException;
    }

    /** The entries of one state of one operator in one key group. */
    record Block(String operator, String state, int keyGroup, int offset, int length, int checksum) {}

    /**
     * Reads the file once, piece by piece, to see that it is whole.
     *
     * @param bytes its length
     * @throws AlluviumException STATE_CORRUPT or STATE_VERSION, naming the file
     */
    public static StateFile open(String name, long bytes, Contents contents) throws IOException {
        try {
            List<Block> blocks;
            try (InputStream in = contents.open()) {
                blocks = index(name, bytes, in, contents);
            }
            verify(name, blocks, contents);
            return new StateFile(name, contents, blocks);
        } catch (EOFException | IndexOutOfBoundsException e) {
            throw corrupt(name, "it is cut off, or its index points outside", e);
        }
    }

    /** @throws AlluviumException STATE_CORRUPT or STATE_VERSION, naming the file */
    static StateFile parse(String name, byte[] bytes) {
        try {
            return open(name, bytes.length, () -> new ByteArrayInputStream(bytes));
        } catch (IOException e) {
            throw new IllegalStateException("bytes of " + name + " cannot be read", e);
        }
    }

    /** Visits the entries of a state whose key group lies in [from, to), in the order of writing inside a key group. */
    public void read(String operator, String state, int from, int to, StateReader.Visitor visitor) {
        try (Reading reading = new Reading()) {
            for (Block block : blocks) {
                if (block.keyGroup >= from
                        && block.keyGroup < to
                        && block.operator.equals(operator)
                        && block.state.equals(state)) {
                    reading.visit(block, visitor);
                }
            }
        }
    }

    List<Block> blocks() {
        return blocks;
    }

    /** Reads blocks, best in ascending order; holds the file open in between. Used by one thread. */
    final class Reading implements AutoCloseable {
        private @Nullable InputStream in;
        private long position;

        void visit(Block block, StateReader.Visitor visitor) {
            byte[] bytes;
            try {
                bytes = bytes(block);
            } catch (EOFException e) {
                throw corrupt(name, "it became shorter since it was opened", e);
            } catch (IOException e) {
                throw failed(e);
            }
            entries(block, bytes, visitor);
        }

        private byte[] bytes(Block block) throws IOException {
            InputStream stream = in;
            if (stream == null || block.offset < position) {
                close();
                stream = contents.open();
                in = stream;
            }
            stream.skipNBytes(block.offset - position);
            byte[] bytes = stream.readNBytes(block.length);
            position = (long) block.offset + block.length;
            if (bytes.length < block.length) {
                throw new EOFException();
            }
            if (StateFileWriter.checksum(bytes, 0, bytes.length) != block.checksum) {
                throw corrupt(name, "block " + block + " is damaged", null);
            }
            return bytes;
        }

        @Override
        public void close() {
            InputStream open = in;
            in = null;
            position = 0;
            if (open != null) {
                try {
                    open.close();
                } catch (IOException e) {
                    throw failed(e);
                }
            }
        }
    }

    private void entries(Block block, byte[] bytes, StateReader.Visitor visitor) {
        ByteSource entries = new ByteSource(bytes);
        while (entries.position() < bytes.length) {
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
        if (entries.position() != bytes.length) {
            throw corrupt(name, "a block is longer than its entries", null);
        }
    }

    private static List<Block> index(String name, long bytes, InputStream in, Contents contents) throws IOException {
        byte[] header = in.readNBytes(HEADER_BYTES);
        int magic = StateFileWriter.MAGIC.length;
        if (bytes < HEADER_BYTES + StateFileWriter.FOOTER_BYTES
                || header.length < HEADER_BYTES
                || !Arrays.equals(header, 0, magic, StateFileWriter.MAGIC, 0, magic)) {
            throw corrupt(name, "it is cut off or no state file", null);
        }
        in.skipNBytes(bytes - StateFileWriter.FOOTER_BYTES - HEADER_BYTES);
        byte[] end = in.readNBytes(StateFileWriter.FOOTER_BYTES + 1);
        if (end.length != StateFileWriter.FOOTER_BYTES
                || !Arrays.equals(end, end.length - 8, end.length, StateFileWriter.END, 0, 8)) {
            throw corrupt(name, "it is cut off or no state file", null);
        }
        int version = new ByteSource(header, magic).readInt();
        if (version != StateFileWriter.VERSION) {
            throw new AlluviumException(
                    ErrorCode.STATE_VERSION,
                    "state file \"" + name + "\" has version " + version + ", this build reads "
                            + StateFileWriter.VERSION,
                    "run the version that wrote it, or start anew with --reset");
        }
        ByteSource footer = new ByteSource(end);
        int offset = footer.readInt();
        int length = footer.readInt();
        int checksum = footer.readInt();
        if (offset < 0 || length < 0 || (long) offset + length != bytes - StateFileWriter.FOOTER_BYTES) {
            throw corrupt(name, "its index is damaged", null);
        }
        byte[] index;
        try (InputStream again = contents.open()) {
            again.skipNBytes(offset);
            index = again.readNBytes(length);
        }
        if (index.length < length || StateFileWriter.checksum(index, 0, length) != checksum) {
            throw corrupt(name, "its index is damaged", null);
        }
        return blocks(new ByteSource(index));
    }

    private static List<Block> blocks(ByteSource index) {
        int count = index.readInt();
        List<Block> blocks = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            blocks.add(new Block(
                    index.readText(),
                    index.readText(),
                    index.readInt(),
                    index.readInt(),
                    index.readInt(),
                    index.readInt()));
        }
        return List.copyOf(blocks);
    }

    private static void verify(String name, List<Block> blocks, Contents contents) throws IOException {
        byte[] piece = new byte[1 << 16];
        long position = 0;
        try (InputStream in = contents.open()) {
            for (Block block : blocks) {
                if (block.length < 0 || block.offset < position) {
                    throw corrupt(name, "block " + block + " does not stand behind the one before it", null);
                }
                in.skipNBytes(block.offset - position);
                CRC32C crc = new CRC32C();
                for (int left = block.length; left > 0; ) {
                    int read = in.readNBytes(piece, 0, Math.min(left, piece.length));
                    if (read == 0) {
                        throw new EOFException();
                    }
                    crc.update(piece, 0, read);
                    left -= read;
                }
                if ((int) crc.getValue() != block.checksum) {
                    throw corrupt(name, "block " + block + " is damaged", null);
                }
                position = (long) block.offset + block.length;
            }
        }
    }

    private AlluviumException failed(IOException e) {
        return new AlluviumException(
                ErrorCode.STORAGE_FAILED,
                "reading state file \"" + name + "\" failed: " + e.getMessage(),
                "check the state folder's disk",
                e);
    }

    private static AlluviumException corrupt(String name, String why, @Nullable Throwable cause) {
        return new AlluviumException(
                ErrorCode.STATE_CORRUPT, "state file \"" + name + "\" cannot be read: " + why, null, cause);
    }
}

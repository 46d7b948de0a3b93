package io.alluvium.connector.files;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a split is read on.
 *
 * @param generation counts replaced files
 * @param file the file being read, or null between files
 * @param offset bytes of it that were read
 * @param line lines of it that were read
 * @param base bytes of all files before it, so that base + offset grows for the whole split
 * @param floor every file up to this name was read, or is not read any more; null for none
 * @param done the files above the floor that were read to their end, with how far that was
 */
record ReadPosition(
        int generation,
        @Nullable String file,
        long offset,
        long line,
        long base,
        @Nullable String floor,
        List<DoneFile> done) {
    static final ReadPosition START = new ReadPosition(0, null, 0, 0, 0, null, List.of());

    private static final int VERSION = 2;

    /** A file that was read to where its end was then; it is read on where it has grown since. */
    record DoneFile(String name, long offset, long line) {}

    byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeInt(generation);
            writeName(out, file);
            out.writeLong(offset);
            out.writeLong(line);
            out.writeLong(base);
            writeName(out, floor);
            out.writeInt(done.size());
            for (DoneFile read : done) {
                out.writeUTF(read.name());
                out.writeLong(read.offset());
                out.writeLong(read.line());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static ReadPosition decode(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int version = in.readByte();
            if (version != VERSION) {
                throw new AlluviumException(
                        ErrorCode.STATE_VERSION,
                        "position of a file split has version " + version + ", known is " + VERSION);
            }
            int generation = in.readInt();
            String file = readName(in);
            long offset = in.readLong();
            long line = in.readLong();
            long base = in.readLong();
            String floor = readName(in);
            List<DoneFile> done = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                done.add(new DoneFile(in.readUTF(), in.readLong(), in.readLong()));
            }
            return new ReadPosition(generation, file, offset, line, base, floor, done);
        } catch (IOException e) {
            throw new AlluviumException(ErrorCode.STATE_CORRUPT, "position of a file split is cut short", null, e);
        }
    }

    private static void writeName(DataOutputStream out, @Nullable String name) throws IOException {
        out.writeBoolean(name != null);
        if (name != null) {
            out.writeUTF(name);
        }
    }

    private static @Nullable String readName(DataInputStream in) throws IOException {
        return in.readBoolean() ? in.readUTF() : null;
    }
}

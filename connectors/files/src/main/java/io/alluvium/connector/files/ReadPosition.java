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
 * @param forgotten how many files up to the floor were read
 * @param done the files above the floor that were read to their end, with how far that was, in ascending order
 */
record ReadPosition(
        int generation,
        @Nullable String file,
        long offset,
        long line,
        long base,
        @Nullable String floor,
        long forgotten,
        List<DoneFile> done) {
    static final ReadPosition START = new ReadPosition(0, null, 0, 0, 0, null, 0, List.of());

    private static final int VERSION = 3;

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
            out.writeLong(forgotten);
            out.writeInt(done.size());
            String before = "";
            for (DoneFile read : done) {
                int shared = shared(before, read.name());
                out.writeShort(shared);
                out.writeUTF(read.name().substring(shared));
                writeNumber(out, read.offset());
                writeNumber(out, read.line());
                before = read.name();
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
            long forgotten = in.readLong();
            List<DoneFile> done = new ArrayList<>();
            String before = "";
            for (int left = in.readInt(); left > 0; left--) {
                String name = before.substring(0, in.readUnsignedShort()) + in.readUTF();
                done.add(new DoneFile(name, readNumber(in), readNumber(in)));
                before = name;
            }
            return new ReadPosition(generation, file, offset, line, base, floor, forgotten, done);
        } catch (IOException e) {
            throw new AlluviumException(ErrorCode.STATE_CORRUPT, "position of a file split is cut short", null, e);
        }
    }

    /** Names in order share their beginnings, so each is written as the length of that and the rest. */
    private static int shared(String before, String name) {
        int limit = Math.min(Math.min(before.length(), name.length()), 0xFFFF);
        int shared = 0;
        while (shared < limit && before.charAt(shared) == name.charAt(shared)) {
            shared++;
        }
        boolean splitsPair = shared > 0 && Character.isHighSurrogate(name.charAt(shared - 1));
        return splitsPair ? shared - 1 : shared;
    }

    /** Seven bits a byte, the low ones first. */
    private static void writeNumber(DataOutputStream out, long number) throws IOException {
        long left = number;
        while (left > 0x7F) {
            out.writeByte((int) (left & 0x7F | 0x80));
            left >>>= 7;
        }
        out.writeByte((int) left);
    }

    private static long readNumber(DataInputStream in) throws IOException {
        long number = 0;
        for (int shift = 0; ; shift += 7) {
            int part = in.readUnsignedByte();
            number |= (part & 0x7FL) << shift;
            if (part < 0x80) {
                return number;
            }
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

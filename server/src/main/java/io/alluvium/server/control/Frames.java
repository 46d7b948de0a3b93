package io.alluvium.server.control;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What goes over the control port. A call is a version, the token, a verb and its arguments, all length-prefixed UTF-8 texts. The
 * answer is a sequence of frames (kind, length, bytes): parts of standard output and standard error in order, then the exit code.
 */
final class Frames {
    static final int VERSION = 1;
    static final byte OUT = 1;
    static final byte ERR = 2;
    static final byte EXIT = 3;

    /** Longer texts are refused before they are read: a script is not that long, and a stranger may be calling. */
    private static final int MAX_TEXT_BYTES = 64 << 20;

    private static final int MAX_TEXTS = 1 << 16;

    private Frames() {}

    static void writeText(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    static void writeTexts(DataOutputStream out, List<String> texts) throws IOException {
        out.writeInt(texts.size());
        for (String text : texts) {
            writeText(out, text);
        }
    }

    static String[] readTexts(DataInputStream in) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > MAX_TEXTS) {
            throw new IOException("a call with " + count + " arguments");
        }
        String[] texts = new String[count];
        for (int i = 0; i < count; i++) {
            texts[i] = readText(in, MAX_TEXT_BYTES);
        }
        return texts;
    }

    static String readText(DataInputStream in, int maxBytes) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > maxBytes) {
            throw new IOException("a text of " + length + " bytes");
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new IOException("the call ended early");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Turns what is printed into frames of one kind. Several of them share a stream, each frame whole. */
    static OutputStream stream(DataOutputStream out, byte kind) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                synchronized (out) {
                    out.writeByte(kind);
                    out.writeInt(length);
                    out.write(bytes, offset, length);
                }
            }

            @Override
            public void flush() throws IOException {
                synchronized (out) {
                    out.flush();
                }
            }
        };
    }
}

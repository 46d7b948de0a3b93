package io.alluvium.runtime.operator;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.SourcePosition;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * A row's error as it lies in state: the code's word, what is wrong, the hint and the position. Texts are cut at 2,000 characters;
 * a text that is not there is a byte of 0.
 */
final class StoredError {
    private static final int MOST_TEXT = 2_000;

    private StoredError() {}

    static byte[] encode(AlluviumException error) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            text(out, error.code().name());
            text(out, error.problem());
            text(out, error.hint());
            SourcePosition position = error.position();
            out.writeBoolean(position != null);
            if (position != null) {
                text(out, position.file());
                out.writeInt(position.line());
                out.writeInt(position.column());
                out.writeInt(position.endLine());
                out.writeInt(position.endColumn());
                text(out, position.lineText());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static AlluviumException decode(byte[] data, int start, int length) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(data, start, length))) {
            ErrorCode code = ErrorCode.valueOf(present(text(in)));
            String problem = present(text(in));
            String hint = text(in);
            SourcePosition position = in.readBoolean()
                    ? new SourcePosition(text(in), in.readInt(), in.readInt(), in.readInt(), in.readInt(), text(in))
                    : null;
            return new AlluviumException(code, position, problem, hint, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void text(DataOutputStream out, @Nullable String text) throws IOException {
        out.writeBoolean(text != null);
        if (text != null) {
            out.writeUTF(text.length() > MOST_TEXT ? text.substring(0, MOST_TEXT) : text);
        }
    }

    private static @Nullable String text(DataInputStream in) throws IOException {
        return in.readBoolean() ? in.readUTF() : null;
    }

    private static String present(@Nullable String text) {
        if (text == null) {
            throw AlluviumException.internal("a stored error has no code or text");
        }
        return text;
    }
}

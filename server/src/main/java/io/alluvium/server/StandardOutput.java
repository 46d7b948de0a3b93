package io.alluvium.server;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** The process's standard output, which remembers that it could not be written: a {@code PrintStream} would say nothing. */
final class StandardOutput extends OutputStream {
    private final OutputStream out;
    private volatile @Nullable IOException failure;

    StandardOutput() {
        this(new FileOutputStream(FileDescriptor.out));
    }

    StandardOutput(OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        try {
            out.write(bytes, from, count);
        } catch (IOException e) {
            failure = failure == null ? e : failure;
            throw e;
        }
    }

    /** Why output was lost, or null; a reader that wants no more ({@code | head}) has lost nothing. */
    @Nullable
    String lost() {
        IOException e = failure;
        if (e == null) {
            return null;
        }
        String message = String.valueOf(e.getMessage());
        return message.contains("Broken pipe") ? null : message;
    }
}

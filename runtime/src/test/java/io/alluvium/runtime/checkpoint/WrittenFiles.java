package io.alluvium.runtime.checkpoint;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** State files written to memory. */
public final class WrittenFiles implements StateFileWriter.Target {
    private final List<byte[]> contents = new ArrayList<>();

    /** A writer of one file, whatever its size. */
    public StateFileWriter writer() {
        return new StateFileWriter(Long.MAX_VALUE, this);
    }

    /** The files of this writer. */
    public List<byte[]> of(StateFileWriter writer) {
        writer.finish(this);
        List<byte[]> written = List.copyOf(contents);
        contents.clear();
        return written;
    }

    @Override
    public void take(StateFileWriter.Content file) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            file.writeTo(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (bytes.size() != file.bytes()) {
            throw new AssertionError(bytes.size() + " bytes were written of " + file.bytes());
        }
        contents.add(bytes.toByteArray());
    }
}

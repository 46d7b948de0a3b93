package io.alluvium.server.command;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A folder that is deleted with everything in it. */
record TemporaryFolder(Path path) implements AutoCloseable {

    /** @param parent where it is made, or null for the system's place */
    static TemporaryFolder create(@Nullable Path parent, String prefix) {
        try {
            if (parent == null) {
                return new TemporaryFolder(Files.createTempDirectory(prefix));
            }
            Files.createDirectories(parent);
            return new TemporaryFolder(Files.createTempDirectory(parent, prefix));
        } catch (IOException e) {
            throw new AlluviumException(ErrorCode.STORAGE_FAILED, "cannot make a temporary folder", null, e);
        }
    }

    @Override
    public void close() {
        delete(path);
    }

    /** Deletes a folder and everything in it. */
    static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> {
                try {
                    Files.delete(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (IOException | UncheckedIOException e) {
            throw new AlluviumException(ErrorCode.STORAGE_FAILED, "cannot delete the folder " + folder, null, e);
        }
    }
}

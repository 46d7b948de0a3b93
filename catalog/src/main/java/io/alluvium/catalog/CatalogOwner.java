package io.alluvium.catalog;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The file beside an open catalog that says which process has it. What a killed process left says nothing: it has no lock. */
final class CatalogOwner {
    private CatalogOwner() {}

    /** Does nothing in a folder that may only be read: its catalog can be read by many. */
    static void write(Path catalog) {
        if (!Files.isWritable(catalog.toAbsolutePath().getParent())) {
            return;
        }
        ProcessHandle self = ProcessHandle.current();
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        try {
            Files.writeString(place(catalog), "process " + self.pid() + " since " + now + "\n", StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw failed(catalog, "written", e);
        }
    }

    /** The owner for people. */
    static String read(Path catalog) {
        try {
            return Files.readString(place(catalog), StandardCharsets.UTF_8).strip();
        } catch (NoSuchFileException e) {
            return "another process";
        } catch (IOException e) {
            throw failed(catalog, "read", e);
        }
    }

    static void delete(Path catalog) {
        if (!Files.exists(place(catalog))
                || !Files.isWritable(catalog.toAbsolutePath().getParent())) {
            return;
        }
        try {
            Files.deleteIfExists(place(catalog));
        } catch (IOException e) {
            throw failed(catalog, "deleted", e);
        }
    }

    private static Path place(Path catalog) {
        return catalog.resolveSibling(catalog.getFileName() + ".owner");
    }

    private static AlluviumException failed(Path catalog, String done, IOException e) {
        return new AlluviumException(
                ErrorCode.STORAGE_FAILED,
                "file " + place(catalog) + " cannot be " + done + ": " + e,
                "check the folder's permissions",
                e);
    }
}

package io.alluvium.benchmarks.nexmark;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** The folder of the engines measured beside ours, named by the property {@code alluvium.peers}; tests do not need it to be there. */
final class PeersFolder {
    static final String PROPERTY = "alluvium.peers";

    private PeersFolder() {}

    /** Where their results lie, or null. */
    static @Nullable Path expected() {
        String folder = System.getProperty(PROPERTY);
        return folder == null ? null : Path.of(folder, "expected");
    }

    /** Where their results lie; without the folder the test is skipped, saying why. */
    static Path expectedOrSkip() {
        Path folder = expected();
        Assumptions.assumeTrue(
                folder != null && Files.isDirectory(folder),
                "property " + PROPERTY + " does not name a folder that holds \"expected\"");
        return Objects.requireNonNull(folder);
    }
}

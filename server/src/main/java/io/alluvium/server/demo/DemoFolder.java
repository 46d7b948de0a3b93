package io.alluvium.server.demo;

import io.alluvium.catalog.StoredCatalog;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The folder that a demo runs in: a fresh copy of the example, marked so that only a demo's folder is ever replaced. */
public final class DemoFolder {
    private static final String MARK = ".alluvium-demo";
    private static final List<String> COPIED = List.of("warehouse.yaml", "ods", "dwd", "dim", "dws", "app", "data/ods");

    private DemoFolder() {}

    /** {@code zh} or {@code en}: what was asked for, else the terminal's language. */
    public static String language(@Nullable String wanted, Map<String, String> environment) {
        return Narration.language(wanted, environment);
    }

    /** Copies scripts and source data of a mall into a folder that is not there or is an earlier demo's. */
    public static void prepare(Path mall, Path folder) {
        try {
            if (Files.exists(folder)) {
                if (!Files.exists(folder.resolve(MARK))) {
                    throw new AlluviumException(
                            ErrorCode.OPTION_INVALID,
                            "\"" + folder + "\" exists and is no earlier demo's folder",
                            "choose another with --dir DIR");
                }
                refuseWhileInUse(folder);
                delete(folder);
            }
            for (String part : COPIED) {
                copy(mall.resolve(part), folder.resolve(part));
            }
            Files.writeString(folder.resolve(MARK), "This folder is replaced by the next demo.\n");
        } catch (IOException e) {
            throw new AlluviumException(
                    ErrorCode.STORAGE_FAILED,
                    "cannot prepare the demo's folder " + folder + ": " + e.getMessage(),
                    null,
                    e);
        }
    }

    /** @throws AlluviumException STATE_FOLDER_IN_USE saying who works in the folder, which must not be taken from under it */
    private static void refuseWhileInUse(Path folder) {
        Path own = folder.resolve(".alluvium");
        if (Files.exists(own.resolve("catalog.mv.db"))) {
            StoredCatalog.open(own.resolve("catalog")).close();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        if (!Files.exists(from)) {
            throw new AlluviumException(
                    ErrorCode.FILE_NOT_FOUND,
                    "\"" + from + "\" does not exist",
                    "give a copy of the whole folder examples/mall");
        }
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.createDirectories(target.toAbsolutePath().getParent());
                    Files.copy(file, target);
                }
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> {
                try {
                    Files.delete(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}

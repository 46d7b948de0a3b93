package io.alluvium.connector.files;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The files of a table, by name: all visible files below a folder, or the one file the path names. Names that start with
 * {@code .} or {@code _} are not visible (unfinished output of ours and of others).
 */
record FileListing(Path root, boolean single, Path file) {

    static FileListing of(Path path) {
        if (Files.isRegularFile(path)) {
            Path parent = path.toAbsolutePath().getParent();
            return new FileListing(parent == null ? path : parent, true, path.toAbsolutePath());
        }
        return new FileListing(path.toAbsolutePath(), false, path.toAbsolutePath());
    }

    boolean exists() {
        return Files.exists(single ? file : root);
    }

    Path resolve(String name) {
        return root.resolve(name);
    }

    /** Names relative to the root, with {@code /} between folders, in ascending order. */
    List<String> names() {
        if (single) {
            return List.of(name(root.relativize(file)));
        }
        try (Stream<Path> walk = Files.walk(root)) {
            return walk.filter(Files::isRegularFile)
                    .map(root::relativize)
                    .filter(FileListing::visible)
                    .map(FileListing::name)
                    .sorted()
                    .toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (UncheckedIOException e) {
            IOException cause = e.getCause();
            if (cause instanceof NoSuchFileException) {
                // a file or folder went away while it was listed: the next look sees the rest
                return names();
            }
            throw failed(cause == null ? new IOException(e) : cause);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private AlluviumException failed(IOException e) {
        return new AlluviumException(
                ErrorCode.EXTERNAL_FAILED, "folder " + root + " cannot be listed: " + e.getMessage(), null, e);
    }

    private static String name(Path relative) {
        return relative.toString().replace(relative.getFileSystem().getSeparator(), "/");
    }

    private static boolean visible(Path path) {
        for (Path part : path) {
            String name = part.toString();
            if (name.startsWith(".") || name.startsWith("_")) {
                return false;
            }
        }
        return true;
    }
}

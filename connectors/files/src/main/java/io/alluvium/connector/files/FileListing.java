package io.alluvium.connector.files;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

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

    /** Names relative to the root, with {@code /} between folders, in ascending order; links are followed. */
    List<String> names() {
        if (single) {
            return List.of(name(root.relativize(file)));
        }
        Set<String> names = new TreeSet<>();
        try {
            if (Files.exists(root)) {
                Files.walkFileTree(root, Set.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, new Visitor(names));
            }
        } catch (IOException e) {
            throw failed(e);
        }
        return List.copyOf(names);
    }

    private final class Visitor extends SimpleFileVisitor<Path> {
        private final Set<String> names;

        Visitor(Set<String> names) {
            this.names = names;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return folder.equals(root) || visible(folder) ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile() && visible(file)) {
                names.add(name(root.relativize(file)));
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException || !visible(file)) {
                // it went away while the folder was listed, or is none of the table's
                return FileVisitResult.CONTINUE;
            }
            throw e;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) throws IOException {
            if (e == null || e instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw e;
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
        String name = String.valueOf(path.getFileName());
        return !name.startsWith(".") && !name.startsWith("_");
    }
}

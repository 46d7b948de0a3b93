package io.alluvium.core.io;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** A folder of the local file system; {@code sync} is fsync, and each folder that is made is synced in its parent. */
public final class LocalFiles implements DurableFiles {
    private final Path root;

    /** @param root made with the first file where it is missing */
    public LocalFiles(Path root) {
        this.root = root;
    }

    /** Makes the folder at once where it is missing. */
    public static LocalFiles in(Path root) throws IOException {
        makeFolder(root);
        return new LocalFiles(root);
    }

    @Override
    public OutputStream create(String name) throws IOException {
        Path file = root.resolve(name);
        Path folder = file.getParent();
        if (folder != null) {
            makeFolder(folder);
        }
        return new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
    }

    @Override
    public void sync(String name) throws IOException {
        try (FileChannel channel = FileChannel.open(root.resolve(name), StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    @Override
    public void rename(String from, String to) throws IOException {
        Files.move(root.resolve(from), root.resolve(to), StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void syncFolder(String folder) throws IOException {
        Path path = root.resolve(folder);
        if (Files.isDirectory(path)) {
            forceFolder(path);
        }
    }

    @Override
    public byte[] read(String name) throws IOException {
        return Files.readAllBytes(root.resolve(name));
    }

    @Override
    public InputStream open(String name) throws IOException {
        return new BufferedInputStream(Files.newInputStream(root.resolve(name)), 1 << 13);
    }

    @Override
    public boolean exists(String name) {
        return Files.exists(root.resolve(name));
    }

    @Override
    public void delete(String name) throws IOException {
        Files.deleteIfExists(root.resolve(name));
    }

    @Override
    public List<String> list(String folder) throws IOException {
        Path path = root.resolve(folder);
        if (!Files.isDirectory(path)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(path)) {
            return entries.filter(Files::isRegularFile)
                    .map(entry -> String.valueOf(entry.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    @Override
    public String toString() {
        return root.toString();
    }

    /** Makes a folder and those above it durably: each new entry is synced in its parent. */
    private static void makeFolder(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        Path parent = folder.toAbsolutePath().getParent();
        if (parent != null) {
            makeFolder(parent);
        }
        Files.createDirectories(folder);
        if (parent != null) {
            forceFolder(parent);
        }
    }

    private static void forceFolder(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}

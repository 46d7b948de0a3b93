package io.alluvium.connector.files;

import io.alluvium.core.io.DurableFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** A folder of the machine's file system. */
final class FolderFiles implements DurableFiles {
    private final Path root;

    FolderFiles(Path root) {
        this.root = root;
    }

    @Override
    public OutputStream create(String name) throws IOException {
        Path path = root.resolve(name);
        Path folder = path.getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        return Files.newOutputStream(path);
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
        Files.createDirectories(path);
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    @Override
    public byte[] read(String name) throws IOException {
        return Files.readAllBytes(root.resolve(name));
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
        try (Stream<Path> files = Files.list(path)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    @Override
    public String toString() {
        return root.toString();
    }
}

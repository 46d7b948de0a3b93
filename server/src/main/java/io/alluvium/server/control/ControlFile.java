package io.alluvium.server.control;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Properties;

/**
 * Where a running process can be talked to: {@code .alluvium/control}, readable by its owner only, there from the moment the port
 * listens until the process ends. A process that was killed leaves it behind; then nobody listens, or somebody else who does not
 * know the token.
 *
 * @param port on loopback
 * @param token what a caller must know, hexadecimal
 * @param process id of the process, for people
 */
record ControlFile(int port, String token, long process) {
    private static final String NAME = "control";

    static Path in(Path warehouse) {
        return warehouse.resolve(".alluvium").resolve(NAME);
    }

    /** What the file of a warehouse says, where its process is alive. */
    static Optional<ControlFile> read(Path warehouse) {
        Path file = in(warehouse);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        Properties values = new Properties();
        try {
            values.load(new StringReader(Files.readString(file, StandardCharsets.UTF_8)));
            ControlFile found = new ControlFile(
                    Integer.parseInt(values.getProperty("port", "")),
                    values.getProperty("token", ""),
                    Long.parseLong(values.getProperty("process", "")));
            boolean alive =
                    ProcessHandle.of(found.process).map(ProcessHandle::isAlive).orElse(false);
            return alive ? Optional.of(found) : Optional.empty();
        } catch (IOException | NumberFormatException e) {
            throw new AlluviumException(
                    ErrorCode.STORAGE_FAILED,
                    "file " + file + " of a running process cannot be read: " + e.getMessage(),
                    "run the command as the user who runs that process",
                    e);
        }
    }

    /** Puts the file in its place as a whole. */
    void write(Path warehouse) {
        Path file = in(warehouse);
        Path written = file.resolveSibling(NAME + "-" + process);
        try {
            Files.deleteIfExists(written);
            Files.createFile(written, ownerOnly());
            Properties values = new Properties();
            values.setProperty("port", Integer.toString(port));
            values.setProperty("token", token);
            values.setProperty("process", Long.toString(process));
            StringWriter text = new StringWriter();
            values.store(text, null);
            Files.writeString(written, text.toString(), StandardCharsets.UTF_8);
            file.toFile().deleteOnExit();
            Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new AlluviumException(ErrorCode.STORAGE_FAILED, "file " + file + " cannot be written: " + e, null, e);
        }
    }

    static void delete(Path warehouse) {
        try {
            Files.deleteIfExists(in(warehouse));
        } catch (IOException e) {
            throw new AlluviumException(
                    ErrorCode.STORAGE_FAILED, "file " + in(warehouse) + " cannot be deleted: " + e, null, e);
        }
    }

    private static FileAttribute<?>[] ownerOnly() {
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}

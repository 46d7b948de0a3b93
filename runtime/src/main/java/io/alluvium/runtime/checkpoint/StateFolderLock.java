package io.alluvium.runtime.checkpoint;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One process owns a state folder: an operating system's lock on the file {@code lock}, which ends with the process, and beside
 * it {@code owner}, which says who has it. Where a file system does not keep locks, the attempt in the stores' ledgers is the
 * second fence.
 */
public final class StateFolderLock implements AutoCloseable {
    private final FileChannel channel;
    private final FileLock lock;

    private StateFolderLock(FileChannel channel, FileLock lock) {
        this.channel = channel;
        this.lock = lock;
    }

    /** @throws AlluviumException STATE_FOLDER_IN_USE saying process, host and since when */
    @SuppressWarnings("MustBeClosedChecker")
    public static StateFolderLock acquire(Path folder) {
        try {
            Files.createDirectories(folder);
            FileChannel channel =
                    FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            boolean taken = false;
            try {
                FileLock lock = tryLock(channel);
                if (lock == null) {
                    throw new AlluviumException(
                            ErrorCode.STATE_FOLDER_IN_USE,
                            "state folder \"" + folder + "\" is in use by " + owner(folder),
                            "stop that process, or give this one another folder");
                }
                Files.writeString(folder.resolve("owner"), self());
                taken = true;
                return new StateFolderLock(channel, lock);
            } finally {
                if (!taken) {
                    channel.close();
                }
            }
        } catch (IOException e) {
            throw new AlluviumException(
                    ErrorCode.STORAGE_FAILED,
                    "locking state folder \"" + folder + "\" failed: " + e.getMessage(),
                    "check its permissions",
                    e);
        }
    }

    @Override
    public void close() {
        try {
            lock.release();
            channel.close();
        } catch (IOException e) {
            throw new AlluviumException(
                    ErrorCode.STORAGE_FAILED, "unlocking the state folder failed: " + e.getMessage(), null, e);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null; // held by this very process
        }
    }

    private static String owner(Path folder) throws IOException {
        Path owner = folder.resolve("owner");
        return Files.exists(owner)
                ? Files.readString(owner, StandardCharsets.UTF_8).trim()
                : "an unknown process";
    }

    private static String self() {
        return "process " + ProcessHandle.current().pid() + " on host " + host() + " since " + Instant.now() + "\n";
    }

    /** For people; a container may not be able to resolve its own name. */
    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            String name = System.getenv("HOSTNAME");
            return name == null ? "of unknown name" : name;
        }
    }
}

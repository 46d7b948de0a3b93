package io.alluvium.core.io;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/**
 * The files under one folder, with the operations that durability depends on made explicit, so that a simulation can lose what
 * was not synced. Names are relative, with {@code /} between folders; missing folders are made. Thread-safe for different names.
 */
public interface DurableFiles {

    /** Creates or truncates a file. Closing does not sync. */
    OutputStream create(String name) throws IOException;

    /** Makes a file's content durable (fsync). */
    void sync(String name) throws IOException;

    /** Atomically renames, replacing the target. Durable only after {@link #syncFolder} of the target's folder. */
    void rename(String from, String to) throws IOException;

    /** Makes creations, renames and deletions in a folder ({@code ""} for the root) durable. */
    void syncFolder(String folder) throws IOException;

    byte[] read(String name) throws IOException;

    /** Reads a file from its start, piece by piece; the caller closes it. */
    default InputStream open(String name) throws IOException {
        return new ByteArrayInputStream(read(name));
    }

    boolean exists(String name) throws IOException;

    /** Deletes a file if it exists. */
    void delete(String name) throws IOException;

    /** Names of the files directly in a folder, sorted; empty where the folder does not exist. */
    List<String> list(String folder) throws IOException;
}

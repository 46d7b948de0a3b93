package io.alluvium.runtime.simulation;

import io.alluvium.runtime.checkpoint.MemoryFiles;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Files in memory on a disk of limited size: what does not fit stays cut off, as on a real one. */
public final class QuotaFiles extends MemoryFiles {
    private final List<String> folders = List.of("", "state", "manifests", "spill", "dead-letters");
    private long quota = Long.MAX_VALUE;

    public synchronized void quota(long bytes) {
        quota = bytes;
    }

    /** Bytes in all files. */
    public synchronized long used() {
        long used = 0;
        for (String folder : folders) {
            for (String name : list(folder)) {
                used += size(folder.isEmpty() ? name : folder + "/" + name);
            }
        }
        return used;
    }

    @Override
    public OutputStream create(String name) {
        return new FilterOutputStream(super.create(name)) {
            private long left = left();
            private boolean full;

            @Override
            public void write(int value) throws IOException {
                take(1);
                out.write(value);
            }

            @Override
            public void write(byte[] bytes, int start, int length) throws IOException {
                take(length);
                out.write(bytes, start, length);
            }

            private void take(int length) throws IOException {
                left -= length;
                if (full || left < 0) {
                    full = true;
                    throw new IOException("No space left on device");
                }
            }
        };
    }

    private synchronized long left() {
        return quota == Long.MAX_VALUE ? quota : quota - used();
    }

    private long size(String name) {
        try {
            return read(name).length;
        } catch (IOException e) {
            throw new IllegalStateException(name + " was listed and cannot be read", e);
        }
    }
}

package io.alluvium.runtime.engine;

import io.alluvium.core.io.DurableFiles;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.Schema;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The batches of one queue that wait on disk. One thread writes, one thread reads, in the order of writing. A file takes batches
 * until it is large or its first one is wanted back; it is deleted when its last one was read.
 */
final class SpillQueue {
    private static final int SEGMENT_BYTES = 16 << 20;

    private final DurableFiles files;
    private final String name;
    private @Nullable Segment writing;
    private int segments;
    private @Nullable Segment reading;

    SpillQueue(DurableFiles files, String name) {
        this.files = files;
        this.name = name;
    }

    /**
     * A batch on disk.
     *
     * @param bytes what it held in memory
     */
    record Spilled(Segment segment, Schema schema, long bytes) {}

    /** One file. The lock guards {@code out}, {@code written} and {@code bytes}; they rest when the reader has it. */
    static final class Segment {
        private final String file;
        private @Nullable OutputStream out;
        private int written;
        private long bytes;
        private @Nullable InputStream in;
        private int read;

        private Segment(String file, OutputStream out) {
            this.file = file;
            this.out = out;
        }
    }

    /** Called by the thread that fills the queue. */
    Spilled write(RowBatch batch) {
        try {
            while (true) {
                Segment segment = writing;
                if (segment == null) {
                    String file = name + "-" + segments++ + ".rows";
                    segment = new Segment(file, files.create(file));
                    writing = segment;
                }
                Spilled spilled = append(segment, batch);
                if (spilled != null) {
                    return spilled;
                }
                writing = null;
            }
        } catch (IOException e) {
            throw SpillFolder.failed("spilling " + batch.size() + " rows", files, e);
        }
    }

    /** Called by the thread that takes from the queue, once for each batch, in the order of writing. */
    RowBatch read(Spilled spilled) {
        Segment segment = spilled.segment;
        try {
            InputStream in = segment.in;
            if (in == null) {
                finish(segment);
                in = files.open(segment.file);
                segment.in = in;
                reading = segment;
            }
            RowBatch batch = BatchBytes.read(spilled.schema, in);
            if (++segment.read == segment.written) {
                in.close();
                segment.in = null;
                reading = null;
                files.delete(segment.file);
            }
            return batch;
        } catch (IOException e) {
            throw SpillFolder.failed("reading spilled rows back", files, e);
        }
    }

    /** Closes what is open; when neither thread runs any more. */
    void close() {
        try {
            Segment half = reading;
            if (half != null && half.in != null) {
                half.in.close();
            }
            if (writing != null) {
                finish(writing);
            }
        } catch (IOException e) {
            throw SpillFolder.failed("closing spilled rows", files, e);
        }
    }

    /** Null where the file takes no more. */
    private static @Nullable Spilled append(Segment segment, RowBatch batch) throws IOException {
        synchronized (segment) {
            OutputStream out = segment.out;
            if (out == null) {
                return null;
            }
            BatchBytes.write(batch, out);
            segment.written++;
            long bytes = batch.bytesHeld();
            segment.bytes += bytes;
            if (segment.bytes >= SEGMENT_BYTES) {
                finish(segment);
            }
            return new Spilled(segment, batch.schema(), bytes);
        }
    }

    private static void finish(Segment segment) throws IOException {
        synchronized (segment) {
            OutputStream out = segment.out;
            segment.out = null;
            if (out != null) {
                out.close();
            }
        }
    }
}

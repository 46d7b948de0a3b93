package io.alluvium.runtime.engine;

import io.alluvium.core.connector.Source;
import io.alluvium.core.connector.SourceContext;
import io.alluvium.core.connector.SplitReader;
import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.row.RowBatch;
import io.alluvium.runtime.checkpoint.ByteSink;
import io.alluvium.runtime.checkpoint.ByteSource;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One split with its reader, opened at the first poll, and what it has promised so far. Used by its worker's thread. */
final class SplitTask {
    private static final int VERSION = 1;

    private final String split;
    private byte @Nullable [] position;
    private @Nullable SplitReader reader;
    private boolean finished;
    private boolean announcedEnd;
    private boolean endSeen;
    private byte[] written = new byte[0];
    long watermark = EpochEnd.NO_PROMISE;
    boolean drained;
    private long lastRowsMillis;

    /**
     * @param state what {@link #changedState} gave, or null for a split without history
     * @param reopen looks into a split that had ended again: the table may have grown since the job ended, or be followed now
     */
    SplitTask(String split, byte @Nullable [] state, boolean reopen, long nowMillis) {
        this.split = split;
        this.lastRowsMillis = nowMillis;
        if (state != null) {
            ByteSource source = new ByteSource(state);
            int version = source.readByte();
            if (version != VERSION) {
                throw new IllegalStateException("split " + split + " was stored in version " + version);
            }
            announcedEnd = source.readByte() == 1;
            finished = announcedEnd && !reopen;
            endSeen = finished;
            watermark = source.readLong();
            position = source.readBytes(source.readInt());
            written = state;
        }
    }

    String split() {
        return split;
    }

    boolean finished() {
        return finished;
    }

    boolean atBoundary() {
        return reader == null || finished || reader.atBoundary();
    }

    /** True once when the split's end has been noticed. */
    boolean takeEnd() {
        boolean news = finished && !announcedEnd;
        announcedEnd |= finished;
        return news;
    }

    /** True once in this attempt when the split has ended, also where it had ended in an attempt before. */
    boolean takeSeenEnd() {
        boolean news = finished && !endSeen;
        endSeen |= finished;
        return news;
    }

    /** The next rows, or null when there are none now; then the split is drained, or has ended. */
    @Nullable
    RowBatch poll(Source source, SourceContext context, long nowMillis) {
        if (finished) {
            drained = true;
            return null;
        }
        SplitReader open = reader;
        if (open == null) {
            open = source.open(split, position, context);
            reader = open;
        }
        RowBatch rows = open.poll();
        if (rows != null) {
            lastRowsMillis = nowMillis;
            announcedEnd = false;
            endSeen = false;
            return rows;
        }
        if (open.finished()) {
            position = open.position();
            open.close();
            reader = null;
            finished = true;
        }
        drained = atBoundary() && (finished || !open.behind());
        return null;
    }

    /** Records that wait in the source, or -1 where it does not know. */
    long lag() {
        SplitReader open = reader;
        return finished ? 0 : open == null ? -1 : open.lag();
    }

    SplitStatus status() {
        return new SplitStatus(split, watermark, finished, lastRowsMillis, drained);
    }

    /** What the reader needs to go on, or null where it was never read. */
    byte @Nullable [] position() {
        SplitReader open = reader;
        return open != null ? open.position() : position;
    }

    /** Everything to go on from here, or null where nothing changed since the last call. */
    byte @Nullable [] changedState() {
        byte[] now = position();
        if (now == null) {
            return null; // never read
        }
        ByteSink sink = new ByteSink(now.length + 16);
        sink.writeByte(VERSION);
        sink.writeByte(finished ? 1 : 0);
        sink.writeLong(watermark);
        sink.writeInt(now.length);
        sink.write(now);
        byte[] state = sink.toBytes();
        if (Arrays.equals(state, written)) {
            return null;
        }
        written = state;
        return state;
    }

    void close() {
        if (reader != null) {
            reader.close();
        }
    }
}

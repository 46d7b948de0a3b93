package io.alluvium.core.connector;

import io.alluvium.core.row.RowBatch;
import org.jspecify.annotations.Nullable;

/** Reads one split in order. Used by one thread. */
public interface SplitReader extends AutoCloseable {

    /**
     * The next rows, or null when there are none now. Does not wait for another system; the rows of one source transaction or
     * message are never cut by {@link #position} (they may span batches; see {@link #atBoundary}).
     */
    @Nullable
    RowBatch poll();

    /** True when the split has ended for good. */
    boolean finished();

    /** True where an epoch may end: not inside a source transaction or a record. */
    default boolean atBoundary() {
        return true;
    }

    /**
     * True after a poll without rows where rows are known to be there that cannot be given yet, being on their way: the split is
     * then neither drained nor idle.
     */
    default boolean behind() {
        return false;
    }

    /** Records known to be there that were not read yet; -1 where the source does not know. For showing progress only. */
    default long lag() {
        return -1;
    }

    /** Everything needed to go on behind the last row given out, versioned by the connector. */
    byte[] position();

    @Override
    void close();
}

package io.alluvium.core.connector;

import io.alluvium.core.row.RowBatch;
import java.io.ByteArrayOutputStream;

/** Writes records of one format. Used by one thread. */
public interface RecordEncoder {

    /**
     * Appends the record of one net change, without any separator.
     *
     * @param before row of the old image, or -1
     * @param after row of the new image, or -1
     * @param commitMillis version of the commit it belongs to, or 0 where unknown
     */
    void encode(RowBatch rows, int before, int after, long commitMillis, ByteArrayOutputStream target);
}

package io.alluvium.core.connector;

import io.alluvium.core.row.BatchBuilder;
import org.jspecify.annotations.Nullable;

/** Reads records of one format. Used by one thread. */
public interface RecordDecoder {

    /**
     * Appends the rows of a record. It fills the columns of the request (at their positions in the builder) that belong to the
     * format and calls {@link Rows#endRow} for each row; the reader fills the connector's own metadata columns there. A record
     * without rows (a tombstone, a filtered table, DDL) appends none and says so with {@link Rows#skipped}.
     *
     * @throws io.alluvium.core.error.AlluviumException RECORD_INVALID naming field and value; the reader takes back the rows of
     *     this record (a half-written row too) and makes it a dead letter
     */
    void decode(byte[] data, int start, int length, Rows rows);

    /**
     * What a record says of itself that does not depend on the table: whom it is about and where its values stand. Several tables
     * over one topic read it once and share it.
     *
     * @return null where the format has no envelope, or the record holds no message
     * @throws io.alluvium.core.error.AlluviumException RECORD_INVALID where the record has no whole envelope
     */
    default @Nullable Envelope envelope(byte[] data, int start, int length) {
        return null;
    }

    /**
     * Like {@link #decode(byte[], int, int, Rows)} for a record whose envelope may be known.
     *
     * @param envelope what {@link #envelope} of this format or another gave for these very bytes; one of another format, or null,
     *     is as good as none
     */
    default void decode(byte[] data, int start, int length, @Nullable Envelope envelope, Rows rows) {
        decode(data, start, length, rows);
    }

    /** A record's envelope: immutable, read by any thread. */
    interface Envelope {}

    /**
     * Where a record of a text file ends: the position of the newline behind it, or -1 when it is not in
     * {@code data[start .. end)}. A format whose records hold newlines (quoted text) overrides it.
     *
     * @param from a position at or behind {@code start}, up to which an earlier call has looked
     */
    default int recordEnd(byte[] data, int start, int from, int end) {
        for (int i = from; i < end; i++) {
            if (data[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    /** Takes the rows of one record. */
    interface Rows {
        BatchBuilder builder();

        /** @param index position of the row inside its record, from 0; a change's removal and addition share it */
        void endRow(long weight, int index);

        /** @param reason a counter's name: {@code tombstone}, {@code other_table}, {@code ddl} .. */
        void skipped(String reason);
    }
}

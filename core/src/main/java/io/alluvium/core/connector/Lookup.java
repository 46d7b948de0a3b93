package io.alluvium.core.connector;

import io.alluvium.core.row.RowBatch;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A table opened for look-ups by key. Thread-safe. */
public interface Lookup extends AutoCloseable {

    /**
     * Looks up a batch of keys.
     *
     * @param keyColumns names of the table's columns the keys belong to, in the order of the batch's columns
     * @param wanted names of the table's columns to return
     * @param keys distinct keys, none NULL
     * @return per key (by position) the rows found, with the wanted columns; completes on any thread
     */
    CompletableFuture<List<RowBatch>> find(List<String> keyColumns, List<String> wanted, RowBatch keys);

    @Override
    default void close() {}
}

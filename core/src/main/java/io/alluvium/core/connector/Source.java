package io.alluvium.core.connector;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A table opened for reading. Thread-safe; its readers are not. */
public interface Source extends AutoCloseable {

    /**
     * The splits there are now, sorted by id. Splits belong to the table: they never depend on parallelism. Asked again from
     * time to time where the source is unbounded.
     */
    List<String> splits();

    /**
     * Opens a split.
     *
     * @param position what {@link SplitReader#position} gave, or null for the declared start
     * @param context dead letters and counters of the scan
     */
    SplitReader open(String split, byte @Nullable [] position, SourceContext context);

    @Override
    default void close() {}
}

package io.alluvium.core.connector;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A table opened for reading. Thread-safe; its readers are not. */
public interface Source extends AutoCloseable {

    /**
     * The splits that the job's checkpoint knows, ended ones too; called once before {@link #splits}, with none at a job's first
     * start.
     */
    default void known(Collection<String> splits) {}

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

    /**
     * A checkpoint was published: where it stands in the splits that were read since the last one. For showing progress to
     * others only, since a restart goes on from the checkpoint. One caller at a time; must not wait for another system.
     */
    default void published(Map<String, byte[]> positions) {}

    @Override
    default void close() {}
}

package io.alluvium.core.connector;

import java.util.List;

/** Entry point of a connector, found by {@link java.util.ServiceLoader}. Stateless and thread-safe. */
public interface ConnectorFactory {

    /** The word of {@code 'connector' = '..'}. */
    String name();

    default List<String> aliases() {
        return List.of();
    }

    /** What it can do, for the planner and SHOW CONNECTORS. */
    Traits traits(TableSpec table);

    /** Options beside those of the format. {@code connector} itself is not declared. */
    List<OptionSpec> options();

    /** True where tables name a {@code format}; its options then carry the format's own names. */
    default boolean hasFormat() {
        return false;
    }

    /** Metadata columns beside those of the format. */
    default List<MetadataSpec> metadata(TableSpec table) {
        return List.of();
    }

    /** Opens the table for reading; only called where the traits say so. */
    default Source source(TableContext context, ScanRequest request) {
        throw new UnsupportedOperationException(name() + " has no source");
    }

    /** Opens the table for writing; only called where the traits say so. */
    default Sink sink(TableContext context) {
        throw new UnsupportedOperationException(name() + " has no sink");
    }

    /** Opens the table for look-ups; only called where the traits say so. */
    default Lookup lookup(TableContext context) {
        throw new UnsupportedOperationException(name() + " has no lookup");
    }

    /**
     * What a table of this connector is to the planner.
     *
     * @param readable has a {@link Source}
     * @param writable has a {@link Sink}
     * @param lookup has a {@link Lookup}
     * @param bounded the source ends
     * @param changing the source gives removals (a changelog format, for example)
     * @param upsertOnly the source gives no removal of the old image; a {@code Normalize} is mandatory
     * @param acceptsChanges the sink takes updates and deletes (by primary key where one is declared)
     */
    record Traits(
            boolean readable,
            boolean writable,
            boolean lookup,
            boolean bounded,
            boolean changing,
            boolean upsertOnly,
            boolean acceptsChanges) {}
}

package io.alluvium.core.connector;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.util.ArrayList;
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

    /**
     * The traits together with those of the table's format: what a planner asks. Changes come from the connector or from its
     * format, and a connector with a format takes changes where its format can write them.
     *
     * @throws io.alluvium.core.error.AlluviumException FORMAT_NOT_FOUND or OPTION_MISSING for the option {@code format}
     */
    default Traits traits(TableSpec table, FormatRegistry formats) {
        Traits own = traits(table);
        if (!hasFormat()) {
            return own;
        }
        String name = table.options().get("format");
        if (name == null) {
            throw new AlluviumException(
                    ErrorCode.OPTION_MISSING,
                    "option \"format\" is missing for table \"" + table.name() + "\" (connector \"" + name() + "\")",
                    "add 'format' = '..': one of " + String.join(", ", formats.names()));
        }
        FormatFactory format = formats.format(name);
        return new Traits(
                own.readable(),
                own.writable(),
                own.lookup(),
                own.bounded(),
                own.changing() || format.changing(table),
                own.upsertOnly() || format.upsertOnly(table),
                own.acceptsChanges() || format.writesChanges(),
                own.idleTimeoutMillis());
    }

    /**
     * Options beside those of the format. {@code connector} itself is not declared; {@code format} is, where there is one. A
     * {@code #} in a name stands for any column name: {@code fields.#.kind}.
     */
    List<OptionSpec> options();

    /** True where tables name a {@code format}; its options then carry the format's own names. */
    default boolean hasFormat() {
        return false;
    }

    /**
     * All options that a table may have: the connector's own and those of the formats it names.
     *
     * @throws AlluviumException FORMAT_NOT_FOUND
     */
    default List<OptionSpec> options(TableSpec table, FormatRegistry formats) {
        List<OptionSpec> all = new ArrayList<>(options());
        String format = table.options().get("format");
        if (hasFormat() && format != null) {
            all.addAll(formats.format(format).options());
        }
        return all;
    }

    /** Metadata columns beside those of the format. */
    default List<MetadataSpec> metadata(TableSpec table) {
        return List.of();
    }

    /** All metadata columns that a table may have: the connector's own and those of its format. */
    default List<MetadataSpec> metadata(TableSpec table, FormatRegistry formats) {
        List<MetadataSpec> all = new ArrayList<>(metadata(table));
        String format = table.options().get("format");
        if (hasFormat() && format != null) {
            all.addAll(formats.format(format).metadata(table));
        }
        return all;
    }

    /** Opens the table for reading; only called where the traits say so. */
    default Source source(TableContext context, ScanRequest request) {
        throw new UnsupportedOperationException(name() + " has no source");
    }

    /**
     * Opens all tables of one job that this connector reads, so that those over the same log can share what reads it; only called
     * where the traits say so.
     *
     * @return one source for each, in order; all are closed by the caller, in any order
     */
    default List<Source> sources(List<Reading> readings) {
        List<Source> sources = new ArrayList<>();
        try {
            readings.forEach(reading -> sources.add(source(reading.context(), reading.request())));
        } catch (RuntimeException e) {
            closeAfter(e, sources);
            throw e;
        }
        return sources;
    }

    /** Closes what was opened before a failure. */
    static void closeAfter(RuntimeException failure, List<Source> sources) {
        for (Source source : sources) {
            try {
                source.close();
            } catch (RuntimeException e) {
                failure.addSuppressed(e);
            }
        }
    }

    /** A table and what is wanted of it. */
    record Reading(TableContext context, ScanRequest request) {}

    /** Opens the table for writing; only called where the traits say so. */
    default Sink sink(TableContext context) {
        throw new UnsupportedOperationException(name() + " has no sink");
    }

    /** Opens the table for look-ups; only called where the traits say so. */
    default Lookup lookup(TableContext context) {
        throw new UnsupportedOperationException(name() + " has no lookup");
    }

    /** Options of {@link #tables}; empty where the connector knows of no databases. */
    default List<OptionSpec> databaseOptions() {
        return List.of();
    }

    /**
     * The tables of a database, sorted by name; only called where there are {@link #databaseOptions}. Views are none.
     *
     * @throws AlluviumException SOURCE_NOT_FOUND where the system has no such database or does not show it
     */
    default List<SourceTable> tables(SourceDatabase database) {
        throw new UnsupportedOperationException(name() + " has no databases");
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
     * @param idleTimeoutMillis how long a split may be quiet before it no longer holds the watermark, where the table does not
     *     say so; 0 for ever
     */
    record Traits(
            boolean readable,
            boolean writable,
            boolean lookup,
            boolean bounded,
            boolean changing,
            boolean upsertOnly,
            boolean acceptsChanges,
            long idleTimeoutMillis) {

        /** Traits of a connector whose splits are never idle by themselves. */
        public Traits(
                boolean readable,
                boolean writable,
                boolean lookup,
                boolean bounded,
                boolean changing,
                boolean upsertOnly,
                boolean acceptsChanges) {
            this(readable, writable, lookup, bounded, changing, upsertOnly, acceptsChanges, 0);
        }
    }
}

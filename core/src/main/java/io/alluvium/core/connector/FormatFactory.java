package io.alluvium.core.connector;

import java.util.List;

/** Entry point of a format (bytes to rows and back), found by {@link java.util.ServiceLoader}. Stateless and thread-safe. */
public interface FormatFactory {

    /** The word of {@code 'format' = '..'}. */
    String name();

    /** How names of files in this format end, without the dot. */
    default String fileExtension() {
        return "json";
    }

    /** True where records are written as they are into a file of lines, so that a newline in one would make two of it. */
    default boolean writesPlainLines() {
        return false;
    }

    /** Options by their full names: {@code json.fail-on-missing-field}. */
    List<OptionSpec> options();

    /** True where records carry removals. The options given tell a raw envelope from changes. */
    boolean changing(TableSpec table);

    /** True where an update does not carry the whole old image. */
    default boolean upsertOnly(TableSpec table) {
        return false;
    }

    /** True where the encoder can write updates and deletes. */
    default boolean writesChanges() {
        return false;
    }

    /** Metadata columns the decoder can fill. */
    default List<MetadataSpec> metadata(TableSpec table) {
        return List.of();
    }

    /** Fills the request's physical columns and those of its metadata keys that {@link #metadata} names. */
    RecordDecoder decoder(TableContext context, ScanRequest request);

    RecordEncoder encoder(TableContext context);
}

package io.alluvium.catalog;

import io.alluvium.core.type.DataType;
import org.jspecify.annotations.Nullable;

/** A column as the table's DDL declares it. */
public sealed interface ColumnDefinition {
    String name();

    @Nullable
    String comment();

    /** A field of the table's records. */
    record Physical(String name, DataType type, @Nullable String comment) implements ColumnDefinition {}

    /** {@code name AS expression}: computed over the other columns when the table is read; the text is in the dialect. */
    record Computed(String name, String expression, @Nullable String comment) implements ColumnDefinition {}

    /**
     * {@code name type METADATA [FROM 'key'] [VIRTUAL]}: offered by connector or format.
     *
     * @param key the metadata key, the column's name where FROM is absent
     * @param virtual not written
     */
    record Metadata(String name, DataType type, String key, boolean virtual, @Nullable String comment)
            implements ColumnDefinition {}
}

package io.alluvium.core.connector;

import io.alluvium.core.type.DataType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table of another system, as a table of a warehouse would be declared for it.
 *
 * @param columns in the order of that system
 * @param primaryKey names of the key columns, or empty
 */
public record SourceTable(String name, List<Column> columns, List<String> primaryKey, @Nullable String comment) {
    public SourceTable {
        columns = List.copyOf(columns);
        primaryKey = List.copyOf(primaryKey);
    }

    /**
     * A column.
     *
     * @param type the type that holds each of its values, or null where there is none
     * @param sourceType the other system's name of its type
     */
    public record Column(String name, @Nullable DataType type, String sourceType, @Nullable String comment) {}
}

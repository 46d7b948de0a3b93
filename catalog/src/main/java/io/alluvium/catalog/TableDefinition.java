package io.alluvium.catalog;

import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A table as its DDL declares it. Option values are kept as written: secrets stand here as references only.
 *
 * @param columns in declared order
 * @param watermark null where there is none
 * @param primaryKey names of physical columns, or empty
 * @param options the WITH options in order, {@code connector} included
 */
public record TableDefinition(
        TablePath path,
        List<ColumnDefinition> columns,
        @Nullable WatermarkDefinition watermark,
        List<String> primaryKey,
        List<String> partitionedBy,
        Map<String, String> options,
        @Nullable String comment,
        boolean temporary)
        implements CatalogObject {
    public TableDefinition {
        columns = List.copyOf(columns);
        primaryKey = List.copyOf(primaryKey);
        partitionedBy = List.copyOf(partitionedBy);
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }

    /**
     * {@code WATERMARK FOR column AS expression}.
     *
     * @param expression text in the dialect, over the table's columns
     */
    public record WatermarkDefinition(String column, String expression) {}

    /** The physical columns, in order. */
    public Schema physicalSchema() {
        return new Schema(columns.stream()
                .filter(ColumnDefinition.Physical.class::isInstance)
                .map(ColumnDefinition.Physical.class::cast)
                .map(column -> new Field(column.name(), column.type()))
                .toList());
    }

    /** The word after {@code 'connector' =}, or null. */
    public @Nullable String connector() {
        return options.get("connector");
    }
}

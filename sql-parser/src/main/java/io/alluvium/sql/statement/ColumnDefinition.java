package io.alluvium.sql.statement;

import io.alluvium.core.error.SourcePosition;
import io.alluvium.core.type.DataType;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** A column of CREATE TABLE. */
public sealed interface ColumnDefinition {
    Identifier name();

    @Nullable
    String comment();

    /** A column that the connector holds. The type carries NOT NULL. */
    record Physical(Identifier name, DataType type, SourcePosition typePosition, @Nullable String comment)
            implements ColumnDefinition {}

    /**
     * A column that is computed from others when a row is read.
     *
     * @param text the expression as the user wrote it
     */
    record Computed(Identifier name, SqlNode expression, String text, SourcePosition position, @Nullable String comment)
            implements ColumnDefinition {}

    /**
     * A column that the connector or format tells about a row.
     *
     * @param key the name the connector knows it by; null means the column's own name
     * @param virtual left out when the table is written
     */
    record Metadata(
            Identifier name,
            DataType type,
            SourcePosition typePosition,
            @Nullable String key,
            @Nullable SourcePosition keyPosition,
            boolean virtual,
            @Nullable String comment)
            implements ColumnDefinition {
        /** The name the connector knows this column by. */
        public String metadataKey() {
            return key == null ? name.name() : key;
        }
    }
}

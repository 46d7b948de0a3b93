package io.alluvium.catalog;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A view: its query's text, resolved in the database that was current when it was made.
 *
 * @param columns names given to the query's columns, or empty to keep its own
 * @param currentDatabase where its unqualified names are looked up
 */
public record ViewDefinition(
        TablePath path,
        List<String> columns,
        String query,
        String currentDatabase,
        @Nullable String comment,
        boolean temporary)
        implements CatalogObject {
    public ViewDefinition {
        columns = List.copyOf(columns);
    }
}

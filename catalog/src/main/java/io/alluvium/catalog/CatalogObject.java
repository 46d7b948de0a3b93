package io.alluvium.catalog;

import org.jspecify.annotations.Nullable;

/** What a name in FROM can mean. */
public sealed interface CatalogObject permits TableDefinition, ViewDefinition {
    TablePath path();

    @Nullable
    String comment();

    /** Lives in the session only and is never stored. */
    boolean temporary();
}

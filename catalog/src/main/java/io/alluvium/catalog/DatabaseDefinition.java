package io.alluvium.catalog;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A database.
 *
 * @param layer ODS, DWD, DIM, DWS or APP in capitals, or null for a database outside the layers
 * @param options its WITH options, {@code layer} included
 */
public record DatabaseDefinition(
        String name, @Nullable String layer, Map<String, String> options, @Nullable String comment) {
    public DatabaseDefinition {
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }
}

package io.alluvium.core.connector;

import io.alluvium.core.type.Schema;
import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A table as connectors see it.
 *
 * @param name {@code database.table}
 * @param connector the WITH option {@code connector}, aliases resolved
 * @param schema the physical columns (not the computed and metadata columns)
 * @param primaryKey names of the key columns, or empty
 * @param options all other WITH options as written, secret references unresolved
 */
public record TableSpec(
        String name, String connector, Schema schema, List<String> primaryKey, Map<String, String> options)
        implements Serializable {
    public TableSpec {
        primaryKey = List.copyOf(primaryKey);
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }
}

package io.alluvium.catalog;

import java.util.List;
import java.util.Map;

/**
 * A job that was started in this warehouse.
 *
 * @param name unique in the warehouse
 * @param sql its statements as written
 * @param sources tables it reads, views resolved
 * @param targets tables it writes
 * @param settings the session's settings that it runs with
 */
public record JobDefinition(
        String name, String sql, List<TablePath> sources, List<TablePath> targets, Map<String, String> settings) {
    public JobDefinition {
        sources = List.copyOf(sources);
        targets = List.copyOf(targets);
        settings = Map.copyOf(settings);
    }
}

package io.alluvium.core.connector;

import java.nio.file.Path;
import java.time.ZoneId;

/**
 * A database of another system whose tables are asked for.
 *
 * @param name as that system has it
 * @param options checked against {@link ConnectorFactory#databaseOptions}, references resolved
 * @param zone the session's zone
 * @param warehouse folder that relative paths start from
 */
public record SourceDatabase(String name, Options options, ZoneId zone, Path warehouse) {}

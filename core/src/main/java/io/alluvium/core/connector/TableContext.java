package io.alluvium.core.connector;

import io.alluvium.core.io.Clock;
import java.nio.file.Path;
import java.time.ZoneId;

/**
 * A table with everything a connector needs to open it.
 *
 * @param table the table; its options are still as written
 * @param options checked against the connector's and its format's declarations, secret references and {@code ${warehouse}}
 *     resolved
 * @param formats finds the table's format
 * @param zone the session's zone
 * @param warehouse folder that relative paths start from
 */
public record TableContext(
        TableSpec table, Options options, FormatRegistry formats, ZoneId zone, Path warehouse, Clock clock) {}

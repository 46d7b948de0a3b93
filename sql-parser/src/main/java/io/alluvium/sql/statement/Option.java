package io.alluvium.sql.statement;

import io.alluvium.core.error.SourcePosition;

/** One {@code 'key' = 'value'} and where each half was written. */
public record Option(String key, String value, SourcePosition keyPosition, SourcePosition valuePosition) {}

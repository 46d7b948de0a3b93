package io.alluvium.sql.statement;

import io.alluvium.core.error.SourcePosition;

/** A simple name, such as a column's, and where it was written. */
public record Identifier(String name, SourcePosition position) {}

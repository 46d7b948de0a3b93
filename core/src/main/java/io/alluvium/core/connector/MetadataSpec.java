package io.alluvium.core.connector;

import io.alluvium.core.type.DataType;

/** A column that a connector or format offers beside the record's own fields: {@code METADATA FROM 'key'}. */
public record MetadataSpec(String key, DataType type, String says) {}

package io.alluvium.core.connector;

import io.alluvium.core.type.DataType;

/**
 * A column that a connector or format offers beside the record's own fields: {@code METADATA FROM 'key'}.
 *
 * @param ofTable it says from which table a row is: the message that takes the row away has the same value as the one that brought
 *     it. Others (the time of a change, the place of a message) have one value when a row comes and another when it goes.
 */
public record MetadataSpec(String key, DataType type, String says, boolean ofTable) {
    /** A column whose value belongs to the message. */
    public MetadataSpec(String key, DataType type, String says) {
        this(key, type, says, false);
    }

    /** A column whose value belongs to the table that a row is from. */
    public static MetadataSpec ofTable(String key, DataType type, String says) {
        return new MetadataSpec(key, type, says, true);
    }

    /** The same column under another key. */
    public MetadataSpec withKey(String newKey) {
        return new MetadataSpec(newKey, type, says, ofTable);
    }
}

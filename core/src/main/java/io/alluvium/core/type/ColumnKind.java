package io.alluvium.core.type;

/** How values are held: in columns, in keyed state and in generated code. There are only these four. */
public enum ColumnKind {
    /** A Java long: BOOLEAN (0/1), integers, DECIMAL up to 18 digits (unscaled), DATE, TIME, TIMESTAMP, intervals. */
    LONG,
    /** A Java double: FLOAT, DOUBLE. */
    DOUBLE,
    /** Two longs, high and low, of a two's complement number: DECIMAL of 19 to 38 digits (unscaled). */
    INT128,
    /** A range of a byte array: text in UTF-8, binary, and nested values in their canonical bytes. */
    BYTES
}

package io.alluvium.server.output;

/** How a result is printed. */
public enum OutputStyle {
    /** For people: columns in a frame. */
    TABLE,
    /** For programs: header line, tabs between, {@code \N} for NULL. */
    TSV,
    /** For programs: a JSON object a row. */
    JSON,
    /** Net changes as {@code +I/-U/+U/-D} lines. */
    CHANGELOG
}

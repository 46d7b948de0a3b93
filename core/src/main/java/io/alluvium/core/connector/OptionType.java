package io.alluvium.core.connector;

/** How the text of an option is read. */
public enum OptionType {
    TEXT,
    BOOLEAN,
    INTEGER,
    /** {@code 10s}, {@code 100 ms}, {@code 5 min}, {@code 1h}, {@code 2 d}; a bare number is refused. In milliseconds. */
    DURATION,
    /** {@code 64kb}, {@code 16 mb}, {@code 1g}; a bare number is bytes. In bytes. */
    SIZE,
    CHOICE
}

package io.alluvium.core.error;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A range in the text the user wrote. Lines and columns count from 1, columns in UTF-16 units; the end is inclusive, as the
 * parser reports it.
 *
 * @param file name as the user gave it, or null for text typed at a prompt or given with {@code -e}
 * @param lineText the whole first line, for the caret; null where the text is not at hand
 */
public record SourcePosition(
        @Nullable String file, int line, int column, int endLine, int endColumn, @Nullable String lineText)
        implements Serializable {

    /** The position as {@code file:line:column}, or {@code line:column} without a file. */
    public String label() {
        return (file == null ? "" : file + ":") + line + ":" + column;
    }
}

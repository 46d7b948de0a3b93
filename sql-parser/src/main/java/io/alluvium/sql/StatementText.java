package io.alluvium.sql;

import io.alluvium.core.error.SourcePosition;
import org.jspecify.annotations.Nullable;

/**
 * One statement of a script: its own text, and where that text stands in the script. Starts at the statement's first token and
 * ends at its last: no semicolon, no comment before or after.
 *
 * @param file name as the user gave it, or null for text typed at a prompt
 * @param script the whole script the statement is a part of
 * @param offset where the statement starts in the script
 * @param startLine the script's line of the first character, from 1
 * @param startColumn its column, from 1
 */
public record StatementText(
        String text, @Nullable String file, String script, int offset, int startLine, int startColumn) {

    /** A text that is one statement by itself and came from no file. */
    public static StatementText of(String text) {
        return new StatementText(text, null, text, 0, 1, 1);
    }

    /** Turns positions inside this statement into positions in the user's file. */
    public Positions positions() {
        return new Positions(this);
    }

    /** The position in the user's file of a line and column inside this statement, both from 1. */
    public SourcePosition position(int line, int column) {
        return positions().at(line, column, line, column);
    }

    /** The text of a range inside this statement, such as the query of a view. */
    public String slice(SourcePosition position) {
        int start = positions().offset(position.line(), position.column());
        int end = positions().offset(position.endLine(), position.endColumn()) + 1;
        return script.substring(start, Math.min(end, script.length()));
    }
}

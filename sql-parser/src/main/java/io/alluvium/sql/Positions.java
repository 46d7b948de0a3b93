package io.alluvium.sql;

import io.alluvium.core.error.SourcePosition;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Maps what the parser and the validator report about one statement to positions in the file the user wrote. */
public final class Positions {
    private final StatementText statement;

    Positions(StatementText statement) {
        this.statement = statement;
    }

    /** The position of a node. A node without one (made by a rewrite) is placed at the statement's first character. */
    public SourcePosition of(SqlParserPos pos) {
        if (pos.getLineNum() < 1) {
            return at(1, 1, 1, 1);
        }
        return at(pos.getLineNum(), pos.getColumnNum(), pos.getEndLineNum(), pos.getEndColumnNum());
    }

    /** The position of a range inside the statement, lines and columns from 1, the end inclusive. */
    public SourcePosition at(int line, int column, int endLine, int endColumn) {
        int scriptLine = statement.startLine() + line - 1;
        int scriptColumn = column + (line == 1 ? statement.startColumn() - 1 : 0);
        int scriptEndLine = statement.startLine() + endLine - 1;
        int scriptEndColumn = endColumn + (endLine == 1 ? statement.startColumn() - 1 : 0);
        return new SourcePosition(
                statement.file(),
                scriptLine,
                scriptColumn,
                scriptEndLine,
                scriptEndColumn,
                lineText(statement.script(), scriptLine));
    }

    /** Where a line and column of the script (from 1) stands in the script's text. */
    int offset(int line, int column) {
        return offset(statement.script(), line, column);
    }

    /** Where a line and column of a text (from 1) stands in it. */
    static int offset(String text, int line, int column) {
        return Math.min(text.length(), lineStart(text, line) + column - 1);
    }

    /** One line of a text, from 1, without its line end. */
    static String lineText(String text, int line) {
        int start = lineStart(text, line);
        int end = start;
        while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
            end++;
        }
        return text.substring(start, end);
    }

    private static int lineStart(String text, int line) {
        int start = 0;
        for (int current = 1; current < line && start < text.length(); start++) {
            if (endsLine(text, start)) {
                current++;
            }
        }
        return start;
    }

    /** True at the last character of a line end: {@code \n}, {@code \r\n} or a lone {@code \r}. */
    static boolean endsLine(String text, int index) {
        char c = text.charAt(index);
        return c == '\n' || (c == '\r' && (index + 1 == text.length() || text.charAt(index + 1) != '\n'));
    }
}

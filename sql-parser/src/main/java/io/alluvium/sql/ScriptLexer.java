package io.alluvium.sql;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.SourcePosition;
import org.jspecify.annotations.Nullable;

/**
 * Cuts SQL text into tokens just well enough to find where statements end and which words they start with: literals, quoted
 * names and comments are recognized, all else is words and single characters. Not thread-safe.
 */
final class ScriptLexer {
    /** What a token is. */
    enum Kind {
        WORD,
        /** Back quotes. */
        QUOTED_NAME,
        /** Double quotes, which mean nothing in the dialect but are most often meant as a name or a string. */
        DOUBLE_QUOTED,
        STRING,
        HINT,
        SYMBOL
    }

    /**
     * A token and its place.
     *
     * @param end offset behind its last character
     */
    record Token(Kind kind, String text, int start, int end, int line, int column) {
        boolean isWord(String word) {
            return kind == Kind.WORD && text.equalsIgnoreCase(word);
        }

        boolean isSymbol(char symbol) {
            return kind == Kind.SYMBOL && text.charAt(0) == symbol;
        }
    }

    private final String text;
    private final @Nullable String file;
    private int at;
    private int line = 1;
    private int column = 1;

    ScriptLexer(String text, @Nullable String file) {
        this.text = text;
        this.file = file;
    }

    /** The next token, or null at the end of the text. */
    @Nullable
    Token next() {
        skipBlanksAndComments();
        if (at == text.length()) {
            return null;
        }
        int start = at;
        int startLine = line;
        int startColumn = column;
        Kind kind = take();
        return new Token(kind, text.substring(start, at), start, at, startLine, startColumn);
    }

    private Kind take() {
        char c = text.charAt(at);
        if (c == '\'') {
            takeQuoted('\'', "string");
            return Kind.STRING;
        }
        if (c == '`') {
            takeQuoted('`', "name in back quotes");
            return Kind.QUOTED_NAME;
        }
        if (c == '"') {
            takeQuoted('"', "double quote");
            return Kind.DOUBLE_QUOTED;
        }
        if (text.startsWith("/*+", at)) {
            takeHint();
            return Kind.HINT;
        }
        if (text.startsWith("//", at)) {
            throw error(
                    "\"//\" does not start a comment", "write -- for the rest of a line, or /* .. */", line, column);
        }
        if (Character.isJavaIdentifierPart(c)) {
            while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
                advance();
            }
            return Kind.WORD;
        }
        advance();
        return Kind.SYMBOL;
    }

    private void skipBlanksAndComments() {
        while (at < text.length()) {
            if (isBlank(text.charAt(at))) {
                advance();
            } else if (text.startsWith("--", at)) {
                while (at < text.length() && text.charAt(at) != '\n' && text.charAt(at) != '\r') {
                    advance();
                }
            } else if (text.startsWith("/*", at) && !text.startsWith("/*+", at)) {
                takeComment();
            } else {
                return;
            }
        }
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\uFEFF';
    }

    private void takeComment() {
        int openLine = line;
        int openColumn = column;
        int close = text.indexOf("*/", at + 2);
        if (close < 0) {
            throw error("comment is not closed", "close it with */", openLine, openColumn);
        }
        advanceTo(close + 2);
    }

    private void takeHint() {
        int openLine = line;
        int openColumn = column;
        advanceTo(at + 3);
        while (at < text.length() && !text.startsWith("*/", at)) {
            if (text.charAt(at) == '\'') {
                takeQuoted('\'', "string");
            } else {
                advance();
            }
        }
        if (at == text.length()) {
            throw error("hint is not closed", "close it with */", openLine, openColumn);
        }
        advanceTo(at + 2);
    }

    /** A quote inside is written twice; it then reads as two quoted parts, which is the same to us. */
    private void takeQuoted(char quote, String what) {
        int openLine = line;
        int openColumn = column;
        do {
            int close = text.indexOf(quote, at + 1);
            if (close < 0) {
                throw error(what + " is not closed", "close it with " + quote, openLine, openColumn);
            }
            advanceTo(close + 1);
        } while (at < text.length() && text.charAt(at) == quote);
    }

    private void advanceTo(int offset) {
        while (at < offset) {
            advance();
        }
    }

    private void advance() {
        if (Positions.endsLine(text, at)) {
            line++;
            column = 1;
        } else {
            column++;
        }
        at++;
    }

    private AlluviumException error(String problem, String hint, int errorLine, int errorColumn) {
        SourcePosition position = new SourcePosition(
                file, errorLine, errorColumn, errorLine, errorColumn, Positions.lineText(text, errorLine));
        return new AlluviumException(ErrorCode.SYNTAX_ERROR, position, problem, hint, null);
    }
}

package io.alluvium.sql;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.sql.ScriptLexer.Token;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a script into statements at each {@code ;} that is a token: one inside a literal, a quoted name or a comment is text, one
 * between BEGIN and END of a statement set separates its INSERTs. Blank and comment-only statements vanish.
 */
public final class ScriptSplitter {
    private final String script;
    private final @Nullable String file;
    private final List<StatementText> statements = new ArrayList<>();

    /** Tokens of the statement at hand. */
    private final List<Token> tokens = new ArrayList<>();

    private @Nullable Token blockStart;
    private int openCases;

    private ScriptSplitter(String script, @Nullable String file) {
        this.script = script;
        this.file = file;
    }

    /**
     * The statements of a script in order.
     *
     * @param file name shown in errors, or null for text typed at a prompt
     * @throws AlluviumException SYNTAX_ERROR where a string, quoted name, comment or statement set is not closed, at the place it
     *     was opened
     */
    public static List<StatementText> split(String script, @Nullable String file) {
        return new ScriptSplitter(script, file).run();
    }

    private List<StatementText> run() {
        ScriptLexer lexer = new ScriptLexer(script, file);
        for (Token token = lexer.next(); token != null; token = lexer.next()) {
            if (token.isSymbol(';') && blockStart == null) {
                endStatement();
            } else {
                tokens.add(token);
                trackBlock();
            }
        }
        if (blockStart != null) {
            throw new AlluviumException(
                    ErrorCode.SYNTAX_ERROR,
                    textOf(blockStart, blockStart).position(1, 1),
                    "statement set is not closed",
                    "close it with END; behind its last INSERT",
                    null);
        }
        endStatement();
        return List.copyOf(statements);
    }

    private void endStatement() {
        if (!tokens.isEmpty()) {
            statements.add(textOf(tokens.get(0), tokens.get(tokens.size() - 1)));
        }
        tokens.clear();
        blockStart = null;
        openCases = 0;
    }

    private StatementText textOf(Token first, Token last) {
        return new StatementText(
                script.substring(first.start(), last.end()), file, script, first.start(), first.line(), first.column());
    }

    /** Opens the block at {@code BEGIN STATEMENT SET} or {@code STATEMENT SET BEGIN}, and closes it at its END. */
    private void trackBlock() {
        Token last = tokens.get(tokens.size() - 1);
        if (blockStart == null) {
            if (endWith("BEGIN", "STATEMENT", "SET") || endWith("STATEMENT", "SET", "BEGIN")) {
                blockStart = tokens.get(tokens.size() - 3);
            }
        } else if (last.isWord("CASE") && !followsDot()) {
            openCases++;
        } else if (last.isWord("END") && !followsDot()) {
            if (openCases > 0) {
                openCases--;
            } else {
                blockStart = null;
            }
        }
    }

    private boolean followsDot() {
        return tokens.size() > 1 && tokens.get(tokens.size() - 2).isSymbol('.');
    }

    private boolean endWith(String... words) {
        int start = tokens.size() - words.length;
        if (start < 0) {
            return false;
        }
        for (int i = 0; i < words.length; i++) {
            if (!tokens.get(start + i).isWord(words[i])) {
                return false;
            }
        }
        return true;
    }
}

package io.alluvium.sql;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.SourcePosition;
import io.alluvium.core.error.Suggestion;
import io.alluvium.sql.ScriptLexer.Kind;
import io.alluvium.sql.ScriptLexer.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a statement before the grammar does, for what can be said better by looking at its words: the first word is no
 * statement, the statement is known but not run, a name stands in double quotes.
 */
final class StatementOpening {
    private static final List<String> FIRST_WORDS = List.of(
            "CREATE",
            "DROP",
            "USE",
            "SHOW",
            "SET",
            "RESET",
            "DESCRIBE",
            "DESC",
            "EXPLAIN",
            "BEGIN",
            "EXECUTE",
            "INSERT",
            "SELECT",
            "WITH",
            "VALUES",
            "TABLE");

    /** How many words may decide that a statement is not run. */
    private static final int OPENING_WORDS = 4;

    /** A statement that is valid somewhere but not run: its opening words, and what to do instead. */
    private record NotRun(String opening, String problem, String hint) {}

    private static final List<NotRun> NOT_RUN = List.of(
            new NotRun(
                    "ALTER TABLE",
                    "ALTER TABLE is not supported",
                    "write CREATE OR REPLACE TABLE with the new definition"),
            new NotRun("ALTER VIEW", "ALTER VIEW is not supported", "write CREATE OR REPLACE VIEW with the new query"),
            new NotRun("ALTER", "ALTER is not supported", "drop and create the object again"),
            new NotRun("CREATE FUNCTION", "CREATE FUNCTION is not supported", "SHOW FUNCTIONS lists what is built in"),
            new NotRun(
                    "CREATE TEMPORARY FUNCTION",
                    "CREATE TEMPORARY FUNCTION is not supported",
                    "SHOW FUNCTIONS lists what is built in"),
            new NotRun(
                    "CREATE TEMPORARY SYSTEM FUNCTION",
                    "CREATE TEMPORARY SYSTEM FUNCTION is not supported",
                    "SHOW FUNCTIONS lists what is built in"),
            new NotRun("DROP FUNCTION", "DROP FUNCTION is not supported", "functions are built in"),
            new NotRun(
                    "CREATE CATALOG",
                    "CREATE CATALOG is not supported: a warehouse has one catalog",
                    "write CREATE DATABASE name"),
            new NotRun(
                    "DROP CATALOG",
                    "DROP CATALOG is not supported: a warehouse has one catalog",
                    "write DROP DATABASE name"),
            new NotRun(
                    "USE CATALOG", "USE CATALOG is not supported: a warehouse has one catalog", "write USE database"),
            new NotRun(
                    "SHOW CATALOGS",
                    "SHOW CATALOGS is not supported: a warehouse has one catalog",
                    "write SHOW DATABASES"),
            new NotRun(
                    "ADD JAR",
                    "ADD JAR is not supported",
                    "put connectors into the connectors folder of the distribution"),
            new NotRun("REMOVE JAR", "REMOVE JAR is not supported", "leave the statement out"),
            new NotRun("SHOW JARS", "SHOW JARS is not supported", "SHOW CONNECTORS lists what is installed"),
            new NotRun("LOAD MODULE", "LOAD MODULE is not supported", "functions are built in"),
            new NotRun("UNLOAD MODULE", "UNLOAD MODULE is not supported", "functions are built in"),
            new NotRun(
                    "CREATE MATERIALIZED",
                    "materialized objects are not supported",
                    "write CREATE TABLE, then INSERT INTO it SELECT .. as a continuous job"),
            new NotRun("DROP JOB", "DROP JOB is not supported", "stop the process that runs the job"),
            new NotRun("STOP JOB", "STOP JOB is not supported", "stop the process that runs the job"),
            new NotRun(
                    "RESTART JOB",
                    "RESTART JOB is not supported",
                    "run the script again, with --reset JOB to start anew"),
            new NotRun("UPGRADE JOB", "UPGRADE JOB is not supported", "run the changed script with --reset JOB"),
            new NotRun("EXPLAIN LINEAGE", "EXPLAIN LINEAGE is not supported", "write EXPLAIN before the statement"),
            new NotRun(
                    "INSERT OVERWRITE",
                    "INSERT OVERWRITE is not supported: a continuous job adds to its target",
                    "write INSERT INTO"),
            new NotRun(
                    "DELETE",
                    "DELETE is not supported: rows leave a table when its input says so",
                    "leave them out in the query that writes the table"),
            new NotRun(
                    "UPDATE",
                    "UPDATE is not supported: rows change when the input of their table says so",
                    "change them in the query that writes the table"),
            new NotRun(
                    "MERGE",
                    "MERGE is not supported",
                    "write INSERT INTO a table with a primary key: it updates by key"),
            new NotRun(
                    "UPSERT",
                    "UPSERT is not supported",
                    "write INSERT INTO a table with a primary key: it updates by key"),
            new NotRun(
                    "TRUNCATE",
                    "TRUNCATE is not supported",
                    "empty the target itself, then fill it anew with: run --reset JOB"),
            new NotRun("CALL", "CALL is not supported", "there are no procedures"),
            new NotRun("ANALYZE", "ANALYZE is not supported", "leave the statement out: no statistics are needed"),
            new NotRun("COMPILE", "COMPILE PLAN is not supported", "write EXPLAIN before the statement"));

    private StatementOpening() {}

    /** Raises the error that the statement's words alone decide, if any. */
    static void check(StatementText text) {
        List<Token> tokens = tokens(text);
        checkTokens(text, tokens);
        if (tokens.isEmpty()) {
            throw new AlluviumException(ErrorCode.SYNTAX_ERROR, text.position(1, 1), "statement is empty", null, null);
        }
        checkRun(text, tokens);
        checkFirstWord(text, tokens.get(0));
    }

    /** Raises an error at a token that has no meaning in the dialect: double quotes, parameters, prefixed texts. */
    static void checkTokens(StatementText text) {
        checkTokens(text, tokens(text));
    }

    private static List<Token> tokens(StatementText text) {
        ScriptLexer lexer = new ScriptLexer(text.text(), text.file());
        List<Token> tokens = new ArrayList<>();
        for (Token token = lexer.next(); token != null; token = lexer.next()) {
            tokens.add(token);
        }
        return tokens;
    }

    private static void checkTokens(StatementText text, List<Token> tokens) {
        for (Token token : tokens) {
            if (token.kind() == Kind.DOUBLE_QUOTED) {
                String inside = token.text().substring(1, token.text().length() - 1);
                throw new AlluviumException(
                        ErrorCode.SYNTAX_ERROR,
                        position(text, token),
                        "double quotes have no meaning here",
                        "write `" + inside + "` for a name, '" + inside.replace("'", "''") + "' for text",
                        null);
            }
        }
        for (Token token : tokens) {
            if (token.isSymbol('?')) {
                throw new AlluviumException(
                        ErrorCode.SYNTAX_ERROR,
                        position(text, token),
                        "parameters (\"?\") are not supported",
                        "write the value itself",
                        null);
            }
        }
        for (int i = 1; i < tokens.size(); i++) {
            checkPrefix(text, tokens.get(i - 1), tokens.get(i));
        }
    }

    /** N'..', E'..', U&'..' and _charset'..' of other systems: text here is Unicode and knows no escapes. */
    private static void checkPrefix(StatementText text, Token before, Token token) {
        if (token.kind() == Kind.STRING && before.end() == token.start() && isTextPrefix(before)) {
            throw new AlluviumException(
                    ErrorCode.SYNTAX_ERROR,
                    position(text, before),
                    "\"" + before.text() + "\" does not stand before a text",
                    "write the characters themselves: all text is Unicode, and a backslash is a backslash",
                    null);
        }
    }

    private static boolean isTextPrefix(Token token) {
        return token.isWord("N")
                || token.isWord("E")
                || token.isSymbol('&')
                || token.text().startsWith("_");
    }

    private static void checkRun(StatementText text, List<Token> tokens) {
        StringBuilder opening = new StringBuilder();
        for (Token token : tokens.subList(0, Math.min(OPENING_WORDS, tokens.size()))) {
            if (token.kind() != Kind.WORD) {
                break;
            }
            opening.append(token.text().toUpperCase(Locale.ROOT)).append(' ');
        }
        NotRun found = notRun(opening.toString());
        if (found != null) {
            throw new AlluviumException(
                    ErrorCode.UNSUPPORTED, position(text, tokens.get(0)), found.problem(), found.hint(), null);
        }
    }

    private static @Nullable NotRun notRun(String opening) {
        for (NotRun candidate : NOT_RUN) {
            if (opening.startsWith(candidate.opening() + " ")) {
                return candidate;
            }
        }
        return null;
    }

    private static void checkFirstWord(StatementText text, Token first) {
        boolean known = first.isSymbol('(') || FIRST_WORDS.stream().anyMatch(first::isWord);
        if (!known) {
            String hint = first.kind() == Kind.WORD ? Suggestion.didYouMean(first.text(), FIRST_WORDS) : null;
            throw new AlluviumException(
                    ErrorCode.SYNTAX_ERROR,
                    position(text, first),
                    "no statement starts with \"" + first.text() + "\"",
                    hint == null ? "a statement starts with CREATE, INSERT INTO, SELECT, SHOW, EXPLAIN, .." : hint,
                    null);
        }
    }

    private static SourcePosition position(StatementText text, Token token) {
        return text.positions()
                .at(
                        token.line(),
                        token.column(),
                        token.line(),
                        token.column() + token.text().length() - 1);
    }
}

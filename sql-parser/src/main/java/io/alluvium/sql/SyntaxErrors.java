package io.alluvium.sql;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.Suggestion;
import io.alluvium.sql.generated.AlluviumSqlParser;
import io.alluvium.sql.generated.AlluviumSqlParserConstants;
import io.alluvium.sql.generated.ParseException;
import io.alluvium.sql.generated.Token;
import io.alluvium.sql.generated.TokenMgrError;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Says what is wrong with a text that the grammar refuses, in a line, with a hint where the mistake is a common one. */
final class SyntaxErrors {
    /** Reserved words that more often stand in a wrong place than are meant as a name. */
    private static final Set<String> CLAUSE_WORDS = Set.of(
            "FROM",
            "WHERE",
            "GROUP",
            "HAVING",
            "ORDER",
            "LIMIT",
            "UNION",
            "INTERSECT",
            "EXCEPT",
            "JOIN",
            "INNER",
            "LEFT",
            "RIGHT",
            "FULL",
            "CROSS",
            "ON",
            "USING",
            "AND",
            "OR",
            "NOT",
            "AS",
            "SELECT",
            "WITH",
            "BY",
            "INTO",
            "VALUES",
            "SET",
            "THEN",
            "ELSE",
            "END",
            "WHEN",
            "IN",
            "IS",
            "LIKE",
            "BETWEEN",
            "PARTITION",
            "OVER",
            "INSERT",
            "CREATE",
            "DISTINCT");

    /** What follows a name but not a clause's keyword. */
    private static final Set<String> BEHIND_NAME = Set.of(
            ",",
            ")",
            ".",
            "=",
            "<>",
            "!=",
            "<",
            ">",
            "<=",
            ">=",
            "+",
            "-",
            "*",
            "/",
            "FROM",
            "AS",
            "IS",
            "INT",
            "BIGINT",
            "STRING",
            "VARCHAR",
            "TIMESTAMP",
            "TIMESTAMP_LTZ",
            "DATE",
            "TIME",
            "DECIMAL",
            "DOUBLE",
            "FLOAT",
            "BOOLEAN",
            "CHAR",
            "SMALLINT",
            "TINYINT",
            "INTEGER",
            "BYTES",
            "ARRAY",
            "MAP",
            "ROW");

    /** How many tokens a decision of the grammar looks ahead at most, but for the open-ended ones. */
    private static final int MAX_DECISION_TOKENS = 5;

    private SyntaxErrors() {}

    /**
     * The error of a text the grammar does not read. The parser reports the first token of a decision that failed, the wrong one
     * may stand a few behind it: the search goes on while the text up to a token could still become a statement.
     */
    static AlluviumException of(
            ParseException e, AlluviumSqlParser parser, StatementParser.Rule<?> rule, StatementText text) {
        if (e.currentToken == null || e.currentToken.next == null) {
            // Thrown by hand inside the grammar, with nothing but a message.
            return error(text, pos(parser.getToken(0)), message(e), null, e);
        }
        Token before = e.currentToken;
        Token found = before.next;
        Continuations expected = Continuations.of(textBefore(found, text), rule);
        for (int i = 0; i < MAX_DECISION_TOKENS && found.next != null; i++) {
            Continuations behind = Continuations.of(textBefore(found.next, text), rule);
            if (behind.isEmpty()) {
                break;
            }
            before = found;
            found = found.next;
            expected = behind;
        }
        return of(e, before, found, expected, text);
    }

    private static AlluviumException of(
            ParseException e, Token before, Token found, Continuations expected, StatementText text) {
        if (found.kind == AlluviumSqlParserConstants.EOF) {
            return error(text, behind(before), "statement ends too early: " + expected.sentence(), null, e);
        }
        if (isReservedName(found, expected, text)) {
            return error(
                    text,
                    pos(found),
                    "\"" + found.image + "\" is a reserved word",
                    "put it in back quotes to use it as a name: `" + found.image + "`",
                    e);
        }
        return error(
                text,
                pos(found),
                "unexpected " + quoted(found) + ": " + expected.sentence(),
                hint(before, found, expected),
                e);
    }

    private static String textBefore(Token token, StatementText text) {
        String whole = text.text();
        if (token.kind == AlluviumSqlParserConstants.EOF) {
            return whole;
        }
        return whole.substring(0, Positions.offset(whole, token.beginLine, token.beginColumn));
    }

    /** The lexer's message holds nothing but a line and a column that we need. */
    static AlluviumException of(TokenMgrError e, StatementText text, SqlParserPos lastToken) {
        String message = message(e);
        int line = numberBehind(message, "line ", lastToken.getEndLineNum());
        int column = numberBehind(message, "column ", lastToken.getEndColumnNum());
        int offset = Positions.offset(text.text(), line, column);
        String character = offset < text.text().length()
                ? " \"" + Character.toString(text.text().codePointAt(offset)) + "\""
                : "";
        return error(text, new SqlParserPos(line, column), "unexpected character" + character, null, e);
    }

    static AlluviumException of(CalciteContextException e, StatementText text) {
        SqlParserPos pos = new SqlParserPos(e.getPosLine(), e.getPosColumn(), e.getEndPosLine(), e.getEndPosColumn());
        Throwable cause = e.getCause() == null ? e : e.getCause();
        String message = message(cause);
        if (message.startsWith("Query expression encountered")) {
            message = "a query cannot stand here";
        } else if (message.startsWith("Non-query expression encountered")) {
            message = "only a query can stand here";
        } else if (message.startsWith("Literal '") && message.contains("java.lang.Integer")) {
            message = "number " + message.substring("Literal ".length(), message.indexOf(" can not be"))
                    + " is too large here";
        }
        return error(text, pos, lowerFirst(message), null, e);
    }

    private static @Nullable String hint(Token before, Token found, Continuations expected) {
        boolean isText = found.kind == AlluviumSqlParserConstants.QUOTED_STRING;
        if (isText && is(before, "WITH")) {
            return "options stand in parentheses: WITH ('key' = 'value', ..)";
        }
        if (is(found, "=") && is(before, "=")) {
            return "write = once";
        }
        if (is(before, "SET") && expected.has(Continuations.TEXT)) {
            return "write SET 'key' = 'value'";
        }
        if (is(found, "UNSIGNED")) {
            return "there are no unsigned types: take the next larger one, DECIMAL(20) for an unsigned BIGINT";
        }
        if (is(found, "END") && expected.has("\";\"")) {
            return "put a ; behind each INSERT";
        }
        if (is(before, ",") && (is(found, ")") || CLAUSE_WORDS.contains(upper(found)))) {
            return "remove the comma before \"" + found.image + "\"";
        }
        String meant = isWord(found) ? Suggestion.nearest(found.image, expected.keywords()) : null;
        boolean misspelt = meant != null && (meant.startsWith(upper(found)) || !ReservedWords.isReserved(found.image));
        if (misspelt && found.image.length() > 2) {
            return "did you mean \"" + meant + "\"?";
        }
        if (before.kind == AlluviumSqlParserConstants.IDENTIFIER && before.image.length() > 2) {
            meant = Suggestion.nearest(before.image, expected.keywords());
            if (meant != null) {
                return "did you mean \"" + meant + "\" instead of \"" + before.image + "\"?";
            }
        }
        boolean isName = isWord(found) && !ReservedWords.isReserved(found.image) || isQuotedName(found);
        if (isName && expected.has(Continuations.TEXT) && !expected.hasName()) {
            return "put it in single quotes: '" + found.image + "'";
        }
        if (expected.has("\",\"") && (isText || isName)) {
            return "is a comma missing before " + quoted(found) + "?";
        }
        return null;
    }

    private static boolean is(Token token, String image) {
        return image.equalsIgnoreCase(token.image);
    }

    private static boolean isReservedName(Token found, Continuations expected, StatementText text) {
        if (!expected.hasName() || !isWord(found) || !ReservedWords.isReserved(found.image)) {
            return false;
        }
        return !CLAUSE_WORDS.contains(upper(found)) || BEHIND_NAME.contains(wordBehind(found, text));
    }

    /** The word or symbol behind a token in upper case, or an empty text at the end. */
    private static String wordBehind(Token token, StatementText text) {
        String whole = text.text();
        String rest = whole.substring(Positions.offset(whole, token.endLine, token.endColumn + 1));
        ScriptLexer.Token next = new ScriptLexer(rest, null).next();
        return next == null ? "" : next.text().toUpperCase(Locale.ROOT);
    }

    private static boolean isWord(Token token) {
        return token.image != null && !token.image.isEmpty() && Character.isJavaIdentifierStart(token.image.charAt(0));
    }

    private static boolean isQuotedName(Token token) {
        return token.kind == AlluviumSqlParserConstants.BACK_QUOTED_IDENTIFIER;
    }

    private static String upper(Token token) {
        return token.image == null ? "" : token.image.toUpperCase(Locale.ROOT);
    }

    private static String quoted(Token token) {
        int limit = 40;
        List<String> lines = token.image.lines().toList();
        String first = lines.isEmpty() ? "" : lines.get(0);
        boolean cut = lines.size() > 1 || first.length() > limit;
        String shown = cut ? first.substring(0, Math.min(limit, first.length())) + ".." : first;
        return shown.startsWith("'") || shown.startsWith("`") ? shown : "\"" + shown + "\"";
    }

    private static SqlParserPos pos(Token token) {
        return new SqlParserPos(token.beginLine, token.beginColumn, token.endLine, token.endColumn);
    }

    private static SqlParserPos behind(Token token) {
        return new SqlParserPos(token.endLine, token.endColumn + 1);
    }

    private static int numberBehind(String message, String word, int otherwise) {
        int start = message.indexOf(word);
        if (start < 0) {
            return otherwise;
        }
        int from = start + word.length();
        int end = from;
        while (end < message.length() && Character.isDigit(message.charAt(end))) {
            end++;
        }
        return end == from ? otherwise : Integer.parseInt(message.substring(from, end));
    }

    private static String message(Throwable e) {
        String message = e.getMessage();
        return message == null ? e.getClass().getSimpleName() : message;
    }

    private static String lowerFirst(String message) {
        String text = message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
        boolean acronym = text.length() > 1 && Character.isUpperCase(text.charAt(1));
        return acronym || text.isEmpty() ? text : Character.toLowerCase(text.charAt(0)) + text.substring(1);
    }

    private static AlluviumException error(
            StatementText text, SqlParserPos pos, String problem, @Nullable String hint, Throwable cause) {
        return new AlluviumException(ErrorCode.SYNTAX_ERROR, text.positions().of(pos), problem, hint, cause);
    }
}

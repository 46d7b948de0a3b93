package io.alluvium.sql;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.Suggestion;
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

    private SyntaxErrors() {}

    static AlluviumException of(ParseException e, StatementText text) {
        Token before = e.currentToken;
        if (before == null || before.next == null) {
            // Thrown by hand inside the grammar, with nothing but a message.
            return error(text, before == null ? SqlParserPos.ZERO : pos(before), message(e), null, e);
        }
        Token found = before.next;
        ExpectedTokens expected = ExpectedTokens.of(e);
        if (found.kind == AlluviumSqlParserConstants.EOF) {
            return error(text, behind(before), "statement ends too early: " + expected.sentence(), null, e);
        }
        if (isReservedName(found, expected)) {
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

    static AlluviumException of(TokenMgrError e, StatementText text, SqlParserPos lastToken) {
        String message = message(e);
        int at = message.indexOf("Encountered: ");
        String found = at < 0 ? "" : message.substring(at + "Encountered: ".length());
        int line = numberBehind(message, "line ", lastToken.getEndLineNum());
        int column = numberBehind(message, "column ", lastToken.getEndColumnNum());
        int bracket = found.indexOf(" (");
        String character = bracket < 0 ? "" : " " + found.substring(0, bracket);
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
        }
        return error(text, pos, lowerFirst(message), null, e);
    }

    private static @Nullable String hint(Token before, Token found, ExpectedTokens expected) {
        boolean isText = found.kind == AlluviumSqlParserConstants.QUOTED_STRING;
        if (isText && before.image.equalsIgnoreCase("WITH")) {
            return "options stand in parentheses: WITH ('key' = 'value', ..)";
        }
        if (before.image.equals(",") && (found.image.equals(")") || CLAUSE_WORDS.contains(upper(found)))) {
            return "remove the comma before \"" + found.image + "\"";
        }
        if (isWord(found) && expected.hasKeywords()) {
            String meant = Suggestion.nearest(found.image, expected.keywords());
            if (meant != null && !meant.equalsIgnoreCase(found.image)) {
                return "did you mean \"" + meant + "\"?";
            }
        }
        if (before.kind == AlluviumSqlParserConstants.IDENTIFIER && before.image.length() > 2) {
            String meant = Suggestion.nearest(before.image, expected.keywords());
            if (meant != null && !meant.equalsIgnoreCase(before.image)) {
                return "did you mean \"" + meant + "\" instead of \"" + before.image + "\"?";
            }
        }
        if (expected.has(",") && expected.has(")") && (isText || isWord(found) || isQuotedName(found))) {
            return "is a comma missing before " + quoted(found) + "?";
        }
        return null;
    }

    private static boolean isReservedName(Token found, ExpectedTokens expected) {
        if (!expected.hasName() || !isWord(found) || !ReservedWords.isReserved(found.image)) {
            return false;
        }
        return !CLAUSE_WORDS.contains(upper(found)) || isBehindName(found.next);
    }

    private static boolean isBehindName(@Nullable Token next) {
        return next != null && BEHIND_NAME.contains(upper(next));
    }

    private static boolean isWord(Token token) {
        return !token.image.isEmpty() && Character.isJavaIdentifierStart(token.image.charAt(0));
    }

    private static boolean isQuotedName(Token token) {
        return token.kind == AlluviumSqlParserConstants.BACK_QUOTED_IDENTIFIER;
    }

    private static String upper(Token token) {
        return token.image.toUpperCase(Locale.ROOT);
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

package io.alluvium.sql;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.type.DataType;
import io.alluvium.sql.generated.AlluviumSqlParser;
import io.alluvium.sql.generated.ParseException;
import io.alluvium.sql.generated.TokenMgrError;
import io.alluvium.sql.grammar.ParsedStatement;
import io.alluvium.sql.grammar.Refusal;
import io.alluvium.sql.statement.Statement;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlAbstractParserImpl;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.SourceStringReader;

/**
 * Reads the text of one statement. Names are case-sensitive and quoted with back quotes, strings with single quotes. Every error
 * is an {@link AlluviumException} with its position in the user's file. Stateless: may be called by any thread.
 */
public final class StatementParser {
    private static final int MAX_NAME_LENGTH = 256;

    static {
        CalciteCharset.requireUtf8();
    }

    private StatementParser() {}

    /**
     * Reads a statement.
     *
     * @throws AlluviumException SYNTAX_ERROR, UNSUPPORTED for a statement that is known but not run, TYPE_UNSUPPORTED,
     *     TABLE_INVALID or OPTION_INVALID
     */
    public static Statement parse(StatementText text) {
        StatementOpening.check(text);
        ParsedStatement parsed = read(text, AlluviumSqlParser::StatementEof);
        return parsed.of(text);
    }

    /** Reads one expression, such as that of a computed column. Positions of nodes are those inside the text. */
    public static SqlNode parseExpression(String text) {
        StatementText whole = StatementText.of(text);
        StatementOpening.checkTokens(whole);
        return read(whole, AlluviumSqlParser::SqlExpressionEof);
    }

    /** Reads a query, such as that of a view. Positions of nodes are those inside the text. */
    public static SqlNode parseQuery(String text) {
        StatementText whole = StatementText.of(text);
        StatementOpening.checkTokens(whole);
        return read(whole, AlluviumSqlParser::QueryEof);
    }

    /** Reads a type as {@link DataType#ddl} writes it. */
    public static DataType parseType(String text) {
        return read(StatementText.of(text), AlluviumSqlParser::DialectTypeEof);
    }

    /** One entry rule of the grammar. */
    interface Rule<T> {
        T apply(AlluviumSqlParser parser) throws ParseException;
    }

    private static <T> T read(StatementText text, Rule<T> rule) {
        AlluviumSqlParser parser = newParser(text.text());
        try {
            return rule.apply(parser);
        } catch (ParseException e) {
            throw SyntaxErrors.of(e, parser, rule, text);
        } catch (TokenMgrError e) {
            throw SyntaxErrors.of(e, text, lastTokenEnd(parser));
        } catch (Refusal e) {
            throw new AlluviumException(e.code(), text.positions().of(e.pos()), e.problem(), e.hint(), e);
        } catch (CalciteContextException e) {
            throw SyntaxErrors.of(e, text);
        } catch (NumberFormatException e) {
            throw new AlluviumException(
                    ErrorCode.SYNTAX_ERROR,
                    text.positions().of(lastTokenEnd(parser)),
                    "number \"" + parser.getToken(0).image + "\" is too large here",
                    null,
                    e);
        }
    }

    private static SqlParserPos lastTokenEnd(AlluviumSqlParser parser) {
        return new SqlParserPos(
                parser.getToken(0).beginLine,
                parser.getToken(0).beginColumn,
                parser.getToken(0).endLine,
                parser.getToken(0).endColumn);
    }

    static AlluviumSqlParser newParser(String text) {
        String readable = text.isEmpty() ? " " : text; // the lexer's buffer is as long as the text and cannot be empty
        AlluviumSqlParser parser =
                (AlluviumSqlParser) AlluviumSqlParser.FACTORY.getParser(new SourceStringReader(readable));
        parser.setTabSize(1);
        parser.setQuotedCasing(Casing.UNCHANGED);
        parser.setUnquotedCasing(Casing.UNCHANGED);
        parser.setIdentifierMaxLength(MAX_NAME_LENGTH);
        parser.setConformance(DialectConformance.INSTANCE);
        parser.switchTo(SqlAbstractParserImpl.LexicalState.BTID);
        return parser;
    }
}

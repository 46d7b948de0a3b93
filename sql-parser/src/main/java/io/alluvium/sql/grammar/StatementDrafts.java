package io.alluvium.sql.grammar;

import io.alluvium.core.error.ErrorCode;
import io.alluvium.sql.StatementText;
import io.alluvium.sql.statement.Identifier;
import io.alluvium.sql.statement.Statement;
import io.alluvium.sql.statement.Statement.InsertInto;
import java.util.List;
import java.util.function.Function;
import org.apache.calcite.sql.SqlHint;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlTableRef;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** One method a statement: from what the grammar has read to the record, which is made once the statement's text is known. */
public final class StatementDrafts {
    private StatementDrafts() {}

    public static ParsedStatement createDatabase(
            SqlIdentifier name, boolean ifNotExists, OptionList options, @Nullable SqlLiteral comment) {
        return parsed(text -> new Statement.CreateDatabase(
                text, Names.object(name, text), ifNotExists, options.in(text), Names.valueOrNull(comment)));
    }

    /** Refuses OR REPLACE and TEMPORARY before kinds of objects that know neither; the result is of no use. */
    public static boolean plainCreate(boolean replace, boolean temporary, String kind, SqlParserPos pos) {
        if (replace || temporary) {
            throw new Refusal(
                    ErrorCode.SYNTAX_ERROR,
                    pos,
                    (replace ? "OR REPLACE" : "TEMPORARY") + " does not go with a " + kind,
                    replace ? "drop the " + kind + " first, or write IF NOT EXISTS" : "leave TEMPORARY out");
        }
        return true;
    }

    /** Refuses TEMPORARY before what only lasts; the result is of no use. */
    public static boolean lasting(boolean temporary, String kind, SqlParserPos pos) {
        return plainCreate(false, temporary, kind, pos);
    }

    public static ParsedStatement dropDatabase(SqlIdentifier name, boolean ifExists, boolean cascade) {
        return parsed(text -> new Statement.DropDatabase(text, Names.object(name, text), ifExists, cascade));
    }

    public static ParsedStatement useDatabase(SqlIdentifier name) {
        return parsed(text -> new Statement.UseDatabase(text, Names.object(name, text)));
    }

    public static ParsedStatement dropTable(SqlIdentifier name, boolean ifExists, boolean temporary) {
        return parsed(text -> new Statement.DropTable(text, Names.object(name, text), ifExists, temporary));
    }

    public static ParsedStatement dropView(SqlIdentifier name, boolean ifExists, boolean temporary) {
        return parsed(text -> new Statement.DropView(text, Names.object(name, text), ifExists, temporary));
    }

    public static ParsedStatement createJob(
            SqlIdentifier name, boolean ifNotExists, OptionList options, ParsedStatement body) {
        return parsed(text -> new Statement.CreateJob(
                text, Names.identifier(name, text), ifNotExists, options.in(text), runnable(body, text)));
    }

    /**
     * An INSERT.
     *
     * @param target the table with its hints, or {@code table} itself without hints
     */
    public static ParsedStatement insert(
            SqlParserPos pos,
            SqlIdentifier table,
            SqlNode target,
            SqlNodeList columns,
            SqlNode source,
            boolean emitOnWatermark) {
        return parsed(text -> new InsertInto(
                text,
                Names.object(table, text),
                Names.identifiers(columns, text),
                source,
                hints(target),
                emitOnWatermark,
                text.positions().of(pos)));
    }

    private static List<SqlHint> hints(SqlNode target) {
        if (!(target instanceof SqlTableRef hinted)) {
            return List.of();
        }
        SqlNodeList hints = (SqlNodeList) hinted.getOperandList().get(1);
        return hints.stream().map(SqlHint.class::cast).toList();
    }

    public static ParsedStatement statementSet(List<ParsedStatement> inserts) {
        return parsed(text -> new Statement.StatementSet(
                text,
                inserts.stream().map(insert -> (InsertInto) insert.of(text)).toList()));
    }

    public static ParsedStatement query(SqlNode query, boolean emitOnWatermark) {
        return parsed(text -> new Statement.Query(text, query, emitOnWatermark));
    }

    public static ParsedStatement explain(ParsedStatement explained) {
        return parsed(text -> new Statement.Explain(text, runnable(explained, text)));
    }

    private static Statement.Runnable runnable(ParsedStatement statement, StatementText text) {
        return (Statement.Runnable) statement.of(text);
    }

    /** SET; both null shows all options. */
    public static ParsedStatement setOption(@Nullable SqlLiteral key, @Nullable SqlLiteral value) {
        return parsed(text -> new Statement.SetOption(
                text, key == null || value == null ? null : OptionList.option(key, value, text)));
    }

    public static ParsedStatement resetOption(@Nullable SqlLiteral key) {
        return parsed(text -> new Statement.ResetOption(
                text,
                key == null
                        ? null
                        : new Identifier(Names.value(key), text.positions().of(key.getParserPosition()))));
    }

    public static ParsedStatement describe(SqlIdentifier name) {
        return parsed(text -> new Statement.Describe(text, Names.object(name, text)));
    }

    public static ParsedStatement showDatabases() {
        return parsed(Statement.ShowDatabases::new);
    }

    public static ParsedStatement showTables(@Nullable SqlIdentifier database, @Nullable SqlLiteral like) {
        return parsed(
                text -> new Statement.ShowTables(text, Names.objectOrNull(database, text), Names.valueOrNull(like)));
    }

    public static ParsedStatement showViews(@Nullable SqlIdentifier database, @Nullable SqlLiteral like) {
        return parsed(
                text -> new Statement.ShowViews(text, Names.objectOrNull(database, text), Names.valueOrNull(like)));
    }

    public static ParsedStatement showColumns(SqlIdentifier name) {
        return parsed(text -> new Statement.ShowColumns(text, Names.object(name, text)));
    }

    public static ParsedStatement showCreateTable(SqlIdentifier name) {
        return parsed(text -> new Statement.ShowCreateTable(text, Names.object(name, text)));
    }

    public static ParsedStatement showCreateView(SqlIdentifier name) {
        return parsed(text -> new Statement.ShowCreateView(text, Names.object(name, text)));
    }

    public static ParsedStatement showJobs() {
        return parsed(Statement.ShowJobs::new);
    }

    public static ParsedStatement showFunctions() {
        return parsed(Statement.ShowFunctions::new);
    }

    public static ParsedStatement showConnectors() {
        return parsed(Statement.ShowConnectors::new);
    }

    private static ParsedStatement parsed(Function<StatementText, Statement> build) {
        return new ParsedStatement(build);
    }
}

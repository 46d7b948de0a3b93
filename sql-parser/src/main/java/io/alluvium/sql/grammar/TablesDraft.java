package io.alluvium.sql.grammar;

import io.alluvium.core.error.ErrorCode;
import io.alluvium.sql.StatementText;
import io.alluvium.sql.statement.Statement;
import io.alluvium.sql.statement.TableClauses.Filling;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.jspecify.annotations.Nullable;

/** CREATE TABLES while it is read: {@link #target} first, {@link #parsed} last. */
public final class TablesDraft {
    private static final String TABLE = "{table}";

    private final boolean orReplace;
    private final List<SqlLiteral> including = new ArrayList<>();
    private final List<SqlLiteral> excluding = new ArrayList<>();
    private final OptionList connection = new OptionList();
    private final OptionList options = new OptionList();
    private @Nullable SqlIdentifier target;
    private @Nullable SqlIdentifier source;
    private boolean ifNotExists;
    private String name = TABLE;
    private @Nullable SqlIdentifier fillingJob;
    private @Nullable SqlIdentifier fillingDatabase;
    private String fillingName = TABLE;

    public TablesDraft(boolean orReplace) {
        this.orReplace = orReplace;
    }

    public void target(SqlIdentifier database, boolean onlyIfNotExist) {
        target = database;
        ifNotExists = onlyIfNotExist;
    }

    /** How the tables are called. */
    public void name(SqlLiteral pattern) {
        name = pattern(pattern);
    }

    /** The job that fills the tables, and the database it reads. */
    public void filling(SqlIdentifier job, SqlIdentifier database) {
        fillingJob = job;
        fillingDatabase = database;
    }

    /** How the tables that it reads are called. */
    public void fillingName(SqlLiteral pattern) {
        fillingName = pattern(pattern);
    }

    private static String pattern(SqlLiteral pattern) {
        String text = Names.value(pattern);
        if (!text.contains(TABLE)) {
            throw new Refusal(
                    ErrorCode.SYNTAX_ERROR,
                    pattern.getParserPosition(),
                    "the name \"" + text + "\" would be that of every table",
                    "write the source table's name as " + TABLE + ": AS 'dwd_" + TABLE + "'");
        }
        return text;
    }

    public void source(SqlIdentifier database) {
        source = database;
    }

    public void pattern(SqlLiteral pattern, boolean wanted) {
        (wanted ? including : excluding).add(pattern);
    }

    public OptionList connection() {
        return connection;
    }

    public OptionList options() {
        return options;
    }

    public ParsedStatement parsed() {
        return new ParsedStatement(text -> new Statement.CreateTables(
                text,
                Names.object(Objects.requireNonNull(target), text),
                ifNotExists,
                orReplace,
                name,
                Names.identifier(Objects.requireNonNull(source), text),
                Names.texts(including, text),
                Names.texts(excluding, text),
                connection.in(text),
                options.in(text),
                filling(text)));
    }

    private @Nullable Filling filling(StatementText text) {
        return fillingJob == null || fillingDatabase == null
                ? null
                : new Filling(Names.identifier(fillingJob, text), Names.object(fillingDatabase, text), fillingName);
    }
}

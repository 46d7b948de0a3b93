package io.alluvium.sql.grammar;

import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.type.DataType;
import io.alluvium.sql.StatementText;
import io.alluvium.sql.statement.Statement;
import io.alluvium.sql.statement.TableClauses.Distribution;
import io.alluvium.sql.statement.TableClauses.Like;
import io.alluvium.sql.statement.TableClauses.LikeRule;
import io.alluvium.sql.statement.TableClauses.LikeStrategy;
import io.alluvium.sql.statement.TableClauses.PrimaryKey;
import io.alluvium.sql.statement.TableClauses.Watermark;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * CREATE TABLE while it is read: {@link #name} first, {@link #parsed} last. What is written behind a column goes to the column
 * added last.
 */
public final class TableDraft {
    /** The number of buckets was not written. */
    public static final int NO_BUCKETS = -1;

    private final boolean orReplace;
    private final boolean temporary;
    private final List<ColumnDraft> columns = new ArrayList<>();
    private final Set<String> columnNames = new HashSet<>();
    private final Set<String> clauses = new HashSet<>();
    private final OptionList options = new OptionList();
    private final List<Function<StatementText, LikeRule>> likeRules = new ArrayList<>();
    private @Nullable SqlIdentifier name;
    private boolean ifNotExists;
    private @Nullable Function<StatementText, Watermark> watermark;
    private @Nullable Function<StatementText, PrimaryKey> primaryKey;
    private @Nullable SqlLiteral comment;
    private SqlNodeList partitionedBy = SqlNodeList.EMPTY;
    private @Nullable Function<StatementText, Distribution> distribution;
    private @Nullable SqlIdentifier likeSource;
    private @Nullable SqlNode query;
    private @Nullable SqlParserPos queryPos;

    public TableDraft(boolean orReplace, boolean temporary) {
        this.orReplace = orReplace;
        this.temporary = temporary;
    }

    public void name(SqlIdentifier written, boolean onlyIfNotExists) {
        name = written;
        ifNotExists = onlyIfNotExists;
    }

    public void physical(SqlIdentifier column, DataType type, SqlParserPos typePos) {
        add(new ColumnDraft(column, null, type, typePos));
    }

    public void computed(SqlIdentifier column, SqlNode expression, SqlParserPos expressionPos) {
        add(new ColumnDraft(column, expression, null, expressionPos));
    }

    private void add(ColumnDraft column) {
        if (!columnNames.add(column.name().getSimple())) {
            throw new Refusal(
                    ErrorCode.TABLE_INVALID,
                    column.name().getParserPosition(),
                    "column \"" + column.name().getSimple() + "\" stands twice",
                    "give each column its own name");
        }
        columns.add(column);
    }

    public void notNull() {
        last().notNull();
    }

    public void metadata() {
        last().metadata();
    }

    public void metadataKey(SqlLiteral key) {
        last().metadataKey(key);
    }

    public void virtual() {
        last().virtual();
    }

    public void columnComment(SqlLiteral text) {
        last().comment(text);
    }

    private ColumnDraft last() {
        return columns.get(columns.size() - 1);
    }

    public void columnIsKey(SqlIdentifier column) {
        primaryKey(SqlNodeList.of(column), column.getParserPosition());
    }

    public void primaryKey(SqlNodeList keyColumns, SqlParserPos pos) {
        once("PRIMARY KEY", pos, "name all key columns in one: PRIMARY KEY (a, b) NOT ENFORCED");
        primaryKey = text -> new PrimaryKey(
                Names.identifiers(keyColumns, text), text.positions().of(pos));
    }

    /** ENFORCED without NOT: we do not own the store, so a key is what its writers keep. */
    public void enforced(SqlParserPos pos) {
        throw new Refusal(
                ErrorCode.UNSUPPORTED,
                pos,
                "a primary key cannot be ENFORCED: other systems write the table too",
                "write NOT ENFORCED");
    }

    /**
     * The watermark.
     *
     * @param expressionPos from the expression's first token to its last
     * @param pos the whole clause
     */
    public void watermark(SqlIdentifier column, SqlNode expression, SqlParserPos expressionPos, SqlParserPos pos) {
        once("WATERMARK", pos, "a table has one event-time column");
        watermark = text -> new Watermark(
                column.names,
                expression,
                text.slice(text.positions().of(expressionPos)),
                text.positions().of(pos));
    }

    public void comment(SqlLiteral text) {
        once("COMMENT", text.getParserPosition(), "keep one of them");
        comment = text;
    }

    public void partitionedBy(SqlNodeList partitionColumns) {
        once("PARTITIONED BY", partitionColumns.getParserPosition(), "name all columns in one: PARTITIONED BY (a, b)");
        partitionedBy = partitionColumns;
    }

    public void distributedBy(@Nullable String kind, SqlNodeList bucketColumns, int buckets) {
        once("DISTRIBUTED BY", bucketColumns.getParserPosition(), "keep one of them");
        distribution = text -> new Distribution(
                kind == null ? null : kind.toUpperCase(Locale.ROOT),
                Names.identifiers(bucketColumns, text),
                buckets == NO_BUCKETS ? null : buckets);
    }

    public OptionList options() {
        return options;
    }

    public void like(SqlIdentifier source) {
        likeSource = source;
    }

    public void likeRule(String strategy, String feature, SqlParserPos pos) {
        likeRules.add(text -> new LikeRule(
                LikeStrategy.valueOf(strategy.toUpperCase(Locale.ROOT)),
                feature.toUpperCase(Locale.ROOT),
                text.positions().of(pos)));
    }

    public void as(SqlNode asQuery, SqlParserPos asQueryPos) {
        query = asQuery;
        queryPos = asQueryPos;
    }

    public ParsedStatement parsed() {
        return new ParsedStatement(this::in);
    }

    private Statement in(StatementText text) {
        return new Statement.CreateTable(
                text,
                Names.object(Objects.requireNonNull(name, "name"), text),
                temporary,
                ifNotExists,
                orReplace,
                columns.stream().map(column -> column.in(text)).toList(),
                watermark == null ? null : watermark.apply(text),
                primaryKey == null ? null : primaryKey.apply(text),
                Names.valueOrNull(comment),
                Names.identifiers(partitionedBy, text),
                distribution == null ? null : distribution.apply(text),
                options.in(text),
                likeSource == null
                        ? null
                        : new Like(
                                Names.object(likeSource, text),
                                likeRules.stream().map(rule -> rule.apply(text)).toList()),
                query,
                queryPos == null ? null : text.slice(text.positions().of(queryPos)));
    }

    private void once(String clause, SqlParserPos pos, String hint) {
        if (!clauses.add(clause)) {
            throw new Refusal(ErrorCode.TABLE_INVALID, pos, "a second " + clause, hint);
        }
    }
}

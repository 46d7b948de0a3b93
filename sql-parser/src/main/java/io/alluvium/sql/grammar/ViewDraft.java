package io.alluvium.sql.grammar;

import io.alluvium.sql.statement.Statement;
import io.alluvium.sql.statement.TableClauses.ViewColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** CREATE VIEW while it is read: {@link #name} first, {@link #parsed} last. */
public final class ViewDraft {
    private record Column(SqlIdentifier name, @Nullable SqlLiteral comment) {}

    private final boolean orReplace;
    private final boolean temporary;
    private final List<Column> columns = new ArrayList<>();
    private @Nullable SqlIdentifier name;
    private boolean ifNotExists;
    private @Nullable SqlLiteral comment;

    public ViewDraft(boolean orReplace, boolean temporary) {
        this.orReplace = orReplace;
        this.temporary = temporary;
    }

    public void name(SqlIdentifier written, boolean onlyIfNotExists) {
        name = written;
        ifNotExists = onlyIfNotExists;
    }

    public void column(SqlIdentifier column, @Nullable SqlLiteral columnComment) {
        columns.add(new Column(column, columnComment));
    }

    public void comment(SqlLiteral text) {
        comment = text;
    }

    /**
     * The statement.
     *
     * @param queryPos from the query's first token to its last
     */
    public ParsedStatement parsed(SqlNode query, SqlParserPos queryPos) {
        SqlIdentifier viewName = Objects.requireNonNull(name, "name");
        return new ParsedStatement(text -> new Statement.CreateView(
                text,
                Names.object(viewName, text),
                temporary,
                ifNotExists,
                orReplace,
                columns.stream()
                        .map(column ->
                                new ViewColumn(Names.identifier(column.name, text), Names.valueOrNull(column.comment)))
                        .toList(),
                Names.valueOrNull(comment),
                query,
                text.slice(text.positions().of(queryPos))));
    }
}

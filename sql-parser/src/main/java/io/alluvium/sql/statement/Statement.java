package io.alluvium.sql.statement;

import io.alluvium.core.error.SourcePosition;
import io.alluvium.sql.StatementText;
import io.alluvium.sql.statement.TableClauses.Distribution;
import io.alluvium.sql.statement.TableClauses.Filling;
import io.alluvium.sql.statement.TableClauses.Like;
import io.alluvium.sql.statement.TableClauses.PrimaryKey;
import io.alluvium.sql.statement.TableClauses.ViewColumn;
import io.alluvium.sql.statement.TableClauses.Watermark;
import java.util.List;
import org.apache.calcite.sql.SqlHint;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * One parsed statement. Names are as written and not looked up; positions are in the user's file, those of nodes become so by
 * {@code text().positions().of(node.getParserPosition())}.
 */
public sealed interface Statement {
    /** The text this statement was read from. */
    StatementText text();

    /** What reads tables and can be explained. */
    sealed interface Runnable extends Statement {}

    // ---- databases

    record CreateDatabase(
            StatementText text, ObjectName name, boolean ifNotExists, List<Option> options, @Nullable String comment)
            implements Statement {
        public CreateDatabase {
            options = List.copyOf(options);
        }
    }

    record DropDatabase(StatementText text, ObjectName name, boolean ifExists, boolean cascade) implements Statement {}

    record UseDatabase(StatementText text, ObjectName name) implements Statement {}

    record ShowDatabases(StatementText text) implements Statement {}

    // ---- tables and views

    /**
     * CREATE TABLE.
     *
     * @param primaryKey null without one
     * @param like null without LIKE; excludes {@code query}
     * @param query the query of AS SELECT, or null
     * @param queryText that query as the user wrote it, or null
     */
    record CreateTable(
            StatementText text,
            ObjectName name,
            boolean temporary,
            boolean ifNotExists,
            boolean orReplace,
            List<ColumnDefinition> columns,
            @Nullable Watermark watermark,
            @Nullable PrimaryKey primaryKey,
            @Nullable String comment,
            List<Identifier> partitionedBy,
            @Nullable Distribution distribution,
            List<Option> options,
            @Nullable Like like,
            @Nullable SqlNode query,
            @Nullable String queryText)
            implements Statement {
        public CreateTable {
            columns = List.copyOf(columns);
            partitionedBy = List.copyOf(partitionedBy);
            options = List.copyOf(options);
        }
    }

    /**
     * CREATE TABLES: one table for each table of a database of another system.
     *
     * @param target the database of the catalog that gets them
     * @param name how they are called there, with {@code {table}} for the other system's name
     * @param source the database of the other system
     * @param including LIKE patterns of the wanted tables; empty means all
     * @param excluding LIKE patterns of tables that are left out
     * @param connection USING: the connector that asks the other system, and its options
     * @param options WITH: the options of each table, with {@code {table}} and {@code {database}} for the other system's names
     * @param filling null where no job fills them
     */
    record CreateTables(
            StatementText text,
            ObjectName target,
            boolean ifNotExists,
            boolean orReplace,
            String name,
            Identifier source,
            List<Identifier> including,
            List<Identifier> excluding,
            List<Option> connection,
            List<Option> options,
            @Nullable Filling filling)
            implements Statement {
        public CreateTables {
            including = List.copyOf(including);
            excluding = List.copyOf(excluding);
            connection = List.copyOf(connection);
            options = List.copyOf(options);
        }
    }

    record DropTable(StatementText text, ObjectName name, boolean ifExists, boolean temporary) implements Statement {}

    /**
     * CREATE VIEW.
     *
     * @param columns empty where the view keeps the query's names
     * @param queryText the query as the user wrote it
     */
    record CreateView(
            StatementText text,
            ObjectName name,
            boolean temporary,
            boolean ifNotExists,
            boolean orReplace,
            List<ViewColumn> columns,
            @Nullable String comment,
            SqlNode query,
            String queryText)
            implements Statement {
        public CreateView {
            columns = List.copyOf(columns);
        }
    }

    record DropView(StatementText text, ObjectName name, boolean ifExists, boolean temporary) implements Statement {}

    // ---- what runs

    /**
     * INSERT INTO.
     *
     * @param columns empty where the query gives all columns of the target
     * @param hints hints written behind the target's name
     * @param emitOnWatermark EMIT ON WATERMARK: windows show their final result only
     * @param position the whole INSERT, inside a statement set its own part
     */
    record InsertInto(
            StatementText text,
            ObjectName target,
            List<Identifier> columns,
            SqlNode source,
            List<SqlHint> hints,
            boolean emitOnWatermark,
            SourcePosition position)
            implements Runnable {
        public InsertInto {
            columns = List.copyOf(columns);
            hints = List.copyOf(hints);
        }

        /** This INSERT as the user wrote it. */
        public String sql() {
            return text.slice(position);
        }
    }

    /** Several INSERTs that run as one job. */
    record StatementSet(StatementText text, List<InsertInto> inserts) implements Runnable {
        public StatementSet {
            inserts = List.copyOf(inserts);
        }
    }

    /** A SELECT or VALUES whose rows are shown. */
    record Query(StatementText text, SqlNode query, boolean emitOnWatermark) implements Runnable {}

    /**
     * EXPLAIN of what runs.
     *
     * @param explained its text is this statement's
     */
    record Explain(StatementText text, Runnable explained) implements Statement {}

    /**
     * CREATE JOB.
     *
     * @param body an INSERT or a statement set
     */
    record CreateJob(StatementText text, Identifier name, boolean ifNotExists, List<Option> options, Runnable body)
            implements Statement {
        public CreateJob {
            options = List.copyOf(options);
        }
    }

    // ---- session

    /** {@code SET 'key' = 'value'}; without an option it shows all. */
    record SetOption(StatementText text, @Nullable Option option) implements Statement {}

    /** {@code RESET 'key'}; without a key all options. */
    record ResetOption(StatementText text, @Nullable Identifier key) implements Statement {}

    // ---- looking

    /**
     * SHOW TABLES.
     *
     * @param database null means the current one
     * @param like a LIKE pattern, or null
     */
    record ShowTables(StatementText text, @Nullable ObjectName database, @Nullable String like) implements Statement {}

    /** SHOW VIEWS, see {@link ShowTables}. */
    record ShowViews(StatementText text, @Nullable ObjectName database, @Nullable String like) implements Statement {}

    record ShowCreateTable(StatementText text, ObjectName name) implements Statement {}

    record ShowCreateView(StatementText text, ObjectName name) implements Statement {}

    record ShowColumns(StatementText text, ObjectName name) implements Statement {}

    record ShowJobs(StatementText text) implements Statement {}

    record ShowFunctions(StatementText text) implements Statement {}

    record ShowConnectors(StatementText text) implements Statement {}

    record Describe(StatementText text, ObjectName name) implements Statement {}
}

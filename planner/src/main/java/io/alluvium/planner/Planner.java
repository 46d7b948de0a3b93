package io.alluvium.planner;

import io.alluvium.catalog.CatalogObject;
import io.alluvium.catalog.SessionCatalog;
import io.alluvium.catalog.TableDefinition;
import io.alluvium.catalog.TablePath;
import io.alluvium.catalog.ViewDefinition;
import io.alluvium.core.connector.FormatRegistry;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.SourcePosition;
import io.alluvium.core.function.ConstantEvaluator;
import io.alluvium.core.function.FunctionCatalog;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.plan.PlanNode.Collect;
import io.alluvium.core.plan.PlanNode.Scan;
import io.alluvium.core.plan.PlanNode.SortKey;
import io.alluvium.core.type.Schema;
import io.alluvium.planner.bind.Binder;
import io.alluvium.planner.bind.BoundTable;
import io.alluvium.planner.bind.DialectOperators;
import io.alluvium.planner.logical.LogicalPhases;
import io.alluvium.planner.physical.JobLowering;
import io.alluvium.planner.physical.JobLowering.Insert;
import io.alluvium.planner.physical.JobLowering.Lowered;
import io.alluvium.planner.physical.JobLowering.Select;
import io.alluvium.sql.Positions;
import io.alluvium.sql.StatementParser;
import io.alluvium.sql.StatementText;
import io.alluvium.sql.statement.Statement;
import io.alluvium.sql.statement.Statement.CreateTable;
import io.alluvium.sql.statement.Statement.CreateView;
import io.alluvium.sql.statement.Statement.InsertInto;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlExplainLevel;
import org.apache.calcite.sql.SqlNode;

/** Turns queries and inserts into plans. One planner serves a session; used by one thread. */
public final class Planner {
    private final SessionCatalog catalog;
    private final ConnectorCatalog connectors;
    private final FormatRegistry formats;
    private final DialectOperators operators;
    private final ConstantEvaluator evaluator;
    private final PlannerSettings settings;

    public Planner(
            SessionCatalog catalog,
            ConnectorCatalog connectors,
            FormatRegistry formats,
            FunctionCatalog functions,
            ConstantEvaluator evaluator,
            PlannerSettings settings) {
        this.catalog = catalog;
        this.connectors = connectors;
        this.formats = formats;
        this.operators = new DialectOperators(functions);
        this.evaluator = evaluator;
        this.settings = settings;
    }

    public PlannerSettings settings() {
        return settings;
    }

    /**
     * Plans a query whose rows are shown.
     *
     * @throws AlluviumException with the position of what is wrong
     */
    public PlannedQuery planQuery(SqlNode query, Positions positions) {
        return planQuery(query, positions, false);
    }

    /** @param emitOnWatermark windows show their final result only */
    public PlannedQuery planQuery(SqlNode query, Positions positions, boolean emitOnWatermark) {
        try {
            return plan(query, positions, emitOnWatermark);
        } catch (AlluviumException e) {
            throw e.at(positions.at(1, 1, 1, 1));
        } catch (RuntimeException | AssertionError e) {
            throw unplanned(e, positions.at(1, 1, 1, 1));
        }
    }

    /** What Calcite or we did not foresee: the statement's place, and the cause for whoever mends it. */
    private static AlluviumException unplanned(Throwable cause, SourcePosition position) {
        return new AlluviumException(
                ErrorCode.INTERNAL, position, "the statement could not be planned: " + cause, null, cause);
    }

    private PlannedQuery plan(SqlNode query, Positions positions, boolean emitOnWatermark) {
        Binder binder = newBinder();
        RelRoot root = binder.query(query, positions);
        Ordered ordered = Ordered.of(root);
        RelNode rows = LogicalPhases.run(ordered.rows);
        JobLowering lowering = new JobLowering("query", binder.cluster().getRexBuilder(), evaluator, operators);
        Lowered lowered = lowering.select(new Select(rows, ordered.names, query, positions, emitOnWatermark));
        int[] shown = new int[ordered.shown];
        for (int i = 0; i < shown.length; i++) {
            shown[i] = i;
        }
        Schema collected = collected(lowered);
        return new PlannedQuery(
                job(lowered, binder, List.of(), List.of(rows), List.of()),
                collected,
                collected.select(shown),
                ordered.order);
    }

    private static Schema collected(Lowered lowered) {
        for (PlanNode node : lowered.plan().nodes()) {
            if (node instanceof Collect collect) {
                return collect.schema();
            }
        }
        throw AlluviumException.internal("a query's plan has no collect: " + lowered.plan());
    }

    /**
     * A query with the columns that its final order needs behind the shown ones.
     *
     * @param shown how many of the columns are shown
     */
    private record Ordered(RelNode rows, List<String> names, int shown, List<SortKey> order) {
        static Ordered of(RelRoot root) {
            List<Integer> places = new ArrayList<>(root.fields.leftList());
            int shown = places.size();
            List<SortKey> order = new ArrayList<>();
            RelNode rows = root.rel;
            for (RelFieldCollation item : root.collation.getFieldCollations()) {
                int place = places.indexOf(item.getFieldIndex());
                if (place < 0) {
                    place = places.size();
                    places.add(item.getFieldIndex());
                }
                order.add(new SortKey(
                        place,
                        item.getDirection().isDescending(),
                        item.nullDirection == RelFieldCollation.NullDirection.FIRST));
            }
            if (rows instanceof Sort sort && sort.fetch == null && sort.offset == null) {
                rows = sort.getInput();
            }
            RexBuilder rexBuilder = rows.getCluster().getRexBuilder();
            List<RexNode> columns = new ArrayList<>();
            List<String> names = new ArrayList<>();
            for (int i = 0; i < places.size(); i++) {
                columns.add(rexBuilder.makeInputRef(rows, places.get(i)));
                names.add(i < shown ? root.fields.rightList().get(i) : "$order" + (i - shown));
            }
            return new Ordered(RelOptUtil.createProject(rows, columns, names), names, shown, order);
        }
    }

    /**
     * Plans the inserts of one job as one plan.
     *
     * @throws AlluviumException with the position of what is wrong
     */
    public PlannedJob planJob(String job, List<InsertInto> inserts) {
        Binder binder = newBinder();
        List<Insert> bound = new ArrayList<>();
        List<RelNode> queries = new ArrayList<>();
        Set<TablePath> targets = new LinkedHashSet<>();
        List<PlannedJob.Insert> statements = new ArrayList<>();
        for (InsertInto insert : inserts) {
            BoundTable target = target(insert, binder);
            targets.add(target.definition().path());
            RelNode rows = rows(insert, target, binder);
            queries.add(rows);
            statements.add(new PlannedJob.Insert(target.definition().path(), tablesOf(rows), insert.position()));
            bound.add(new Insert(target, rows, insert));
        }
        Lowered lowered = new JobLowering(job, binder.cluster().getRexBuilder(), evaluator, operators).inserts(bound);
        return job(lowered, binder, List.copyOf(targets), queries, statements);
    }

    private static RelNode rows(InsertInto insert, BoundTable target, Binder binder) {
        try {
            RelRoot root = binder.query(insert.source(), insert.text().positions());
            return LogicalPhases.run(new TargetRows(insert, target).of(root, binder));
        } catch (AlluviumException e) {
            throw e.at(insert.position());
        } catch (RuntimeException | AssertionError e) {
            throw unplanned(e, insert.position());
        }
    }

    private BoundTable target(InsertInto insert, Binder binder) {
        if (!insert.hints().isEmpty()) {
            throw Binder.refusedHint(insert.hints().get(0)).at(insert.target().position());
        }
        TablePath path = catalog.resolve(insert.target().parts());
        CatalogObject object;
        try {
            object = catalog.require(path);
        } catch (AlluviumException e) {
            throw e.at(insert.target().position());
        }
        if (!(object instanceof TableDefinition table)) {
            throw new AlluviumException(
                    ErrorCode.TABLE_INVALID,
                    insert.target().position(),
                    "view \"" + path + "\" cannot be written",
                    "write into a table",
                    null);
        }
        BoundTable target = binder.table(table);
        if (!target.traits().writable()) {
            throw new AlluviumException(
                    ErrorCode.UNSUPPORTED,
                    insert.target().position(),
                    "table \"" + path + "\" cannot be written: connector \""
                            + target.spec().connector() + "\" has no sink",
                    null,
                    null);
        }
        return target;
    }

    /** The tables that a query reads, sorted. */
    private static List<TablePath> tablesOf(RelNode query) {
        Set<TablePath> tables = new TreeSet<>();
        for (RelOptTable table : RelOptUtil.findAllTables(query)) {
            List<String> names = table.getQualifiedName();
            tables.add(new TablePath(names.get(names.size() - 2), names.get(names.size() - 1)));
        }
        return List.copyOf(tables);
    }

    private PlannedJob job(
            Lowered lowered,
            Binder binder,
            List<TablePath> targets,
            List<RelNode> queries,
            List<PlannedJob.Insert> inserts) {
        Set<String> read = new TreeSet<>();
        for (PlanNode node : lowered.plan().nodes()) {
            if (node instanceof Scan scan) {
                read.add(scan.table().name());
            }
        }
        List<TablePath> sources = new ArrayList<>();
        boolean bounded = true;
        for (BoundTable table : binder.tablesSeen()) {
            if (read.contains(table.spec().name())) {
                sources.add(table.definition().path());
                bounded &= table.traits().bounded();
            }
        }
        sources.sort(null);
        StringBuilder logical = new StringBuilder();
        for (RelNode query : queries) {
            logical.append(RelOptUtil.toString(query, SqlExplainLevel.EXPPLAN_ATTRIBUTES));
        }
        return new PlannedJob(
                lowered.plan(),
                sources,
                targets,
                bounded,
                List.copyOf(lowered.warnings()),
                lowered.notes(),
                logical.toString(),
                inserts);
    }

    /**
     * Checks CREATE TABLE: options, keys, metadata, and the expressions of computed columns and watermark.
     *
     * @throws AlluviumException with the position of what is wrong
     */
    public TableDefinition validateCreateTable(CreateTable statement) {
        return new TableValidator(catalog, connectors, formats, newBinder()).table(statement);
    }

    /** Checks CREATE VIEW: its query must be plannable now. */
    public ViewDefinition validateCreateView(CreateView statement) {
        return new TableValidator(catalog, connectors, formats, newBinder()).view(statement);
    }

    /** Plans a query statement, see {@link #planQuery(SqlNode, Positions, boolean)}. */
    public PlannedQuery planQuery(Statement.Query query) {
        return planQuery(query.query(), query.text().positions(), query.emitOnWatermark());
    }

    /** The columns of a view as its query gives them now. */
    public Schema schema(ViewDefinition view) {
        SqlNode query = StatementParser.parseQuery(view.query());
        return planQuery(query, StatementText.of(view.query()).positions()).schema();
    }

    /** The plan of what runs, as text. */
    public String explain(Statement.Runnable statement) {
        if (statement instanceof Statement.Query query) {
            return planQuery(query).job().explain();
        }
        List<InsertInto> inserts =
                statement instanceof Statement.StatementSet set ? set.inserts() : List.of((InsertInto) statement);
        return planJob("explain", inserts).explain();
    }

    private Binder newBinder() {
        return new Binder(catalog, connectors, formats, operators);
    }
}

package io.alluvium.planner.bind;

import com.google.common.collect.ImmutableSet;
import io.alluvium.catalog.SessionCatalog;
import io.alluvium.catalog.TableDefinition;
import io.alluvium.catalog.TablePath;
import io.alluvium.catalog.ViewDefinition;
import io.alluvium.core.connector.FormatRegistry;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.planner.ConnectorCatalog;
import io.alluvium.sql.DialectConformance;
import io.alluvium.sql.Positions;
import io.alluvium.sql.StatementParser;
import io.alluvium.sql.StatementText;
import io.alluvium.sql.grammar.Refusal;
import io.alluvium.sql.type.RelTypes;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlHint;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.type.SqlTypeCoercionRule;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorImpl;
import org.apache.calcite.sql2rel.SqlRexConvertlet;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.sql2rel.StandardConvertletTable;
import org.jspecify.annotations.Nullable;

/**
 * Binds queries and expressions to the catalog: names become columns, operators get types, and the result is Calcite's algebra.
 * One binder serves the statements of one job, so that equal parts of them are equal algebra. Used by one thread.
 */
public final class Binder {
    private static final SqlValidator.Config VALIDATION = SqlValidator.Config.DEFAULT
            .withConformance(DialectConformance.INSTANCE)
            .withDefaultNullCollation(NullCollation.LOW)
            .withIdentifierExpansion(true)
            .withTypeCoercionFactory(DialectCoercion::new)
            .withTypeCoercionRules(casts())
            .withCallRewrite(false);
    private static final SqlToRelConverter.Config CONVERSION = SqlToRelConverter.config()
            .withExpand(false)
            .addRelBuilderConfigTransform(config -> config.withBloat(-1))
            .withTrimUnusedFields(false)
            .withAddJsonTypeOperatorEnabled(false)
            .addRelBuilderConfigTransform(config -> config.withPushJoinCondition(false))
            .withInSubQueryThreshold(Integer.MAX_VALUE);

    private final SessionCatalog catalog;
    private final DialectOperators operators;
    private final DialectRewriter rewriter;
    private final CatalogTables tables;
    private final TableBinder tableBinder;
    private final RelDataTypeFactory typeFactory = new DialectTypeFactory();
    private final RelOptCluster cluster;
    private final Map<TablePath, BoundTable> boundTables = new LinkedHashMap<>();
    private final Map<TablePath, RelNode> views = new HashMap<>();
    private final Set<TablePath> viewsInWork = new LinkedHashSet<>();

    public Binder(
            SessionCatalog catalog, ConnectorCatalog connectors, FormatRegistry formats, DialectOperators operators) {
        this.catalog = catalog;
        this.operators = operators;
        this.rewriter = new DialectRewriter(operators);
        this.tables = new CatalogTables(catalog, this);
        this.tableBinder = new TableBinder(this, connectors, formats);
        HepPlanner planner = new HepPlanner(HepProgram.builder().build());
        planner.setExecutor((rexBuilder, expressions, reduced) -> reduced.addAll(expressions));
        this.cluster = RelOptCluster.create(planner, new RexBuilder(typeFactory));
    }

    /** Tables that were looked at so far, in order. */
    public List<BoundTable> tablesSeen() {
        return List.copyOf(boundTables.values());
    }

    public RelOptCluster cluster() {
        return cluster;
    }

    /**
     * The algebra of a query, with its own ORDER BY and LIMIT inside.
     *
     * @throws AlluviumException with the position of what is wrong
     */
    public RelRoot query(SqlNode query, Positions positions) {
        return query(query, positions, catalog.currentDatabase());
    }

    private RelRoot query(SqlNode query, Positions positions, String database) {
        return translated(positions, List.of(), () -> {
            CalciteCatalogReader reader = tables.reader(database, typeFactory);
            DialectValidator validator = new DialectValidator(operators, reader, typeFactory);
            SqlNode validated = validator.validate(rewriter.rewrite(query));
            return converter(validator, reader).convertQuery(validated, false, true);
        });
    }

    /**
     * An expression over columns; an input reference of the result is a position in them.
     *
     * @throws AlluviumException with the position of what is wrong
     */
    public RexNode expression(SqlNode expression, Map<String, RelDataType> columns, Positions positions) {
        return translated(positions, List.copyOf(columns.keySet()), () -> {
            CalciteCatalogReader reader = tables.reader(catalog.currentDatabase(), typeFactory);
            DialectValidator validator = new DialectValidator(operators, reader, typeFactory);
            SqlNode validated = validator.validateParameterizedExpression(rewriter.rewrite(expression), columns);
            Map<String, RexNode> references = new HashMap<>();
            columns.forEach((name, type) ->
                    references.put(name, cluster.getRexBuilder().makeInputRef(type, references.size())));
            return converter(validator, reader).convertExpression(validated, references);
        });
    }

    /** What is wrong with a hint, and what to do instead. */
    public static AlluviumException refusedHint(SqlHint hint) {
        Refusal refusal = Refusals.hint(hint);
        return new AlluviumException(refusal.code(), refusal.problem(), refusal.hint());
    }

    /** Calcite takes every cast that may have a meaning; which have is {@link CommonTypes#castable} to say. */
    private static SqlTypeCoercionRule casts() {
        Map<SqlTypeName, ImmutableSet<SqlTypeName>> casts =
                new HashMap<>(SqlTypeCoercionRule.lenientInstance().getTypeMapping());
        for (SqlTypeName number : SqlTypeName.NUMERIC_TYPES) {
            Set<SqlTypeName> from = new LinkedHashSet<>(casts.getOrDefault(number, ImmutableSet.of()));
            from.add(SqlTypeName.BOOLEAN);
            casts.put(number, ImmutableSet.copyOf(from));
        }
        Set<SqlTypeName> toBoolean = new LinkedHashSet<>(casts.getOrDefault(SqlTypeName.BOOLEAN, ImmutableSet.of()));
        toBoolean.removeAll(SqlTypeName.APPROX_TYPES);
        toBoolean.remove(SqlTypeName.DECIMAL);
        casts.put(SqlTypeName.BOOLEAN, ImmutableSet.copyOf(toBoolean));
        return SqlTypeCoercionRule.instance(casts);
    }

    /**
     * Calcite's, but for comparisons of numbers, see {@link NumberComparisons}, and for TRY_CAST of a BOOLEAN to a number: it makes
     * that a CASE that is never NULL, which it may be.
     */
    private static @Nullable SqlRexConvertlet convertlet(SqlCall call) {
        if (NumberComparisons.mayBe(call)) {
            return NumberComparisons.orElse(StandardConvertletTable.INSTANCE.get(call));
        }
        if (call.getOperator() != SqlLibraryOperators.TRY_CAST) {
            return StandardConvertletTable.INSTANCE.get(call);
        }
        return (context, tryCast) -> {
            RexNode operand = context.convertExpression(tryCast.operand(0));
            RelDataType type = context.getValidator().getValidatedNodeType(tryCast);
            return operand.getType().getSqlTypeName() == SqlTypeName.BOOLEAN
                    ? context.getRexBuilder().makeAbstractCast(tryCast.getParserPosition(), type, operand, true)
                    : StandardConvertletTable.INSTANCE.get(tryCast).convertCall(context, tryCast);
        };
    }

    private SqlToRelConverter converter(SqlValidator validator, CalciteCatalogReader reader) {
        RelOptTable.ViewExpander noViews = (rowType, text, schemaPath, viewPath) -> {
            throw AlluviumException.internal("views are expanded by the catalog: " + viewPath);
        };
        return new SqlToRelConverter(noViews, validator, reader, cluster, Binder::convertlet, CONVERSION);
    }

    private interface Work<T> {
        T run();
    }

    /** @param columns names that can be meant beside those of tables */
    private <T> T translated(Positions positions, List<String> columns, Work<T> work) {
        try {
            return work.run();
        } catch (Refusal e) {
            throw new AlluviumException(e.code(), positions.of(e.pos()), e.problem(), e.hint(), e);
        } catch (CalciteContextException e) {
            throw new BindErrors(tablesSeen(), columns, operators, catalog).translate(e, positions);
        } catch (CalciteException e) {
            throw new AlluviumException(
                    ErrorCode.QUERY_INVALID, null, BindErrors.plain(String.valueOf(e.getMessage())), null, e);
        }
    }

    // ---- what the catalog's tables ask for

    /** The table with its expressions bound. */
    public BoundTable table(TableDefinition definition) {
        BoundTable bound = boundTables.get(definition.path());
        if (bound == null) {
            bound = tableBinder.bind(definition);
            boundTables.put(definition.path(), bound);
        }
        return bound;
    }

    /** The table that a scan reads. */
    public static BoundTable table(RelOptTable table) {
        return table.unwrapOrThrow(CatalogTables.QueryTable.class).bound();
    }

    RelDataType rowType(BoundTable table) {
        RelDataTypeFactory.Builder row = typeFactory.builder();
        for (BoundTable.BoundColumn column : table.columns()) {
            row.add(column.name(), RelTypes.of(column.type(), typeFactory));
        }
        return row.build();
    }

    RelDataTypeFactory typeFactory() {
        return typeFactory;
    }

    /** The algebra of a view, with the view's column names. */
    RelNode view(ViewDefinition view) {
        RelNode bound = views.get(view.path());
        if (bound != null) {
            return bound;
        }
        if (!viewsInWork.add(view.path())) {
            throw new AlluviumException(ErrorCode.TABLE_INVALID, "view \"" + view.path() + "\" reads itself", null);
        }
        List<String> names;
        try {
            RelRoot root = query(
                    StatementParser.parseQuery(view.query()),
                    StatementText.of(view.query()).positions(),
                    view.currentDatabase());
            bound = ForeignText.in(withoutOrder(root).project());
            names = root.fields.rightList();
        } catch (AlluviumException e) {
            throw new AlluviumException(
                    e.code(), null, "view \"" + view.path() + "\" cannot be read: " + e.problem(), e.hint(), e);
        } finally {
            viewsInWork.remove(view.path());
        }
        if (!view.columns().isEmpty()) {
            if (view.columns().size() != bound.getRowType().getFieldCount()) {
                throw new AlluviumException(
                        ErrorCode.COLUMN_COUNT_MISMATCH,
                        "view \"" + view.path() + "\" names " + view.columns().size() + " columns, but its query gives "
                                + bound.getRowType().getFieldCount());
            }
            names = view.columns();
        }
        bound = named(bound, names);
        views.put(view.path(), bound);
        return bound;
    }

    /** The rows under these names, as a node of its own: Calcite's builder drops a projection that only renames. */
    private static RelNode named(RelNode rows, List<String> names) {
        return rows.getRowType().getFieldNames().equals(names)
                ? rows
                : LogicalProject.create(
                        rows,
                        List.of(),
                        rows.getCluster().getRexBuilder().identityProjects(rows.getRowType()),
                        names,
                        Set.of());
    }

    private static RelRoot withoutOrder(RelRoot root) {
        return root.withCollation(org.apache.calcite.rel.RelCollations.EMPTY);
    }

    private static final class DialectValidator extends SqlValidatorImpl {
        DialectValidator(DialectOperators operators, CalciteCatalogReader reader, RelDataTypeFactory factory) {
            super(operators, reader, factory, VALIDATION);
        }
    }
}

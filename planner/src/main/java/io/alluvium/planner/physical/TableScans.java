package io.alluvium.planner.physical;

import io.alluvium.catalog.TablePath;
import io.alluvium.core.connector.MetadataSpec;
import io.alluvium.core.connector.TableOptions;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.expression.Expression;
import io.alluvium.core.function.ConstantEvaluator;
import io.alluvium.core.plan.PlanNode.Scan;
import io.alluvium.core.plan.PlanNode.Watermark;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import io.alluvium.planner.bind.BoundTable;
import io.alluvium.planner.bind.BoundTable.BoundColumn;
import io.alluvium.planner.bind.BoundTable.Computed;
import io.alluvium.planner.bind.BoundTable.Metadata;
import io.alluvium.planner.bind.BoundTable.Physical;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * The scans of a job: one a table, with all that any of its readers uses. A first run over the job's queries says what is used
 * ({@link #use}), a second one makes the nodes.
 */
final class TableScans {
    static final String ROW_TAG = "row_tag";
    static final String WATERMARK = "$watermark";

    private final RexBuilder rexBuilder;
    private final ConstantEvaluator evaluator;
    private final Determinism determinism;
    private final Map<TablePath, Use> uses = new TreeMap<>();
    private final Map<TablePath, TableScan> scans = new LinkedHashMap<>();
    private boolean recording;

    TableScans(RexBuilder rexBuilder, ConstantEvaluator evaluator, Determinism determinism) {
        this.determinism = determinism;
        this.rexBuilder = rexBuilder;
        this.evaluator = evaluator;
    }

    private static final class Use {
        final Set<Integer> columns = new TreeSet<>();
        boolean rowTag;
        boolean watermark;
        boolean watermarkColumn;
    }

    /**
     * A scan in the plan.
     *
     * @param columns for each declared column what it is in the node's schema, null where nothing uses it
     * @param remembered computed columns that must be computed once for each row behind the scan, in their order; what they
     *     are is not among the columns yet
     */
    record TableScan(
            BoundTable table,
            Scan node,
            List<@Nullable Expression> columns,
            List<Integer> remembered,
            int rowTag,
            int watermarkColumn) {}

    /** Notes that a query uses these columns of a table. */
    void use(BoundTable table, Set<Integer> columns, Demand demand) {
        Use use = uses.computeIfAbsent(table.definition().path(), path -> new Use());
        refuseWhatChanges(table, columns);
        columns.forEach(column -> addWithSources(table, column, use.columns));
        if (table.changing()) {
            table.spec().primaryKey().forEach(key -> addWithSources(table, table.indexOf(key), use.columns));
        }
        if (use.columns.isEmpty() && !table.columns().isEmpty()) {
            // Rows are counted by a column.
            addWithSources(table, plainest(table), use.columns);
        }
        use.rowTag |= demand.rowTag() && tagged(table);
        if (demand.eventTime() && table.watermark() != null && !table.changing()) {
            addWithSources(table, table.watermark().column(), use.columns);
        }
        if (demand.watermark() && table.watermark() != null) {
            use.watermark = true;
            use.watermarkColumn |= !table.changing();
            addWithSources(table, table.watermark().column(), use.columns);
            sources(table.watermark().expression()).forEach(source -> addWithSources(table, source, use.columns));
        }
    }

    /**
     * A row that goes is known by its values where it has no key: they must be those that it came with, and what the message says of
     * itself is not.
     */
    private static void refuseWhatChanges(BoundTable table, Set<Integer> columns) {
        if (!table.changing() || !table.spec().primaryKey().isEmpty()) {
            return;
        }
        Set<Integer> all = new TreeSet<>();
        columns.forEach(column -> addWithSources(table, column, all));
        for (int column : all) {
            if (table.columns().get(column) instanceof Metadata metadata && !table.isOfTable(metadata.key())) {
                throw new AlluviumException(
                        ErrorCode.QUERY_INVALID,
                        "metadata column \"" + metadata.name() + "\" of table \""
                                + table.definition().path()
                                + "\" has another value when a row goes than when it came, and the table has no key to know "
                                + "the row by",
                        "declare a PRIMARY KEY (..) NOT ENFORCED, by which the first value is remembered, or leave the column out");
            }
        }
    }

    /** A column that rows can be counted by: one of the records, where there is any. */
    static int plainest(BoundTable table) {
        for (int i = 0; i < table.columns().size(); i++) {
            if (table.columns().get(i) instanceof Physical) {
                return i;
            }
        }
        return 0;
    }

    static boolean tagged(BoundTable table) {
        return !table.changing() && table.offers(ROW_TAG);
    }

    private static void addWithSources(BoundTable table, int column, Set<Integer> columns) {
        if (columns.add(column) && table.columns().get(column) instanceof Computed computed) {
            sources(computed.expression()).forEach(source -> addWithSources(table, source, columns));
        }
    }

    private static Set<Integer> sources(RexNode expression) {
        return RelOptUtil.InputFinder.bits(expression).asSet();
    }

    /** In the first run nothing is left out: what is used is not known yet. */
    void recordOnly() {
        recording = true;
        scans.clear();
    }

    /** Ends the first run. */
    void recorded() {
        recording = false;
        scans.clear();
    }

    /** Puts back the scans that are in the plan now; for runs whose nodes are forgotten. */
    Runnable restoring() {
        Map<TablePath, TableScan> before = Map.copyOf(scans);
        return () -> scans.keySet().retainAll(before.keySet());
    }

    private static Use everything(BoundTable table) {
        Use use = new Use();
        for (int i = 0; i < table.columns().size(); i++) {
            use.columns.add(i);
        }
        use.rowTag = tagged(table);
        use.watermark = table.watermark() != null;
        use.watermarkColumn = use.watermark && !table.changing();
        return use;
    }

    /** The scan of a table, made at its first call. */
    TableScan scan(BoundTable table, PlanBuilder builder) {
        TablePath path = table.definition().path();
        TableScan scan = scans.get(path);
        if (scan == null) {
            Use use = recording ? everything(table) : uses.get(path);
            if (use == null) {
                throw AlluviumException.internal("nothing uses table " + path + " that is scanned");
            }
            scan = new Layout(table, use).scan(builder);
            scans.put(path, scan);
        }
        return scan;
    }

    /** Lays the columns of one scan out: physical, metadata, computed, hidden. */
    private final class Layout {
        private final BoundTable table;
        private final Use use;
        private final List<Field> fields = new ArrayList<>();
        private final List<String> physical = new ArrayList<>();
        private final Set<String> metadata = new LinkedHashSet<>();
        private final List<Expression> computed = new ArrayList<>();
        private final List<@Nullable Expression> columns = new ArrayList<>();
        private final List<Integer> remembered = new ArrayList<>();

        Layout(BoundTable table, Use use) {
            this.table = table;
            this.use = use;
            table.columns().forEach(column -> columns.add(null));
        }

        TableScan scan(PlanBuilder builder) {
            for (int i : use.columns) {
                if (table.columns().get(i) instanceof Physical column) {
                    columns.set(i, add(column.name(), column.type()));
                    physical.add(column.name());
                }
            }
            metadata();
            castMetadata();
            for (int i : use.columns) {
                if (table.columns().get(i) instanceof Computed column && isRemembered(column)) {
                    remembered.add(i);
                } else if (table.columns().get(i) instanceof Computed column) {
                    Expression expression = translated(column.expression());
                    computed.add(expression);
                    columns.set(i, add(column.name(), column.type()));
                }
            }
            int rowTag = use.rowTag ? tagColumn() : Stream.NONE;
            boolean hidden = use.watermarkColumn;
            boolean timeIsThere = table.watermark() != null
                    && !remembered.contains(table.watermark().column());
            Watermark watermark = use.watermark && timeIsThere ? watermark() : null;
            int watermarkColumn = Stream.NONE;
            if (hidden) {
                watermarkColumn = fields.size();
                add(WATERMARK, DataType.bigint().withNullable(false));
            }
            Scan scan = builder.add(new Scan(
                    builder.id("", "scan", List.of(), Set.of(table.spec().name())),
                    table.spec(),
                    physical,
                    List.copyOf(metadata),
                    computed,
                    watermark,
                    hidden,
                    !table.changing(),
                    new Schema(fields)));
            return new TableScan(table, scan, columns, remembered, rowTag, watermarkColumn);
        }

        /**
         * What is not deterministic, and what is computed from that, would be another for a row's removal. With a key the last
         * image keeps it; without, it is computed behind the scan.
         */
        private boolean isRemembered(Computed column) {
            return table.changing()
                    && table.spec().primaryKey().isEmpty()
                    && (determinism.varies(translated(column.expression()))
                            || sources(column.expression()).stream().anyMatch(remembered::contains));
        }

        private Expression add(String name, DataType type) {
            fields.add(new Field(name, type));
            return new Expression.Column(fields.size() - 1, type);
        }

        private void metadata() {
            Map<String, Expression> offered = new LinkedHashMap<>();
            for (int i : use.columns) {
                BoundColumn column = table.columns().get(i);
                if (column instanceof Metadata used) {
                    Expression given = offered.computeIfAbsent(used.key(), key -> addMetadata(key, used.offered()));
                    columns.set(i, given);
                }
            }
            if (use.rowTag && !metadata.contains(ROW_TAG)) {
                table.metadata().stream()
                        .filter(spec -> spec.key().equals(ROW_TAG))
                        .findFirst()
                        .map(MetadataSpec::type)
                        .ifPresent(type -> addMetadata(ROW_TAG, type));
            }
        }

        /** A metadata column that is declared with another type than the offered one becomes a computed one. */
        private void castMetadata() {
            for (int i : use.columns) {
                Expression given = columns.get(i);
                if (given != null
                        && table.columns().get(i) instanceof Metadata used
                        && !used.offered().withNullable(true).equals(used.type().withNullable(true))) {
                    computed.add(new Expression.Call("CAST", List.of(given), used.type(), null));
                    columns.set(i, add(used.name(), used.type()));
                }
            }
        }

        private Expression addMetadata(String key, DataType type) {
            metadata.add(key);
            return add(key, type);
        }

        private int tagColumn() {
            return physical.size() + List.copyOf(metadata).indexOf(ROW_TAG);
        }

        private Watermark watermark() {
            BoundTable.BoundWatermark bound = java.util.Objects.requireNonNull(table.watermark());
            Expression time = java.util.Objects.requireNonNull(columns.get(bound.column()));
            if (!(time instanceof Expression.Column column)) {
                throw AlluviumException.internal(
                        "watermark column of " + table.spec().name() + " is " + time);
            }
            return new Watermark(
                    column.index(),
                    translated(bound.expression()),
                    TableOptions.idleTimeoutMillis(table.spec(), table.traits()));
        }

        private Expression translated(RexNode expression) {
            return TableScans.this.translated(expression, columns);
        }
    }

    /** The expression of a computed column over what the table's columns are. */
    Expression translated(RexNode expression, List<@Nullable Expression> columns) {
        List<Expression> inputs = new ArrayList<>();
        for (Expression column : columns) {
            inputs.add(column == null ? new Expression.Column(Stream.NONE, DataType.bigint()) : column);
        }
        return new RexTranslator(rexBuilder, evaluator, inputs, null).translate(expression);
    }
}

package io.alluvium.planner.logical;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.plan.PlanNode.WindowKind;
import io.alluvium.core.plan.PlanNode.WindowSpec;
import io.alluvium.planner.bind.DialectTableFunction;
import io.alluvium.planner.logical.LogicalChangelog.Envelope;
import io.alluvium.planner.logical.LogicalChangelog.Name;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableFunctionScan;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/** Puts our own nodes in the place of table functions, ROW_NUMBER and ORDER BY .. LIMIT. */
final class OwnNodes extends RelHomogeneousShuttle {
    private static final long MICROS_A_MILLI = 1000;

    private OwnNodes() {}

    static RelNode in(RelNode query) {
        return query.accept(new OwnNodes());
    }

    @Override
    public RelNode visit(RelNode other) {
        RelNode node = super.visit(other);
        if (node instanceof TableFunctionScan scan) {
            return tableFunction(scan);
        }
        if (node instanceof Project project && project.containsOver()) {
            return rowNumbers(project);
        }
        if (node instanceof Sort sort) {
            return limit(sort);
        }
        return node;
    }

    // ---- table functions

    private static RelNode tableFunction(TableFunctionScan scan) {
        RexCall call = (RexCall) scan.getCall();
        if (scan.getInputs().size() != 1) {
            throw AlluviumException.internal(
                    call.getOperator().getName() + " has " + scan.getInputs().size() + " tables");
        }
        RelNode input = scan.getInput(0);
        if (call.getOperator() == DialectTableFunction.FROM_CHANGELOG) {
            return changelog(call, input, scan.getRowType());
        }
        List<RelDataTypeField> fields = scan.getRowType().getFieldList();
        List<RelDataType> bounds = fields.subList(fields.size() - 3, fields.size()).stream()
                .map(RelDataTypeField::getType)
                .toList();
        return LogicalWindow.of(input, column(call, 0, input), window(call), bounds);
    }

    private static WindowSpec window(RexCall call) {
        WindowKind kind = WindowKind.valueOf(call.getOperator().getName());
        boolean stepped = kind != WindowKind.TUMBLE;
        long first = micros(call, 1);
        long size = stepped ? micros(call, 2) : first;
        int offset = stepped ? 3 : 2;
        long offsetMicros = call.getOperands().size() > offset ? micros(call, offset) : 0;
        if (size <= 0 || first <= 0 || (kind == WindowKind.CUMULATE && size % first != 0)) {
            throw new AlluviumException(
                    ErrorCode.QUERY_INVALID,
                    kind + " has a size and step above zero"
                            + (kind == WindowKind.CUMULATE ? ", the size a multiple of the step" : ""));
        }
        return new WindowSpec(kind, size, first, offsetMicros);
    }

    private static long micros(RexCall call, int operand) {
        RexLiteral literal = (RexLiteral) call.getOperands().get(operand);
        if (literal.getType().getSqlTypeName().isYearMonth()) {
            throw new AlluviumException(
                    ErrorCode.TYPE_MISMATCH, "a window cannot be measured in months: they differ in length");
        }
        return Objects.requireNonNull(literal.getValueAs(BigDecimal.class)).longValueExact() * MICROS_A_MILLI;
    }

    private static String text(RexCall call, int operand) {
        return Objects.requireNonNull(RexLiteral.stringValue(call.getOperands().get(operand)));
    }

    private static int column(RexCall call, int operand, RelNode input) {
        return input.getRowType().getFieldNames().indexOf(text(call, operand));
    }

    private static RelNode changelog(RexCall call, RelNode input, RelDataType rowType) {
        int operation = column(call, 0, input);
        int data = column(call, 1, input);
        int old = text(call, 2).isEmpty() ? -1 : column(call, 2, input);
        List<String> key = new ArrayList<>();
        for (String field : text(call, 5).split(",")) {
            if (!field.isBlank()) {
                key.add(field.trim());
            }
        }
        Envelope envelope = new Envelope(
                operation, data, old, name("database", text(call, 3), input), name("table", text(call, 4), input), key);
        Set<Integer> read = new LinkedHashSet<>(List.of(operation, data, old));
        List<Integer> kept = new ArrayList<>();
        for (int i = 0; i < input.getRowType().getFieldCount(); i++) {
            if (!read.contains(i)) {
                kept.add(i);
            }
        }
        RelDataType rowData =
                rowType.getFieldList().get(rowType.getFieldCount() - 1).getType();
        return LogicalChangelog.of(input, envelope, kept, rowData);
    }

    private static @Nullable Name name(String column, String wanted, RelNode input) {
        if (wanted.isEmpty()) {
            return null;
        }
        int place = input.getRowType().getFieldNames().indexOf(column);
        if (place < 0) {
            throw new AlluviumException(
                    ErrorCode.COLUMN_NOT_FOUND,
                    "FROM_CHANGELOG filters by " + column + "_name, but its input has no column \"" + column + "\"",
                    "declare `" + column + "` STRING in the raw table");
        }
        return new Name(place, wanted);
    }

    // ---- ROW_NUMBER

    /** One rank node a window of the projection; they are stacked where there are several. */
    private static RelNode rowNumbers(Project project) {
        RexBuilder rexBuilder = project.getCluster().getRexBuilder();
        RelNode input = project.getInput();
        List<RexOver> windows = new ArrayList<>();
        for (RexNode expression : project.getProjects()) {
            expression.accept(new RexShuttle() {
                @Override
                public RexNode visitOver(RexOver over) {
                    if (!windows.contains(over)) {
                        windows.add(over);
                    }
                    return over;
                }
            });
        }
        List<Integer> numbers = new ArrayList<>();
        for (RexOver over : windows) {
            input = rank(over, input);
            numbers.add(input.getRowType().getFieldCount() - 1);
        }
        RelNode ranked = input;
        List<RexNode> projections = new ArrayList<>();
        for (RexNode expression : project.getProjects()) {
            projections.add(expression.accept(new RexShuttle() {
                @Override
                public RexNode visitOver(RexOver over) {
                    return rexBuilder.makeInputRef(ranked, numbers.get(windows.indexOf(over)));
                }
            }));
        }
        return LogicalProject.create(ranked, project.getHints(), projections, project.getRowType(), Set.of());
    }

    private static RelNode rank(RexOver over, RelNode input) {
        if (over.getKind() != SqlKind.ROW_NUMBER) {
            throw new AlluviumException(
                    ErrorCode.UNSUPPORTED,
                    "function \"" + over.getOperator().getName() + "\" with OVER is not supported",
                    "there is ROW_NUMBER() OVER (PARTITION BY .. ORDER BY ..)");
        }
        RexBuilder rexBuilder = input.getCluster().getRexBuilder();
        List<RexNode> columns = new ArrayList<>(rexBuilder.identityProjects(input.getRowType()));
        int before = columns.size();
        List<Integer> partition = new ArrayList<>();
        for (RexNode key : over.getWindow().partitionKeys) {
            partition.add(place(key, columns));
        }
        List<RelFieldCollation> items = new ArrayList<>();
        for (RexFieldCollation item : over.getWindow().orderKeys) {
            items.add(new RelFieldCollation(place(item.left, columns), item.getDirection(), item.getNullDirection()));
        }
        RelCollation order = RelCollations.of(items);
        if (columns.size() == before) {
            return LogicalRank.of(input, partition, order, 1, LogicalRank.ALL);
        }
        RelNode widened = LogicalProject.create(input, List.of(), columns, (List<String>) null, Set.of());
        RelNode ranked = LogicalRank.of(widened, partition, order, 1, LogicalRank.ALL);
        List<RexNode> narrowed = new ArrayList<>();
        for (int i = 0; i < before; i++) {
            narrowed.add(rexBuilder.makeInputRef(ranked, i));
        }
        narrowed.add(rexBuilder.makeInputRef(ranked, columns.size()));
        return LogicalProject.create(ranked, List.of(), narrowed, (List<String>) null, Set.of());
    }

    private static int place(RexNode key, List<RexNode> columns) {
        if (key instanceof RexInputRef ref) {
            return ref.getIndex();
        }
        int known = columns.indexOf(key);
        if (known >= 0) {
            return known;
        }
        columns.add(key);
        return columns.size() - 1;
    }

    // ---- LIMIT

    private static RelNode limit(Sort sort) {
        if (sort.fetch == null && sort.offset == null) {
            return sort.getInput();
        }
        long skipped = sort.offset == null ? 0 : number(sort.offset);
        long to = sort.fetch == null ? LogicalRank.ALL : skipped + number(sort.fetch);
        LogicalRank rank = LogicalRank.of(sort.getInput(), List.of(), sort.getCollation(), skipped + 1, to);
        RexBuilder rexBuilder = sort.getCluster().getRexBuilder();
        return LogicalProject.create(
                rank, List.of(), rexBuilder.identityProjects(sort.getRowType()), sort.getRowType(), Set.of());
    }

    private static long number(RexNode literal) {
        if (literal instanceof RexLiteral constant && !constant.isNull()) {
            return Objects.requireNonNull(constant.getValueAs(BigDecimal.class)).longValueExact();
        }
        throw new AlluviumException(ErrorCode.UNSUPPORTED, "LIMIT and OFFSET take a number");
    }
}

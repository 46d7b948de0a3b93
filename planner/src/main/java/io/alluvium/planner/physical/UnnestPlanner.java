package io.alluvium.planner.physical;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.expression.Expression;
import io.alluvium.core.expression.Expression.Column;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.plan.PlanNode.Unnest;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import io.alluvium.planner.bind.DataTypes;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Uncollect;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;

/** Lowers UNNEST, alone and beside the table whose column it reads. */
final class UnnestPlanner {
    private final PhysicalPlanner planner;

    UnnestPlanner(PhysicalPlanner planner) {
        this.planner = planner;
    }

    /** {@code FROM t CROSS JOIN UNNEST(t.items) AS i (..)}. */
    Stream lower(Correlate correlate, Demand demand) {
        Chain chain = Chain.of(correlate.getRight());
        RexNode collection = chain.base() instanceof Uncollect uncollect ? collection(uncollect) : null;
        boolean outer = correlate.getJoinType() == JoinRelType.LEFT;
        if (collection == null || (correlate.getJoinType() != JoinRelType.INNER && !outer)) {
            throw unsupported("a correlated sub-query of this form is not supported", "write it as a join");
        }
        if (outer && chain.condition() != null) {
            throw unsupported(
                    "LEFT JOIN UNNEST with a condition is not supported", "write LEFT JOIN UNNEST(..) ON TRUE");
        }
        Stream left = planner.lower(correlate.getLeft(), demand);
        int leftFields = left.columns().size();
        OuterColumns outerColumns = new OuterColumns(correlate.getCorrelationId());
        Expression elements =
                planner.translator(PhysicalPlanner.inputs(left)).translate(collection.accept(outerColumns));
        if (!left.insertOnly() && planner.determinism().varies(elements)) {
            left = planner.remembering().remember(left, List.of(elements), correlate);
            elements = RememberPlanner.lastColumn(left);
        }
        Uncollect uncollect = (Uncollect) chain.base();
        Stream unnested = unnest(left, elements, uncollect, outer, correlate);
        RexBuilder rexBuilder = planner.rexBuilder();
        List<RexNode> projections = new ArrayList<>();
        for (int i = 0; i < leftFields; i++) {
            projections.add(rexBuilder.makeInputRef(
                    correlate.getLeft().getRowType().getFieldList().get(i).getType(), i));
        }
        RexShuttle shifted = new Shifted(leftFields);
        for (RexNode projection : chain.projections()) {
            projections.add(projection.accept(shifted).accept(outerColumns));
        }
        RexNode condition = chain.condition() == null
                ? null
                : chain.condition().accept(shifted).accept(outerColumns);
        return planner.calcs()
                .calc(
                        unnested,
                        PhysicalPlanner.inputs(unnested),
                        condition,
                        projections,
                        correlate.getRowType().getFieldNames(),
                        demand,
                        false,
                        correlate);
    }

    /** {@code FROM UNNEST(ARRAY[1, 2])}. */
    Stream lower(Uncollect uncollect) {
        RexNode collection = collection(uncollect);
        if (collection == null) {
            throw unsupported("UNNEST of this form is not supported", "UNNEST takes one array or map");
        }
        Expression elements = planner.translator(List.of()).translate(collection);
        PlanNode.Values one = planner.builder()
                .add(new PlanNode.Values(
                        planner.id("values", List.of(), uncollect), List.of(List.of()), new Schema(List.of())));
        Stream row = Stream.plain(one.id(), one.schema(), true);
        return unnest(row, elements, uncollect, false, uncollect);
    }

    private static @org.jspecify.annotations.Nullable RexNode collection(Uncollect uncollect) {
        return uncollect.getInput() instanceof Project project
                        && project.getProjects().size() == 1
                        && project.getInput() instanceof Values values
                        && values.getTuples().size() == 1
                ? project.getProjects().get(0)
                : null;
    }

    private Stream unnest(Stream input, Expression elements, Uncollect uncollect, boolean outer, RelNode rel) {
        List<Field> fields = new ArrayList<>(input.schema().fields());
        int first = fields.size();
        for (Field field : DataTypes.schema(uncollect.getRowType()).fields()) {
            fields.add(outer ? new Field(field.name(), field.type().withNullable(true)) : field);
        }
        Schema schema = new Schema(fields);
        List<Integer> columns = new ArrayList<>(input.columns());
        for (int i = first; i < fields.size(); i++) {
            columns.add(i);
        }
        Unnest node = planner.builder()
                .add(new Unnest(
                        planner.id("unnest", name(elements, input), rel),
                        input.node(),
                        elements,
                        uncollect.withOrdinality,
                        outer,
                        schema));
        Set<Set<Integer>> keys = new LinkedHashSet<>();
        if (uncollect.withOrdinality) {
            for (Set<Integer> key : input.uniqueKeys()) {
                Set<Integer> wider = new LinkedHashSet<>(key);
                wider.add(fields.size() - 1);
                keys.add(wider);
            }
        }
        return input.with(node.id(), schema, columns)
                .withUniqueKeys(keys)
                .withRawEnvelope(input.rawEnvelope() || isEnvelope(elements, input));
    }

    private static List<String> name(Expression elements, Stream input) {
        return elements instanceof Column column ? List.of(input.schema().name(column.index())) : List.of();
    }

    /** True for the rows of a raw change envelope: {@code data}, an array of maps of text. */
    private static boolean isEnvelope(Expression elements, Stream input) {
        return elements instanceof Column column
                && input.schema().name(column.index()).equals("data")
                && column.type() instanceof DataType.Array array
                && array.element() instanceof DataType.MapOf map
                && map.value() instanceof DataType.Text;
    }

    private static AlluviumException unsupported(String problem, String hint) {
        return new AlluviumException(ErrorCode.UNSUPPORTED, problem, hint);
    }

    /** Moves references behind the outer columns. */
    private static final class Shifted extends RexShuttle {
        private final int shift;

        Shifted(int shift) {
            this.shift = shift;
        }

        @Override
        public RexNode visitInputRef(RexInputRef ref) {
            return new RexInputRef(ref.getIndex() + shift, ref.getType());
        }
    }

    /** Makes fields of the correlation variable plain references. */
    private static final class OuterColumns extends RexShuttle {
        private final CorrelationId id;

        OuterColumns(CorrelationId id) {
            this.id = id;
        }

        @Override
        public RexNode visitFieldAccess(RexFieldAccess access) {
            return access.getReferenceExpr() instanceof RexCorrelVariable variable && variable.id.equals(id)
                    ? new RexInputRef(access.getField().getIndex(), access.getType())
                    : super.visitFieldAccess(access);
        }
    }
}

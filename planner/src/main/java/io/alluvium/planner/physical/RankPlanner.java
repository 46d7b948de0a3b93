package io.alluvium.planner.physical;

import io.alluvium.core.expression.Expression;
import io.alluvium.core.plan.PlanNode.Rank;
import io.alluvium.core.plan.PlanNode.SortKey;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import io.alluvium.planner.logical.LogicalRank;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.jspecify.annotations.Nullable;

/** Lowers ROW_NUMBER with its filter, and ORDER BY .. LIMIT, and fixes what decides between equals. */
final class RankPlanner {
    private final PhysicalPlanner planner;

    RankPlanner(PhysicalPlanner planner) {
        this.planner = planner;
    }

    /** A rank under filters and projections: conditions on the number become its bounds. */
    Stream lower(LogicalRank rank, Chain chain, Demand demand, RelNode top) {
        Bounds bounds = new Bounds(rank.numberColumn(), rank.from(), rank.to());
        List<RexNode> rest = new ArrayList<>();
        if (chain.condition() != null) {
            RexNode condition = RexUtil.expandSearch(planner.rexBuilder(), null, chain.condition());
            for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
                if (!bounds.take(conjunct)) {
                    rest.add(conjunct);
                }
            }
        }
        RexNode condition = rest.isEmpty() ? null : RexUtil.composeConjunction(planner.rexBuilder(), rest);
        Chain left = new Chain(chain.base(), condition, chain.projections(), chain.names());
        boolean numbered = left.used().contains(rank.numberColumn());
        Stream input = planner.lower(rank.getInput(), Demand.TIE_BREAKERS);
        List<Integer> partition = input.at(rank.partition());
        Stream ranked = rank(input, partition, order(rank, input, partition), bounds.from, bounds.to, numbered, rank);
        List<Integer> columns = new ArrayList<>(input.columns());
        columns.add(numbered ? ranked.schema().size() - 1 : Stream.NONE);
        Stream seen = ranked.with(ranked.node(), ranked.schema(), columns);
        List<Expression> inputs = new ArrayList<>();
        for (int place : columns) {
            inputs.add(new Expression.Column(
                    place,
                    place == Stream.NONE ? DataType.bigint() : seen.schema().type(place)));
        }
        return planner.calcs().calc(seen, inputs, condition, chain.projections(), chain.names(), demand, false, top);
    }

    /** A rank over a stream, exchanged by its partition. */
    Stream rank(
            Stream input,
            List<Integer> partition,
            List<SortKey> order,
            long from,
            long to,
            boolean numbered,
            RelNode rel) {
        Stream exchanged = input.isPartitionedWithin(partition) ? input : planner.exchange(input, partition, rel);
        List<Field> fields = new ArrayList<>(input.schema().fields());
        if (numbered) {
            fields.add(new Field("$number", DataType.bigint().withNullable(false)));
        }
        Schema schema = new Schema(fields);
        Rank node = planner.builder()
                .add(new Rank(
                        planner.id("rank", PhysicalPlanner.names(input.schema(), partition), rel),
                        exchanged.node(),
                        partition,
                        order,
                        from,
                        to,
                        numbered,
                        input.insertOnly(),
                        schema));
        Set<Set<Integer>> keys = new LinkedHashSet<>(input.uniqueKeys());
        if (from == to) {
            keys.add(new LinkedHashSet<>(partition));
        }
        if (numbered) {
            Set<Integer> numbers = new LinkedHashSet<>(partition);
            numbers.add(schema.size() - 1);
            keys.add(numbers);
        }
        Stream ranked = exchanged
                .with(node.id(), schema, input.columns())
                .withInsertOnly(false)
                .withUniqueKeys(keys)
                .withTimes(Set.of(), Map.of());
        planner.note(ranked);
        return ranked;
    }

    private List<SortKey> order(LogicalRank rank, Stream input, List<Integer> partition) {
        List<SortKey> order = new ArrayList<>();
        boolean descendingTime = false;
        boolean timeIsThere = false;
        Set<Integer> decided = new LinkedHashSet<>(partition);
        for (RelFieldCollation item : rank.order().getFieldCollations()) {
            int place = input.at(item.getFieldIndex());
            order.add(new SortKey(
                    place,
                    item.getDirection().isDescending(),
                    item.nullDirection == RelFieldCollation.NullDirection.FIRST));
            decided.add(place);
            if (input.eventTimes().contains(place)) {
                timeIsThere = true;
                descendingTime = item.getDirection().isDescending();
            }
        }
        if (input.isUnique(decided)) {
            return order;
        }
        addTieBreakers(input, order, !timeIsThere, descendingTime);
        if (input.rowTag() == Stream.NONE) {
            planner.warnings()
                    .add("rows of " + String.join(", ", PhysicalPlanner.tables(rank))
                            + " that are equal in ORDER BY are ranked by their bytes: no row tag tells them apart");
        }
        return order;
    }

    /** Event time, then row tag, in one direction. */
    static void addTieBreakers(Stream input, List<SortKey> order, boolean withTime, boolean descending) {
        if (withTime) {
            input.eventTimes().stream()
                    .sorted()
                    .findFirst()
                    .ifPresent(time -> order.add(new SortKey(time, descending, !descending)));
        }
        if (input.rowTag() != Stream.NONE) {
            order.add(new SortKey(input.rowTag(), descending, !descending));
        }
    }

    /** The range of numbers that conditions leave. */
    private static final class Bounds {
        private static final BigDecimal LEAST = BigDecimal.valueOf(Long.MIN_VALUE);
        private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);

        private final int number;
        private long from;
        private long to;

        Bounds(int number, long from, long to) {
            this.number = number;
            this.from = from;
            this.to = to;
        }

        /** True where the condition is a bound; it is then part of the range. */
        boolean take(RexNode condition) {
            if (!(condition instanceof RexCall call) || call.getOperands().size() != 2) {
                return false;
            }
            boolean mirrored = isNumber(call.getOperands().get(1));
            BigDecimal value = value(call.getOperands().get(mirrored ? 0 : 1));
            if (value == null || !isNumber(call.getOperands().get(mirrored ? 1 : 0))) {
                return false;
            }
            SqlKind kind = mirrored ? call.getKind().reverse() : call.getKind();
            BigDecimal floor = value.setScale(0, RoundingMode.FLOOR);
            BigDecimal ceiling = value.setScale(0, RoundingMode.CEILING);
            switch (kind) {
                case EQUALS -> narrow(ceiling, floor);
                case LESS_THAN -> narrow(LEAST, ceiling.subtract(BigDecimal.ONE));
                case LESS_THAN_OR_EQUAL -> narrow(LEAST, floor);
                case GREATER_THAN -> narrow(floor.add(BigDecimal.ONE), MOST);
                case GREATER_THAN_OR_EQUAL -> narrow(ceiling, MOST);
                default -> {
                    return false;
                }
            }
            return true;
        }

        private void narrow(BigDecimal least, BigDecimal most) {
            from = Math.max(from, least.max(LEAST).min(MOST).longValueExact());
            to = Math.min(to, most.max(LEAST).min(MOST).longValueExact());
        }

        private boolean isNumber(RexNode node) {
            return node instanceof RexInputRef ref && ref.getIndex() == number;
        }

        private static @Nullable BigDecimal value(RexNode node) {
            if (!(node instanceof RexLiteral literal) || literal.isNull()) {
                return null;
            }
            return literal.getType().getSqlTypeName().getFamily() == SqlTypeFamily.NUMERIC
                    ? Objects.requireNonNull(literal.getValueAs(BigDecimal.class))
                    : null;
        }
    }
}

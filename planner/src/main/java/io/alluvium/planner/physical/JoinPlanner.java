package io.alluvium.planner.physical;

import io.alluvium.core.expression.Expression;
import io.alluvium.core.expression.Expression.Call;
import io.alluvium.core.expression.Expression.Column;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.plan.PlanNode.JoinKind;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import io.alluvium.planner.bind.CommonTypes;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/** Lowers joins: equal keys decide the worker, the rest of the condition is checked for each pair. */
final class JoinPlanner {
    private final PhysicalPlanner planner;

    JoinPlanner(PhysicalPlanner planner) {
        this.planner = planner;
    }

    Stream lower(Join join) {
        List<Integer> leftKeys = new ArrayList<>();
        List<Integer> rightKeys = new ArrayList<>();
        List<Boolean> dropsNulls = new ArrayList<>();
        List<RexNode> rest = new ArrayList<>();
        RelOptUtil.splitJoinCondition(
                join.getLeft(), join.getRight(), join.getCondition(), leftKeys, rightKeys, dropsNulls, rest);
        JoinKind kind = kind(join.getJoinType());
        RexCall notIn =
                kind == JoinKind.ANTI && leftKeys.isEmpty() && rest.size() == 1 ? notIn(join, rest.get(0)) : null;
        if (notIn != null) {
            int leftFields = join.getLeft().getRowType().getFieldCount();
            leftKeys.add(((RexInputRef) notIn.getOperands().get(0)).getIndex());
            rightKeys.add(((RexInputRef) notIn.getOperands().get(1)).getIndex() - leftFields);
            dropsNulls.add(true);
            rest.clear();
            kind = JoinKind.NULL_AWARE_ANTI;
        }
        Sides sides = sides(join, leftKeys, rightKeys);
        List<Integer> exchangeLeft = kind == JoinKind.NULL_AWARE_ANTI ? List.of() : sides.leftKeys;
        List<Integer> exchangeRight = kind == JoinKind.NULL_AWARE_ANTI ? List.of() : sides.rightKeys;
        Stream left = exchanged(sides.left, exchangeLeft, join);
        Stream right = exchanged(sides.right, exchangeRight, join);
        if (exchangeLeft.isEmpty()) {
            planner.warnings()
                    .add("the join of " + String.join(", ", PhysicalPlanner.tables(join))
                            + " runs on one worker: its condition has no equal keys");
        }
        return node(join, kind, left, right, sides, dropsNulls, rest);
    }

    private static JoinKind kind(JoinRelType type) {
        return switch (type) {
            case INNER -> JoinKind.INNER;
            case LEFT -> JoinKind.LEFT;
            case RIGHT -> JoinKind.RIGHT;
            case FULL -> JoinKind.FULL;
            case SEMI -> JoinKind.SEMI;
            case ANTI -> JoinKind.ANTI;
            case ASOF, LEFT_ASOF, LEFT_MARK -> throw new AssertionError("join type " + type);
        };
    }

    /** {@code (left = right) IS NOT FALSE}: NOT IN, which nothing passes that is equal or unknown. */
    private static @Nullable RexCall notIn(Join join, RexNode condition) {
        int leftFields = join.getLeft().getRowType().getFieldCount();
        return condition.getKind() == SqlKind.IS_NOT_FALSE
                        && ((RexCall) condition).getOperands().get(0) instanceof RexCall equals
                        && equals.getKind() == SqlKind.EQUALS
                        && equals.getOperands().get(0) instanceof RexInputRef left
                        && equals.getOperands().get(1) instanceof RexInputRef right
                        && left.getIndex() < leftFields
                        && right.getIndex() >= leftFields
                ? equals
                : null;
    }

    private record Sides(Stream left, Stream right, List<Integer> leftKeys, List<Integer> rightKeys) {}

    /** Both inputs with their keys in one type. */
    private Sides sides(Join join, List<Integer> leftColumns, List<Integer> rightColumns) {
        Stream left = planner.lower(join.getLeft(), Demand.NOTHING);
        Stream right = planner.lower(join.getRight(), Demand.NOTHING);
        List<Integer> leftKeys = left.at(leftColumns);
        List<Integer> rightKeys = right.at(rightColumns);
        List<DataType> types = new ArrayList<>();
        for (int i = 0; i < leftKeys.size(); i++) {
            DataType a = left.schema().type(leftKeys.get(i));
            DataType b = right.schema().type(rightKeys.get(i));
            DataType common = CommonTypes.of(a, b);
            types.add(common == null ? a : common);
        }
        Keyed keyedLeft = withKeys(left, leftKeys, types, join);
        Keyed keyedRight = withKeys(right, rightKeys, types, join);
        return new Sides(keyedLeft.stream, keyedRight.stream, keyedLeft.keys, keyedRight.keys);
    }

    private record Keyed(Stream stream, List<Integer> keys) {}

    /** Adds a column for each key that has to be cast. */
    private Keyed withKeys(Stream stream, List<Integer> keys, List<DataType> types, Join join) {
        List<Expression> outputs = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < stream.schema().size(); i++) {
            outputs.add(new Column(i, stream.schema().type(i)));
            names.add(stream.schema().name(i));
        }
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            DataType from = stream.schema().type(keys.get(i));
            if (sameForm(from, types.get(i))) {
                places.add(keys.get(i));
            } else {
                DataType to = types.get(i).withNullable(from.nullable());
                places.add(outputs.size());
                outputs.add(new Call("CAST", List.of(new Column(keys.get(i), from)), to, null));
                names.add("$key" + i);
            }
        }
        if (outputs.size() == stream.schema().size()) {
            return new Keyed(stream, places);
        }
        Stream widened = planner.calcs().calc(stream, null, outputs, names, Demand.NOTHING, true, join);
        return new Keyed(widened.with(widened.node(), widened.schema(), stream.columns()), places);
    }

    /** True where equal values of both types are held in equal bytes. */
    private static boolean sameForm(DataType a, DataType b) {
        if (a instanceof DataType.Decimal x && b instanceof DataType.Decimal y) {
            return x.scale() == y.scale() && x.kind() == y.kind();
        }
        return (a.isInteger() && b.isInteger())
                || (a.isApproximate() && b.isApproximate())
                || (a instanceof DataType.Text && b instanceof DataType.Text)
                || (a instanceof DataType.Binary && b instanceof DataType.Binary)
                || (a instanceof DataType.Temporal x
                        && b instanceof DataType.Temporal y
                        && x.temporal() == y.temporal())
                || a.sql().equals(b.sql());
    }

    private Stream exchanged(Stream input, List<Integer> keys, Join join) {
        return input.partitions().contains(keys) ? input : planner.exchange(input, keys, join);
    }

    private Stream node(
            Join join,
            JoinKind kind,
            Stream left,
            Stream right,
            Sides sides,
            List<Boolean> dropsNulls,
            List<RexNode> rest) {
        boolean leftOnly = kind == JoinKind.SEMI || kind == JoinKind.ANTI || kind == JoinKind.NULL_AWARE_ANTI;
        int shift = left.schema().size();
        List<Integer> columns = new ArrayList<>(left.columns());
        right.columns().forEach(place -> columns.add(place + shift));
        Schema both = nullable(left.schema(), kind == JoinKind.RIGHT || kind == JoinKind.FULL)
                .concat(nullable(right.schema(), kind == JoinKind.LEFT || kind == JoinKind.FULL));
        Expression residual = null;
        if (!rest.isEmpty()) {
            Schema pair = left.schema().concat(right.schema());
            List<Expression> inputs = new ArrayList<>();
            columns.forEach(place -> inputs.add(new Column(place, pair.type(place))));
            residual = planner.translator(inputs).translate(RexUtil.composeConjunction(planner.rexBuilder(), rest));
        }
        Schema schema = leftOnly ? left.schema() : both;
        List<String> names = PhysicalPlanner.names(left.schema(), sides.leftKeys);
        PlanNode.Join node = planner.builder()
                .add(new PlanNode.Join(
                        planner.id(role(kind), names, join),
                        left.node(),
                        right.node(),
                        kind,
                        sides.leftKeys,
                        sides.rightKeys,
                        dropsNulls.stream().map(drops -> !drops).toList(),
                        residual,
                        left.insertOnly(),
                        right.insertOnly(),
                        schema));
        boolean keepsInserts = kind == JoinKind.INNER || kind == JoinKind.SEMI;
        return Stream.plain(node.id(), schema, keepsInserts && left.insertOnly() && right.insertOnly())
                .with(node.id(), schema, leftOnly ? left.columns() : columns)
                .withUniqueKeys(uniqueKeys(left, right, sides, leftOnly, shift))
                .withPartitions(partitions(kind, sides, shift))
                .withRawEnvelope(left.rawEnvelope() || (right.rawEnvelope() && !leftOnly));
    }

    private static String role(JoinKind kind) {
        return switch (kind) {
            case INNER, LEFT, RIGHT, FULL -> "join";
            case SEMI -> "semi";
            case ANTI, NULL_AWARE_ANTI -> "anti";
        };
    }

    private static Schema nullable(Schema schema, boolean padded) {
        if (!padded) {
            return schema;
        }
        List<Field> fields = new ArrayList<>();
        schema.fields()
                .forEach(
                        field -> fields.add(new Field(field.name(), field.type().withNullable(true))));
        return new Schema(fields);
    }

    private static Set<Set<Integer>> uniqueKeys(Stream left, Stream right, Sides sides, boolean leftOnly, int shift) {
        if (leftOnly) {
            return left.uniqueKeys();
        }
        Set<Set<Integer>> keys = new LinkedHashSet<>();
        if (right.isUnique(Set.copyOf(sides.rightKeys))) {
            keys.addAll(left.uniqueKeys());
        }
        Set<Set<Integer>> shifted = new LinkedHashSet<>();
        for (Set<Integer> key : right.uniqueKeys()) {
            Set<Integer> moved = new LinkedHashSet<>();
            key.forEach(place -> moved.add(place + shift));
            shifted.add(moved);
        }
        if (left.isUnique(Set.copyOf(sides.leftKeys))) {
            keys.addAll(shifted);
        }
        for (Set<Integer> ofLeft : left.uniqueKeys()) {
            for (Set<Integer> ofRight : shifted) {
                Set<Integer> pair = new LinkedHashSet<>(ofLeft);
                pair.addAll(ofRight);
                keys.add(pair);
            }
        }
        return keys;
    }

    private static Set<List<Integer>> partitions(JoinKind kind, Sides sides, int shift) {
        List<Integer> left = List.copyOf(sides.leftKeys);
        List<Integer> right = sides.rightKeys.stream().map(key -> key + shift).toList();
        return switch (kind) {
            case INNER -> Set.copyOf(new LinkedHashSet<>(List.of(left, right)));
            case LEFT, SEMI, ANTI -> Set.of(left);
            case RIGHT -> Set.of(right);
            case FULL -> left.isEmpty() ? Set.of(left) : Set.of();
            case NULL_AWARE_ANTI -> Set.of(List.of());
        };
    }
}

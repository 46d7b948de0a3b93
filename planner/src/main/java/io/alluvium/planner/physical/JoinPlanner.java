package io.alluvium.planner.physical;

import io.alluvium.core.expression.Expression;
import io.alluvium.core.expression.Expression.Call;
import io.alluvium.core.expression.Expression.Column;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.plan.PlanNode.JoinKind;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;

/** Lowers joins: equal keys decide the worker, the rest of the condition is checked for each pair. */
final class JoinPlanner {
    private final PhysicalPlanner planner;

    JoinPlanner(PhysicalPlanner planner) {
        this.planner = planner;
    }

    Stream lower(Join join) {
        JoinKeys keys = JoinKeys.of(join);
        JoinKind kind = kind(join.getJoinType());
        if (kind == JoinKind.ANTI && keys.isNotIn()) {
            kind = JoinKind.NULL_AWARE_ANTI;
            keys = keys.ofNotIn(join.getLeft().getRowType().getFieldCount());
        }
        Sides sides = sides(join, keys);
        boolean oneWorker = kind == JoinKind.NULL_AWARE_ANTI || keys.left().isEmpty();
        Stream left = exchanged(sides.left, oneWorker ? List.of() : sides.leftKeys, join);
        Stream right = exchanged(sides.right, oneWorker ? List.of() : sides.rightKeys, join);
        if (oneWorker) {
            String why = kind == JoinKind.NULL_AWARE_ANTI
                    ? "NOT IN over values that may be NULL sees all of them; NOT EXISTS, or IS NOT NULL on both sides, does not"
                    : "its condition has no equal keys";
            planner.warnings()
                    .add("the join of " + String.join(", ", PhysicalPlanner.tables(join)) + " runs on one worker: "
                            + why);
        }
        return node(join, kind, left, right, sides, keys);
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

    private record Sides(Stream left, Stream right, List<Integer> leftKeys, List<Integer> rightKeys) {}

    /** Both inputs with their keys as columns of one type, which equal values have the same value of. */
    private Sides sides(Join join, JoinKeys keys) {
        Stream left = planner.lower(join.getLeft(), Demand.NOTHING);
        Stream right = planner.lower(join.getRight(), Demand.NOTHING);
        List<Expression> leftKeys = translated(left, keys.left());
        List<Expression> rightKeys = translated(right, keys.right());
        Keyed keyedLeft = withKeys(left, leftKeys, keys.types(), join);
        Keyed keyedRight = withKeys(right, rightKeys, keys.types(), join);
        return new Sides(keyedLeft.stream, keyedRight.stream, keyedLeft.keys, keyedRight.keys);
    }

    private List<Expression> translated(Stream stream, List<RexNode> keys) {
        RexTranslator translator = planner.translator(PhysicalPlanner.inputs(stream));
        return keys.stream().map(translator::translate).toList();
    }

    private record Keyed(Stream stream, List<Integer> keys) {}

    /** Adds a column for each key that is computed or has to be cast. */
    private Keyed withKeys(Stream stream, List<Expression> keys, List<DataType> types, Join join) {
        List<Expression> outputs = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < stream.schema().size(); i++) {
            outputs.add(new Column(i, stream.schema().type(i)));
            names.add(stream.schema().name(i));
        }
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            Expression key = keys.get(i);
            boolean fits = KeyType.sameForm(key.type(), types.get(i));
            if (fits && key instanceof Column column) {
                places.add(column.index());
                continue;
            }
            DataType to = types.get(i).withNullable(key.type().nullable());
            places.add(outputs.size());
            outputs.add(fits ? key : new Call("CAST", List.of(key), to, null));
            names.add("$key" + i);
        }
        if (outputs.size() == stream.schema().size()) {
            return new Keyed(stream, places);
        }
        Stream widened = planner.calcs().calc(stream, null, outputs, names, Demand.NOTHING, true, join);
        return new Keyed(widened.with(widened.node(), widened.schema(), stream.columns()), places);
    }

    private Stream exchanged(Stream input, List<Integer> keys, Join join) {
        return input.partitions().contains(keys) ? input : planner.exchange(input, keys, join);
    }

    private Stream node(Join join, JoinKind kind, Stream left, Stream right, Sides sides, JoinKeys keys) {
        boolean leftOnly = kind == JoinKind.SEMI || kind == JoinKind.ANTI || kind == JoinKind.NULL_AWARE_ANTI;
        int shift = left.schema().size();
        List<Integer> columns = new ArrayList<>(left.columns());
        right.columns().forEach(place -> columns.add(place + shift));
        Schema both = nullable(left.schema(), kind == JoinKind.RIGHT || kind == JoinKind.FULL)
                .concat(nullable(right.schema(), kind == JoinKind.LEFT || kind == JoinKind.FULL));
        Expression residual = null;
        if (!keys.rest().isEmpty()) {
            Schema pair = left.schema().concat(right.schema());
            List<Expression> inputs = new ArrayList<>();
            columns.forEach(place -> inputs.add(new Column(place, pair.type(place))));
            residual =
                    planner.translator(inputs).translate(RexUtil.composeConjunction(planner.rexBuilder(), keys.rest()));
            if (!left.insertOnly() || !right.insertOnly()) {
                planner.remembering().refuseInJoin(residual);
            }
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
                        keys.nullSafe(),
                        residual,
                        left.insertOnly(),
                        right.insertOnly(),
                        schema));
        boolean keepsInserts = kind == JoinKind.INNER || kind == JoinKind.SEMI;
        return Stream.plain(node.id(), schema, keepsInserts && left.insertOnly() && right.insertOnly())
                .with(node.id(), schema, leftOnly ? left.columns() : columns)
                .withUniqueKeys(uniqueKeys(kind, left, right, sides, shift))
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

    /** The rows of a side that has no match have NULL for the other side's keys: those are unique only together with their own. */
    private static Set<Set<Integer>> uniqueKeys(JoinKind kind, Stream left, Stream right, Sides sides, int shift) {
        if (kind == JoinKind.SEMI || kind == JoinKind.ANTI || kind == JoinKind.NULL_AWARE_ANTI) {
            return left.uniqueKeys();
        }
        boolean padsLeft = kind == JoinKind.RIGHT || kind == JoinKind.FULL;
        boolean padsRight = kind == JoinKind.LEFT || kind == JoinKind.FULL;
        Set<Set<Integer>> keys = new LinkedHashSet<>();
        if (!padsLeft && right.isUnique(Set.copyOf(sides.rightKeys))) {
            keys.addAll(left.uniqueKeys());
        }
        if (!padsRight && left.isUnique(Set.copyOf(sides.leftKeys))) {
            right.uniqueKeys().forEach(key -> keys.add(shifted(key, shift)));
        }
        for (Set<Integer> ofLeft : left.uniqueKeys()) {
            for (Set<Integer> ofRight : right.uniqueKeys()) {
                boolean toldApart = kind != JoinKind.FULL || hasValue(left, ofLeft) || hasValue(right, ofRight);
                if (toldApart) {
                    Set<Integer> pair = new LinkedHashSet<>(ofLeft);
                    pair.addAll(shifted(ofRight, shift));
                    keys.add(pair);
                }
            }
        }
        return keys;
    }

    private static Set<Integer> shifted(Set<Integer> key, int shift) {
        Set<Integer> moved = new LinkedHashSet<>();
        key.forEach(place -> moved.add(place + shift));
        return moved;
    }

    /** True where a key is never all NULL, as it is in a row that pads its side. */
    private static boolean hasValue(Stream side, Set<Integer> key) {
        return key.stream().anyMatch(column -> !side.schema().type(column).nullable());
    }

    private static Set<List<Integer>> partitions(JoinKind kind, Sides sides, int shift) {
        List<Integer> left = List.copyOf(sides.leftKeys);
        List<Integer> right = sides.rightKeys.stream().map(key -> key + shift).toList();
        return switch (kind) {
            case INNER -> Collections.unmodifiableSet(new LinkedHashSet<>(List.of(left, right)));
            case LEFT, SEMI, ANTI -> Set.of(left);
            case RIGHT -> Set.of(right);
            case FULL -> left.isEmpty() ? Set.of(left) : Set.of();
            case NULL_AWARE_ANTI -> Set.of(List.of());
        };
    }
}

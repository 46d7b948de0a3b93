package io.alluvium.planner.physical;

import io.alluvium.core.type.DataType;
import io.alluvium.planner.bind.DataTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * A join's condition taken apart. A pair is a key where both sides have a type in which equal values are one value; where unequal
 * ones may be one, too, having been rounded, the pair is a key and its comparison is among the rest.
 *
 * @param left the keys over the left columns
 * @param right the keys over the right columns, counted from 0
 * @param types for each pair: the type that both sides are cast to
 * @param nullSafe for each pair: NULL equals NULL
 * @param rest what else must hold, over left then right columns
 */
record JoinKeys(
        List<RexNode> left, List<RexNode> right, List<DataType> types, List<Boolean> nullSafe, List<RexNode> rest) {

    static JoinKeys of(Join join) {
        int leftFields = join.getLeft().getRowType().getFieldCount();
        RexNode condition = RexUtil.expandSearch(join.getCluster().getRexBuilder(), null, join.getCondition());
        JoinKeys keys = new JoinKeys(
                new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
            if (!keys.addPair(conjunct, leftFields)) {
                keys.rest.add(conjunct);
            }
        }
        return keys;
    }

    /** Takes {@code f(left) = g(right)}, either way around; true where nothing is left of it to be checked. */
    private boolean addPair(RexNode conjunct, int leftFields) {
        boolean equals = conjunct.getKind() == SqlKind.EQUALS;
        if (!(conjunct instanceof RexCall call)
                || (!equals && conjunct.getKind() != SqlKind.IS_NOT_DISTINCT_FROM)
                || !RexUtil.isDeterministic(conjunct)) {
            return false;
        }
        RexNode a = call.getOperands().get(0);
        RexNode b = call.getOperands().get(1);
        boolean straight = isLeft(a, leftFields) && isRight(b, leftFields);
        boolean swapped = isLeft(b, leftFields) && isRight(a, leftFields);
        if (!straight && !swapped) {
            return false;
        }
        KeyType key = KeyType.of(DataTypes.of(a.getType()), DataTypes.of(b.getType()));
        if (key == null) {
            return false;
        }
        left.add(straight ? a : b);
        right.add(shifted(straight ? b : a, leftFields));
        types.add(key.type());
        nullSafe.add(!equals);
        return key.tellsApart();
    }

    private static boolean isLeft(RexNode node, int leftFields) {
        ImmutableBitSet used = RelOptUtil.InputFinder.bits(node);
        return !used.isEmpty() && used.length() <= leftFields;
    }

    private static boolean isRight(RexNode node, int leftFields) {
        ImmutableBitSet used = RelOptUtil.InputFinder.bits(node);
        return !used.isEmpty() && used.nextSetBit(0) >= leftFields;
    }

    private static RexNode shifted(RexNode node, int leftFields) {
        return node.accept(new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef ref) {
                return new RexInputRef(ref.getIndex() - leftFields, ref.getType());
            }
        });
    }

    /** True for {@code (left = right) IS NOT FALSE} alone: NOT IN, which nothing passes that is equal or unknown. */
    boolean isNotIn() {
        return left.isEmpty()
                && rest.size() == 1
                && rest.get(0).getKind() == SqlKind.IS_NOT_FALSE
                && ((RexCall) rest.get(0)).getOperands().get(0).getKind() == SqlKind.EQUALS
                && isPairOfColumns(
                        (RexCall) ((RexCall) rest.get(0)).getOperands().get(0));
    }

    private static boolean isPairOfColumns(RexCall equals) {
        KeyType key = KeyType.of(
                DataTypes.of(equals.getOperands().get(0).getType()),
                DataTypes.of(equals.getOperands().get(1).getType()));
        return equals.getOperands().get(0) instanceof RexInputRef
                && equals.getOperands().get(1) instanceof RexInputRef
                && key != null
                && key.tellsApart();
    }

    /** The pair of columns that NOT IN compares; the left one comes first. */
    JoinKeys ofNotIn(int leftFields) {
        RexCall equals = (RexCall) ((RexCall) rest.get(0)).getOperands().get(0);
        RexNode a = equals.getOperands().get(0);
        RexNode b = equals.getOperands().get(1);
        boolean straight = isLeft(a, leftFields);
        KeyType key = Objects.requireNonNull(KeyType.of(DataTypes.of(a.getType()), DataTypes.of(b.getType())));
        return new JoinKeys(
                List.of(straight ? a : b),
                List.of(shifted(straight ? b : a, leftFields)),
                List.of(key.type()),
                List.of(false),
                List.of());
    }
}

package io.alluvium.planner.physical;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.SourcePosition;
import io.alluvium.core.expression.Expression;
import io.alluvium.core.expression.Expression.Column;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.plan.PlanNode.AggregateCall;
import io.alluvium.core.plan.PlanNode.GroupWindow;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import io.alluvium.planner.bind.Binder;
import io.alluvium.planner.bind.DataTypes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/** Lowers GROUP BY and DISTINCT. */
final class AggregatePlanner {
    private static final Set<String> FUNCTIONS = Set.of("COUNT", "SUM", "AVG", "MIN", "MAX", "SINGLE_VALUE");

    private final PhysicalPlanner planner;

    AggregatePlanner(PhysicalPlanner planner) {
        this.planner = planner;
    }

    Stream lower(Aggregate aggregate) {
        if (aggregate.getGroupType() != Aggregate.Group.SIMPLE) {
            throw new AlluviumException(
                    ErrorCode.UNSUPPORTED,
                    "GROUPING SETS, CUBE and ROLLUP are not supported",
                    "write one GROUP BY for each and join them with UNION ALL");
        }
        Stream input = planner.lower(
                usesNothing(aggregate) ? oneColumn(aggregate.getInput()) : aggregate.getInput(), Demand.NOTHING);
        List<Integer> keys = input.at(aggregate.getGroupSet().asList());
        if (!input.isPartitionedWithin(keys)) {
            input = planner.exchange(input, keys, aggregate);
        }
        Schema schema = DataTypes.schema(aggregate.getRowType());
        List<AggregateCall> calls = new ArrayList<>();
        List<Field> fields = new ArrayList<>(schema.fields().subList(0, keys.size()));
        for (int i = 0; i < aggregate.getAggCallList().size(); i++) {
            if (!isConstant(aggregate.getAggCallList().get(i))) {
                calls.add(call(aggregate.getAggCallList().get(i), input, keys, schema, keys.size() + i));
                fields.add(schema.fields().get(keys.size() + i));
            }
        }
        GroupWindow window = window(input, keys);
        PlanNode.Aggregate node = planner.builder()
                .add(new PlanNode.Aggregate(
                        planner.id(
                                calls.isEmpty() ? "distinct" : "aggregate",
                                PhysicalPlanner.names(input.schema(), keys),
                                aggregate),
                        input.node(),
                        keys,
                        calls,
                        input.insertOnly(),
                        window,
                        new Schema(fields)));
        return withConstants(result(node, input, keys), aggregate, schema);
    }

    /** Sub-query removal marks groups that exist by a constant; it needs no state. */
    private static boolean isConstant(org.apache.calcite.rel.core.AggregateCall call) {
        return call.getAggregation().getKind() == SqlKind.LITERAL_AGG;
    }

    private Stream withConstants(Stream groups, Aggregate aggregate, Schema schema) {
        if (groups.schema().size() == schema.size()) {
            return groups;
        }
        RexTranslator translator = planner.translator(List.of());
        List<Expression> outputs = new ArrayList<>();
        List<String> names = new ArrayList<>();
        int place = 0;
        for (int i = 0; i < schema.size(); i++) {
            int call = i - aggregate.getGroupCount();
            boolean constant =
                    call >= 0 && isConstant(aggregate.getAggCallList().get(call));
            outputs.add(
                    constant
                            ? translator.translate(
                                    aggregate.getAggCallList().get(call).rexList.get(0))
                            : new Column(place, groups.schema().type(place)));
            place += constant ? 0 : 1;
            names.add(schema.name(i));
        }
        return planner.calcs().calc(groups, null, outputs, names, Demand.NOTHING, true, aggregate);
    }

    private static boolean usesNothing(Aggregate aggregate) {
        return aggregate.getGroupSet().isEmpty()
                && aggregate.getAggCallList().stream()
                        .allMatch(call -> call.getArgList().isEmpty() && call.filterArg < 0);
    }

    /** Enough to count rows by. */
    private static RelNode oneColumn(RelNode input) {
        if (input.getRowType().getFieldCount() <= 1) {
            return input;
        }
        int column = input instanceof TableScan scan ? TableScans.plainest(Binder.table(scan.getTable())) : 0;
        return LogicalProject.create(
                input,
                List.of(),
                List.of(input.getCluster().getRexBuilder().makeInputRef(input, column)),
                List.of(input.getRowType().getFieldNames().get(column)),
                Set.of());
    }

    private AggregateCall call(
            org.apache.calcite.rel.core.AggregateCall call,
            Stream input,
            List<Integer> keys,
            Schema schema,
            int output) {
        String function = call.getAggregation().getName();
        SourcePosition position = planner.position(call.getParserPosition());
        if (!FUNCTIONS.contains(function)
                || !call.getCollation().getFieldCollations().isEmpty()) {
            throw new AlluviumException(
                    ErrorCode.UNSUPPORTED,
                    position,
                    "aggregate function \"" + call.getAggregation().getName() + "\" is not supported",
                    "there are COUNT, SUM, AVG, MIN and MAX",
                    null);
        }
        boolean single = call.getAggregation().getKind() == SqlKind.SINGLE_VALUE;
        if (single && !input.isUnique(Set.copyOf(keys))) {
            throw new AlluviumException(
                    ErrorCode.QUERY_INVALID,
                    planner.query().subQuery(),
                    "a sub-query that stands for one value may give several rows: no key of "
                            + "its tables says otherwise",
                    "aggregate it with MAX or MIN, or compare all columns of its table's primary key",
                    null);
        }
        return new AggregateCall(
                single ? "MAX" : function, // of one row at most
                input.at(call.getArgList()),
                call.isDistinct(),
                call.filterArg < 0 ? -1 : input.at(call.filterArg),
                schema.type(output),
                position);
    }

    /** Groups end where one of the keys is the end of a window over event time. */
    private @Nullable GroupWindow window(Stream input, List<Integer> keys) {
        for (int end : input.windowEnds().values()) {
            if (keys.contains(end)) {
                return new GroupWindow(end, planner.query().finalOnly(), input.insertOnly());
            }
        }
        return null;
    }

    private static Stream result(PlanNode.Aggregate node, Stream input, List<Integer> keys) {
        Map<Integer, Integer> moves = new LinkedHashMap<>();
        for (int i = 0; i < keys.size(); i++) {
            moves.putIfAbsent(keys.get(i), i);
        }
        boolean ended = node.window() != null && node.window().finalOnly() && input.insertOnly();
        boolean insertOnly = ended || (node.calls().isEmpty() && input.insertOnly());
        Stream moved = input.moved(
                node.id(),
                node.schema(),
                Stream.range(node.schema().size()),
                place -> moves.getOrDefault(place, Stream.NONE));
        return (insertOnly ? moved : moved.withTimes(Set.of(), Map.of()))
                .withInsertOnly(insertOnly)
                .withHidden(Stream.NONE, Stream.NONE)
                .withUniqueKeys(uniqueKeys(keys.size(), moved.twins()))
                .withRawEnvelope(false);
    }

    /** The group's columns; of columns that decide each other one is enough, whichever it is. */
    private static Set<Set<Integer>> uniqueKeys(int keys, Set<Set<Integer>> twins) {
        Set<Set<Integer>> unique = new LinkedHashSet<>();
        unique.add(new LinkedHashSet<>(Stream.range(keys)));
        for (Set<Integer> set : twins) {
            Set<Set<Integer>> fewer = new LinkedHashSet<>();
            for (Set<Integer> key : unique) {
                for (int kept : new TreeSet<>(set)) {
                    Set<Integer> one = new LinkedHashSet<>(key);
                    one.removeAll(set);
                    one.add(kept);
                    fewer.add(one);
                }
            }
            unique = fewer;
        }
        return unique;
    }
}

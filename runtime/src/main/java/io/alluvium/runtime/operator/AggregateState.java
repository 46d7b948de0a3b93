package io.alluvium.runtime.operator;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.operator.StateReader;
import io.alluvium.core.operator.StateWriter;
import io.alluvium.core.plan.PlanNode.AggregateCall;
import io.alluvium.core.row.ColumnBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.ColumnKind;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.Schema;
import io.alluvium.runtime.state.GroupValues;
import io.alluvium.runtime.state.KeyHashes;
import io.alluvium.runtime.state.KeyedTable;
import io.alluvium.runtime.state.LongCells;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the calls of an aggregate keep for each group. Calls share accumulators: those over the same argument, filter and
 * DISTINCT are kept once.
 */
final class AggregateState {
    private final Schema input;
    private final int[] keys;
    private final boolean insertOnly;
    private final KeyedTable groups;
    private final LongCells rows;
    private final CountAccumulator rowCount;
    private final Map<Integer, Feed> filterFeeds = new LinkedHashMap<>();
    private final Map<List<Integer>, Feed> valueFeeds = new LinkedHashMap<>();
    private final Map<List<Object>, Accumulator> shared = new HashMap<>();
    private final List<Accumulator> accumulators = new ArrayList<>();
    private final List<GroupValues> values = new ArrayList<>();
    private final CallResult[] results;
    private long[] ones = new long[0];

    /** How a call's value is read from its accumulators; false where it overflows its type (a NULL is appended then). */
    private interface CallResult {
        boolean append(int slot, ColumnBuilder target);
    }

    /** Weights of a batch's rows as some accumulators see them: filtered, or distinct values only. */
    private static final class Feed {
        private final int filter;
        private final @Nullable GroupValues values;
        private final List<Accumulator> accumulators = new ArrayList<>();
        private long[] weights = new long[0];

        Feed(int filter, @Nullable GroupValues values) {
            this.filter = filter;
            this.values = values;
        }
    }

    AggregateState(Schema input, int[] keys, List<AggregateCall> calls, boolean insertOnly) {
        this.input = input;
        this.keys = keys;
        this.insertOnly = insertOnly;
        ColumnKind[] kinds = new ColumnKind[keys.length];
        for (int i = 0; i < keys.length; i++) {
            kinds[i] = input.type(keys[i]).kind();
        }
        this.groups = new KeyedTable("groups", kinds);
        this.rows = groups.addLongs();
        this.rowCount = new CountAccumulator(rows);
        Feed all = filterFeed(-1);
        all.accumulators.add(rowCount);
        shared.put(List.of("COUNT", all, List.of()), rowCount);
        this.results = calls.stream().map(this::result).toArray(CallResult[]::new);
    }

    KeyedTable groups() {
        return groups;
    }

    /** Sum of the weights of the group's rows. */
    long rows(int slot) {
        return rows.get(slot);
    }

    private CallResult result(AggregateCall call) {
        return switch (call.function()) {
            case "COUNT" -> count(call);
            case "SUM" -> sum(call);
            case "AVG" -> average(call);
            case "MIN" -> best(call, false);
            case "MAX" -> best(call, true);
            default -> throw new AlluviumException(
                    ErrorCode.UNSUPPORTED,
                    "aggregate function \"" + call.function() + "\" is not supported",
                    "use COUNT, SUM, AVG, MIN or MAX");
        };
    }

    private CallResult count(AggregateCall call) {
        CountAccumulator count = counted(feed(call), call.arguments());
        return (slot, target) -> {
            target.appendLong(Math.max(0, count.count(slot)));
            return true;
        };
    }

    private CallResult sum(AggregateCall call) {
        int argument = call.arguments().get(0);
        Feed feed = feed(call);
        CountAccumulator count = counted(feed, call.arguments());
        if (input.type(argument).isApproximate()) {
            DoubleSum sum = doubleSum(feed, argument);
            boolean toFloat = call.type().is(DataType.Scalar.FLOAT);
            return (slot, target) -> {
                if (count.count(slot) > 0) {
                    target.appendDouble(toFloat ? (float) sum.value(slot) : sum.value(slot));
                } else {
                    target.appendNull();
                }
                return true;
            };
        }
        ExactSum sum = exactSum(feed, argument);
        ExactResult result = new ExactResult(call.type(), scale(argument));
        return (slot, target) -> {
            if (count.count(slot) > 0) {
                return result.appendSum(sum, slot, target);
            }
            target.appendNull();
            return true;
        };
    }

    private CallResult average(AggregateCall call) {
        int argument = call.arguments().get(0);
        Feed feed = feed(call);
        CountAccumulator count = counted(feed, call.arguments());
        if (input.type(argument).isApproximate()) {
            DoubleSum sum = doubleSum(feed, argument);
            boolean toFloat = call.type().is(DataType.Scalar.FLOAT);
            return (slot, target) -> {
                long number = count.count(slot);
                if (number > 0) {
                    double average = sum.average(slot, number);
                    target.appendDouble(toFloat ? (float) average : average);
                } else {
                    target.appendNull();
                }
                return true;
            };
        }
        ExactSum sum = exactSum(feed, argument);
        ExactResult result = new ExactResult(call.type(), scale(argument));
        return (slot, target) -> {
            long number = count.count(slot);
            if (number > 0) {
                return result.appendAverage(sum, slot, number, target);
            }
            target.appendNull();
            return true;
        };
    }

    private CallResult best(AggregateCall call, boolean greatest) {
        int argument = call.arguments().get(0);
        if (!insertOnly) {
            GroupValues held = groupValues(call.filter(), call.arguments());
            return (slot, target) -> {
                held.appendBest(slot, greatest, target);
                return true;
            };
        }
        Feed feed = filterFeed(call.filter());
        CountAccumulator count = counted(feed, call.arguments());
        BestAccumulator best = share(
                feed,
                List.of(greatest ? "MAX" : "MIN", feed, argument),
                () -> new BestAccumulator(groups, argument, input.type(argument).kind(), greatest),
                BestAccumulator.class);
        return (slot, target) -> {
            if (count.count(slot) > 0) {
                best.append(slot, target);
            } else {
                target.appendNull();
            }
            return true;
        };
    }

    private int scale(int argument) {
        return input.type(argument) instanceof DataType.Decimal decimal ? decimal.scale() : 0;
    }

    private Feed feed(AggregateCall call) {
        if (!call.distinct()) {
            return filterFeed(call.filter());
        }
        groupValues(call.filter(), call.arguments());
        Feed feed = valueFeeds.get(feedKey(call.filter(), call.arguments()));
        if (feed == null) {
            throw new AssertionError("no feed of " + call);
        }
        return feed;
    }

    private Feed filterFeed(int filter) {
        return filterFeeds.computeIfAbsent(filter, column -> new Feed(column, null));
    }

    private GroupValues groupValues(int filter, List<Integer> arguments) {
        filterFeed(filter);
        Feed feed = valueFeeds.computeIfAbsent(feedKey(filter, arguments), key -> {
            String state = "values" + values.size();
            int[] columns = arguments.stream().mapToInt(Integer::intValue).toArray();
            GroupValues held = new GroupValues(state, groups, input, keys, columns);
            values.add(held);
            return new Feed(filter, held);
        });
        if (feed.values == null) {
            throw new AssertionError("a feed without values");
        }
        return feed.values;
    }

    private static List<Integer> feedKey(int filter, List<Integer> arguments) {
        List<Integer> key = new ArrayList<>(arguments);
        key.add(filter);
        return key;
    }

    /** Counts rows of the feed without NULL among the arguments; NOT NULL arguments need no count of their own. */
    private CountAccumulator counted(Feed feed, List<Integer> arguments) {
        List<Integer> nullable = new ArrayList<>();
        for (int argument : arguments) {
            if (input.type(argument).nullable() && feed.values == null) {
                nullable.add(argument);
            }
        }
        int[] columns = nullable.stream().mapToInt(Integer::intValue).toArray();
        return share(
                feed,
                List.of("COUNT", feed, nullable),
                () -> new CountAccumulator(groups.addLongs(), columns),
                CountAccumulator.class);
    }

    private ExactSum exactSum(Feed feed, int argument) {
        boolean wide = input.type(argument).kind() == ColumnKind.INT128;
        return share(feed, List.of("SUM", feed, argument), () -> new ExactSum(groups, argument, wide), ExactSum.class);
    }

    private DoubleSum doubleSum(Feed feed, int argument) {
        return share(feed, List.of("SUM", feed, argument), () -> new DoubleSum(groups, argument), DoubleSum.class);
    }

    private <T extends Accumulator> T share(Feed feed, List<Object> key, Supplier<T> create, Class<T> type) {
        Accumulator known = shared.get(key);
        if (known == null) {
            known = create.get();
            shared.put(key, known);
            feed.accumulators.add(known);
            accumulators.add(known);
        }
        return type.cast(known);
    }

    /** Prepares a group that is new. */
    void begin(int slot) {
        if (insertOnly) {
            for (Accumulator accumulator : accumulators) {
                accumulator.begin(slot);
            }
        }
    }

    /** Folds a batch into its groups, one accumulator at a time. */
    void fold(RowBatch batch, int[] slots, long[] hashes) {
        long[] weights = batch.weights();
        if (weights == null) {
            if (ones.length < batch.size()) {
                ones = new long[Math.max(batch.size(), RowBatch.TARGET_ROWS)];
                Arrays.fill(ones, 1);
            }
            weights = ones;
        }
        for (Feed feed : filterFeeds.values()) {
            feed.weights = feed.filter < 0 ? weights : filtered(feed, batch, weights);
            fold(feed, batch, slots);
        }
        for (Feed feed : valueFeeds.values()) {
            if (feed.values != null) {
                feed.weights = feed.values.fold(batch, slots, hashes, filterFeed(feed.filter).weights);
            }
            fold(feed, batch, slots);
        }
    }

    private static void fold(Feed feed, RowBatch batch, int[] slots) {
        for (Accumulator accumulator : feed.accumulators) {
            accumulator.fold(batch, slots, feed.weights);
        }
    }

    private static long[] filtered(Feed feed, RowBatch batch, long[] weights) {
        int size = batch.size();
        long[] result = feed.weights.length < size ? new long[Math.max(size, RowBatch.TARGET_ROWS)] : feed.weights;
        long[] truth = batch.longs(feed.filter).values();
        boolean[] nulls = batch.column(feed.filter).nulls();
        for (int row = 0; row < size; row++) {
            boolean taken = truth[row] != 0 && (nulls == null || !nulls[row]);
            result[row] = taken ? weights[row] : 0;
        }
        return result;
    }

    int calls() {
        return results.length;
    }

    /** Appends the value of a call; false where the result overflows. */
    boolean append(int call, int slot, ColumnBuilder target) {
        return results[call].append(slot, target);
    }

    /** True when nothing is left of the group's input, shown or owed. */
    boolean isZero(int slot) {
        if (rows.get(slot) != 0) {
            return false;
        }
        for (Accumulator accumulator : accumulators) {
            if (!accumulator.isZero(slot)) {
                return false;
            }
        }
        for (GroupValues held : values) {
            if (!held.isEmpty(slot)) {
                return false;
            }
        }
        return true;
    }

    /** Takes a group out with all it holds. */
    void drop(int slot) {
        for (GroupValues held : values) {
            held.drop(slot);
        }
        groups.remove(slot);
    }

    void endEpoch() {
        groups.endEpoch();
        values.forEach(GroupValues::endEpoch);
    }

    void snapshot(StateWriter writer) {
        groups.snapshot(writer);
        values.forEach(held -> held.snapshot(writer));
    }

    void restore(StateReader reader, Schema keySchema, KeyHashes keyHash) {
        groups.restore(reader);
        values.forEach(held -> held.restore(reader, keySchema, keyHash));
    }

    long bytesHeld() {
        return groups.bytesHeld()
                + values.stream().mapToLong(GroupValues::bytesHeld).sum();
    }
}

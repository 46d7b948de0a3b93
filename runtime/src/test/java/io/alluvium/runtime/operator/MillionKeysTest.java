package io.alluvium.runtime.operator;

import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.operator.Operator;
import io.alluvium.core.plan.PlanNode.Aggregate;
import io.alluvium.core.plan.PlanNode.JoinKind;
import io.alluvium.core.plan.PlanNode.Normalize;
import io.alluvium.core.plan.PlanNode.Rank;
import io.alluvium.core.plan.PlanNode.SortKey;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.Schema;
import io.alluvium.runtime.state.HeapHistogram;
import io.alluvium.testkit.harness.HarnessContext;
import io.alluvium.testkit.harness.SchemaText;
import java.lang.ref.Reference;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.management.JMException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every operator that keeps state holds a million keys in pages, not in objects: the heap's histogram says so. */
class MillionKeysTest {
    private static final int KEYS = 1_000_000;
    private static final Schema ROWS = SchemaText.parse("k BIGINT, v STRING");
    private static final int[] KEY = {0};

    /** An operator with state, and how many inputs it has. */
    record Holder(String name, Supplier<Operator> operator, int inputs) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Holder> holders() {
        List<SortKey> order = List.of(new SortKey(1, true, false));
        Rank all = new Rank("rank", "in", List.of(0), order, 1, 2, false, false, ROWS);
        Rank best = new Rank("rank", "in", List.of(0), order, 1, 1, false, true, ROWS);
        return Stream.of(
                new Holder("changing aggregate", () -> aggregate(false), 1),
                new Holder("insert-only aggregate", () -> aggregate(true), 1),
                new Holder("rank", () -> new RankOperator(all, ROWS, KEY), 1),
                new Holder("best row", () -> new BestRowOperator(best, ROWS, KEY), 1),
                new Holder(
                        "normalize",
                        () -> new NormalizeOperator(new Normalize("n", "in", List.of(0), ROWS), ROWS, KEY),
                        1),
                new Holder("inner join", () -> JoinCases.join(JoinKind.INNER, false, false, null), 2),
                new Holder("appended inner join", () -> JoinCases.join(JoinKind.INNER, false, true, null), 2),
                new Holder("full join", () -> JoinCases.join(JoinKind.FULL, false, false, null), 2),
                new Holder(
                        "full join with a condition",
                        () -> JoinCases.join(JoinKind.FULL, false, false, JoinCases.ORDERED),
                        2),
                new Holder("anti join", () -> JoinCases.join(JoinKind.ANTI, false, false, null), 2));
    }

    private static Operator aggregate(boolean insertOnly) {
        Schema output = SchemaText.parse("k BIGINT, n BIGINT, lo STRING, d BIGINT");
        Aggregate node = new Aggregate(
                "agg",
                "in",
                List.of(0),
                List.of(
                        AggregateCases.call("COUNT(*)", DataType.bigint()),
                        AggregateCases.call("MIN(1)", DataType.string()),
                        AggregateCases.call("DISTINCT COUNT(1)", DataType.bigint())),
                insertOnly,
                null,
                output);
        return new AggregateOperator(node, ROWS, KEY);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("holders")
    void keysAreNoObjects(Holder holder) throws JMException {
        Operator operator = holder.operator().get();
        operator.open(HarnessContext.alone());
        feed(operator, holder.inputs(), 0, 1000);
        HeapHistogram before = HeapHistogram.now();
        feed(operator, holder.inputs(), 1000, KEYS);
        before.assertFewNewObjects();
        Reference.reachabilityFence(operator);
        operator.close();
    }

    private static void feed(Operator operator, int inputs, int from, int to) {
        long epoch = 0;
        for (int first = from; first < to; first += RowBatch.TARGET_ROWS) {
            BatchBuilder builder = new BatchBuilder(ROWS);
            for (int key = first; key < Math.min(to, first + RowBatch.TARGET_ROWS); key++) {
                builder.column(0).appendLong(key);
                builder.column(1).appendBytes(new byte[] {'v', (byte) ('a' + key % 26)});
                builder.endRow(1);
            }
            RowBatch batch = builder.build();
            for (int input = 0; input < inputs; input++) {
                operator.process(input, batch, rows -> {});
            }
            epoch++;
            operator.endEpoch(new EpochEnd(epoch, epoch, EpochEnd.NO_PROMISE, false, epoch), rows -> {});
        }
    }
}

package io.alluvium.runtime.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.connector.Lookup;
import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.operator.Operator;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.plan.PlanNode.Aggregate;
import io.alluvium.core.plan.PlanNode.AggregateCall;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.Schema;
import io.alluvium.testkit.harness.Diamond;
import io.alluvium.testkit.harness.HarnessContext;
import io.alluvium.testkit.harness.OperatorHarness;
import io.alluvium.testkit.harness.RowText;
import io.alluvium.testkit.harness.SchemaText;
import io.alluvium.testkit.harness.SnapshotBytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class LookupOperatorTest {
    private static final Schema INPUT = SchemaText.parse("id BIGINT, k BIGINT");
    private static final Schema FOUND = SchemaText.parse("name STRING");
    private static final Schema OUTPUT = SchemaText.parse("id BIGINT, k BIGINT, name STRING");

    private static PlanNode.Lookup node(boolean outer) {
        TableSpec table = new TableSpec("dim.names", "simulated", FOUND, List.of(), Map.of());
        return new PlanNode.Lookup(
                "lookup", "in", table, List.of(1), List.of("k"), List.of("name"), outer, null, OUTPUT);
    }

    /** A table that changes, and answers when the test says so, or at once. */
    private static final class SimulatedTable implements Lookup {
        private final Map<Long, List<String>> names = new TreeMap<>();
        private final List<Runnable> open = new ArrayList<>();
        private final boolean atOnce;
        private int asked;

        SimulatedTable(boolean atOnce) {
            this.atOnce = atOnce;
        }

        @Override
        public CompletableFuture<List<RowBatch>> find(List<String> keyColumns, List<String> wanted, RowBatch keys) {
            assertEquals(List.of("k"), keyColumns);
            assertEquals(List.of("name"), wanted);
            CompletableFuture<List<RowBatch>> future = new CompletableFuture<>();
            Runnable answer = () -> future.complete(answer(keys));
            if (atOnce) {
                answer.run();
            } else {
                open.add(answer);
            }
            return future;
        }

        private List<RowBatch> answer(RowBatch keys) {
            List<RowBatch> answers = new ArrayList<>();
            for (int row = 0; row < keys.size(); row++) {
                asked++;
                BatchBuilder builder = new BatchBuilder(FOUND);
                for (String name : names.getOrDefault(keys.longs(0).values()[row], List.of())) {
                    builder.appendRow(1, RowText.parse(FOUND, name));
                }
                answers.add(builder.build());
            }
            return answers;
        }

        void answerAll() {
            List<Runnable> now = List.copyOf(open);
            open.clear();
            now.forEach(Runnable::run);
        }
    }

    private static RowBatch batch(String... rows) {
        BatchBuilder builder = new BatchBuilder(INPUT);
        for (String row : rows) {
            builder.appendRow(row.startsWith("-") ? -1 : 1, RowText.parse(INPUT, row.substring(1)));
        }
        return builder.build();
    }

    private static void collect(RowBatch batch, List<String> rows) {
        for (int row = 0; row < batch.size(); row++) {
            rows.add((batch.weight(row) > 0 ? "+" : "-") + RowText.render(batch, row));
        }
    }

    private static EpochEnd epoch(long number) {
        return new EpochEnd(number, number, EpochEnd.NO_PROMISE, true, number);
    }

    /** The epoch's end waits for its answers, and they come in the order of the rows. */
    @Test
    void markerWaitsForAnswers() {
        SimulatedTable table = new SimulatedTable(false);
        table.names.put(1L, List.of("one"));
        table.names.put(2L, List.of("two", "zwei"));
        LookupOperator operator = new LookupOperator(node(true), INPUT, () -> table);
        operator.open(HarnessContext.alone());
        List<String> rows = new ArrayList<>();
        operator.process(0, batch("+10 1", "+11 1", "+12 2", "+13 NULL"), result -> collect(result, rows));
        operator.process(0, batch("+14 3"), result -> collect(result, rows));
        operator.endEpoch(epoch(1), result -> collect(result, rows));
        assertTrue(operator.pending());
        assertEquals(List.of(), rows);
        table.open.remove(1).run();
        operator.resume(result -> collect(result, rows));
        assertEquals(List.of(), rows);
        table.answerAll();
        operator.resume(result -> collect(result, rows));
        assertFalse(operator.pending());
        assertEquals(List.of("+10 1 one", "+11 1 one", "+12 2 two", "+12 2 zwei", "+13 NULL NULL", "+14 3 NULL"), rows);
        assertEquals(3, table.asked);
    }

    /** A changing row keeps the answer of the epoch in which it appeared, also over a restore. */
    @Test
    void answerIsRemembered() {
        SimulatedTable table = new SimulatedTable(false);
        table.names.put(1L, List.of("old"));
        List<String> rows = new ArrayList<>();
        Operator first = new RememberedLookupOperator(node(false), INPUT, new int[] {1}, () -> table);
        first.open(HarnessContext.alone());
        first.process(0, batch("+10 1"), result -> collect(result, rows));
        first.endEpoch(epoch(1), result -> collect(result, rows));
        assertTrue(first.pending());
        table.answerAll();
        first.resume(result -> collect(result, rows));
        assertFalse(first.pending());
        SnapshotBytes snapshot = new SnapshotBytes();
        first.snapshot(snapshot);

        table.names.put(1L, List.of("new"));
        Operator second = new RememberedLookupOperator(node(false), INPUT, new int[] {1}, () -> table);
        second.open(HarnessContext.alone());
        second.restore(snapshot.reader(0, 1));
        second.process(0, batch("-10 1", "+11 1"), result -> collect(result, rows));
        second.endEpoch(epoch(2), result -> collect(result, rows));
        table.answerAll();
        second.resume(result -> collect(result, rows));
        assertFalse(second.pending());
        assertEquals(List.of("+10 1 old", "-10 1 old", "+11 1 new"), rows);
    }

    @Test
    void changingInputInEveryWay() {
        for (boolean outer : new boolean[] {true, false}) {
            OperatorHarness.of(
                            () -> {
                                SimulatedTable table = new SimulatedTable(true);
                                table.names.put(1L, List.of("one", "eins"));
                                return new RememberedLookupOperator(node(outer), INPUT, new int[] {1}, () -> table);
                            },
                            OUTPUT,
                            INPUT)
                    .exchange(0, 1)
                    .run(
                            """
                            feed 0
                            +I 10 1
                            +I 10 1
                            -D 12 1
                            +I 13 2
                            expect
                            +2 10 1 one
                            +2 10 1 eins
                            """
                                    + (outer ? "+ 13 2 NULL\n" : "")
                                    + """
                            feed 0
                            -D 10 1
                            +I 12 1
                            -D 13 2
                            expect
                            - 10 1 one
                            - 10 1 eins
                            """
                                    + (outer ? "- 13 2 NULL\n" : ""));
        }
    }

    /** Both paths keep the answer of the epoch in which the row came; the table changes with each row asked for. */
    @Test
    void diamondOfChangingInput() {
        Schema counts = SchemaText.parse("id BIGINT, n BIGINT, names BIGINT");
        List<AggregateCall> calls = List.of(
                new AggregateCall("COUNT", List.of(), false, -1, DataType.bigint()),
                new AggregateCall("COUNT", List.of(2), true, -1, DataType.bigint()));
        AtomicLong answers = new AtomicLong();
        Lookup changing = (keyColumns, wanted, keys) -> {
            List<RowBatch> found = new ArrayList<>();
            for (int row = 0; row < keys.size(); row++) {
                BatchBuilder builder = new BatchBuilder(FOUND);
                builder.appendRow(1, RowText.parse(FOUND, "name" + answers.incrementAndGet()));
                found.add(builder.build());
            }
            return CompletableFuture.completedFuture(found);
        };
        Supplier<Operator> lookup =
                () -> new RememberedLookupOperator(node(false), INPUT, new int[] {0}, () -> changing);
        OperatorHarness.of(
                        () -> new Diamond(
                                lookup.get(),
                                lookup.get(),
                                new AggregateOperator(
                                        new Aggregate("counts", "in", List.of(0), calls, false, null, counts),
                                        OUTPUT,
                                        new int[] {0})),
                        counts,
                        INPUT)
                .exchange(0, 0)
                .run(
                        """
                        feed 0
                        +I 10 1
                        +I 10 2
                        -D 12 1
                        expect
                        + 10 4 4
                        feed 0
                        -D 10 2
                        +2 12 1
                        expect
                        - 10 4 4
                        + 10 2 2
                        + 12 2 2
                        feed 0
                        -D 10 1
                        -D 12 1
                        expect
                        - 10 2 2
                        - 12 2 2
                        """);
    }

    @Test
    void failureNamesTheTable() {
        LookupOperator operator = new LookupOperator(
                node(true),
                INPUT,
                () -> (keyColumns, wanted, keys) -> CompletableFuture.failedFuture(new IllegalStateException("gone")));
        operator.open(HarnessContext.alone());
        operator.process(0, batch("+10 1"), result -> {});
        AlluviumException failure =
                assertThrows(AlluviumException.class, () -> operator.endEpoch(epoch(1), result -> {}));
        assertEquals(ErrorCode.EXTERNAL_FAILED, failure.code());
        assertTrue(failure.getMessage().contains("dim.names"));
    }
}

package io.alluvium.runtime.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.SourcePosition;
import io.alluvium.core.expression.Expression;
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
import org.junit.jupiter.api.Test;

class RememberOperatorTest {
    private static final Schema ORDERS = SchemaText.parse("id BIGINT, price BIGINT, parts BIGINT");
    private static final Schema REMEMBERED =
            SchemaText.parse("id BIGINT, price BIGINT, parts BIGINT, uuid STRING, share BIGINT");
    private static final Schema COUNTS = SchemaText.parse("id BIGINT, n BIGINT, uuids BIGINT, share BIGINT");
    private static final SourcePosition DIVISION = new SourcePosition("q.sql", 2, 12, 2, 24, "SELECT price / parts");

    private static PlanNode.Remember node() {
        Expression share = new Expression.Call(
                "/",
                List.of(new Expression.Column(1, DataType.bigint()), new Expression.Column(2, DataType.bigint())),
                DataType.bigint(),
                DIVISION);
        return new PlanNode.Remember("remember", "in", List.of(uuid(), share), REMEMBERED);
    }

    private static Expression uuid() {
        return new Expression.Call("UUID", List.of(), DataType.string().withNullable(false), null);
    }

    private static Operator remember() {
        return new RememberOperator(node(), ORDERS, new int[] {0});
    }

    /** Rows and different UUIDs of each order: what is taken away under another UUID than it had stays counted. */
    private static Operator counts() {
        List<AggregateCall> calls = List.of(
                new AggregateCall("COUNT", List.of(), false, -1, DataType.bigint()),
                new AggregateCall("COUNT", List.of(3), true, -1, DataType.bigint()),
                new AggregateCall("MAX", List.of(4), false, -1, DataType.bigint()));
        return new AggregateOperator(
                new Aggregate("counts", "in", List.of(0), calls, false, null, COUNTS), REMEMBERED, new int[] {0});
    }

    @Test
    void removalTakesAwayWhatWasComputed() {
        OperatorHarness.of(() -> new Chain(remember(), counts()), COUNTS, ORDERS)
                .exchange(0, 0)
                .run(
                        """
                        feed 0
                        +I 1 100 4
                        +I 1 100 4
                        +I 1 90 3
                        -D 2 50 5
                        expect
                        + 1 3 2 30
                        feed 0
                        -D 1 90 3
                        +I 2 50 5
                        +I 3 7 1
                        expect
                        - 1 3 2 30
                        + 1 2 1 25
                        + 3 1 1 7
                        feed 0
                        -D 1 100 4
                        +I 2 50 5
                        -D 3 7 1
                        +I 3 8 1
                        expect
                        - 1 2 1 25
                        + 1 1 1 25
                        + 2 1 1 10
                        - 3 1 1 7
                        + 3 1 1 8
                        feed 0
                        -D 1 100 4
                        -D 2 50 5
                        expect
                        - 1 1 1 25
                        - 2 1 1 10
                        """);
    }

    /** The dead letters of a row's addition and of its removal are the same but for their weight, also after a restore. */
    @Test
    void aFailedRowAndItsRemovalAreDeadLetters() {
        OperatorHarness.Outcome outcome = OperatorHarness.of(() -> new Chain(remember(), counts()), COUNTS, ORDERS)
                .exchange(0, 0)
                .run(
                        """
                        feed 0
                        +2 1 100 0
                        +I 1 100 1
                        expect
                        + 1 1 1 100
                        feed 0
                        -D 1 100 0
                        expect
                        feed 0
                        -D 1 100 0
                        -D 1 100 1
                        expect
                        - 1 1 1 100
                        """);
        assertEquals(
                List.of(
                        "2 DIVISION_BY_ZERO q.sql:2:12",
                        "-1 DIVISION_BY_ZERO q.sql:2:12",
                        "-1 DIVISION_BY_ZERO q.sql:2:12"),
                outcome.letters().stream()
                        .map(letter -> letter.weight() + " " + letter.error().code() + " "
                                + letter.error().position().label())
                        .toList());
        assertEquals(
                outcome.letters().get(0).position(), outcome.letters().get(2).position());
        assertEquals(
                outcome.letters().get(0).error().getMessage(),
                outcome.letters().get(2).error().getMessage());
        assertEquals(
                ErrorCode.DIVISION_BY_ZERO, outcome.letters().get(2).error().code());
    }

    @Test
    void diamond() {
        OperatorHarness.of(() -> new Diamond(remember(), remember(), counts()), COUNTS, ORDERS)
                .exchange(0, 0)
                .run(
                        """
                        feed 0
                        +I 1 100 4
                        -D 2 10 2
                        expect
                        + 1 2 2 25
                        feed 0
                        -D 1 100 4
                        +I 1 200 4
                        +2 2 10 2
                        expect
                        - 1 2 2 25
                        + 1 2 2 50
                        + 2 2 2 5
                        """);
    }

    /** The very bytes come back, over a restore too; a row that returns is computed anew; more rows than a batch holds. */
    @Test
    void valueIsTheSameUntilTheRowIsGone() {
        int many = RowBatch.TARGET_ROWS + 10;
        Operator first = remember();
        first.open(HarnessContext.alone());
        List<String> added = epoch(first, 1, 1, many);
        assertEquals(many, added.size());
        assertEquals(many, added.stream().distinct().count());
        SnapshotBytes snapshot = new SnapshotBytes();
        first.snapshot(snapshot);
        Operator second = remember();
        second.open(HarnessContext.alone());
        second.restore(snapshot.reader(0, 1));
        List<String> removed = epoch(second, 2, -1, many);
        assertEquals(added.stream().map(row -> row.replaceFirst("^1:", "-1:")).toList(), removed);
        List<String> back = epoch(second, 3, 1, many);
        assertNotEquals(added, back);
        assertEquals(many, back.size());
    }

    private static List<String> epoch(Operator operator, long number, long weight, int rows) {
        BatchBuilder builder = new BatchBuilder(ORDERS);
        for (int i = 0; i < rows; i++) {
            builder.appendRow(weight, RowText.parse(ORDERS, i + " 10 2"));
        }
        List<String> found = new ArrayList<>();
        operator.process(0, builder.build(), result -> {});
        EpochEnd end = new EpochEnd(number, number, EpochEnd.NO_PROMISE, true, number);
        operator.endEpoch(end, result -> {
            for (int row = 0; row < result.size(); row++) {
                found.add(result.weight(row) + ":" + RowText.render(result, row));
            }
        });
        found.sort(null);
        return found;
    }
}

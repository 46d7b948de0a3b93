package io.alluvium.runtime.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.alluvium.core.plan.PlanNode.Aggregate;
import io.alluvium.core.plan.PlanNode.AggregateCall;
import io.alluvium.core.plan.PlanNode.Normalize;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.Schema;
import io.alluvium.testkit.harness.Diamond;
import io.alluvium.testkit.harness.OperatorHarness;
import io.alluvium.testkit.harness.SchemaText;
import java.util.List;
import org.junit.jupiter.api.Test;

class NormalizeOperatorTest {
    private static final Schema ORDERS = SchemaText.parse("id BIGINT, note STRING, amount DECIMAL(10, 2)");
    private static final Normalize NODE = new Normalize("norm", "in", List.of(0), ORDERS);

    private static OperatorHarness harness() {
        return OperatorHarness.of(() -> new NormalizeOperator(NODE, ORDERS, new int[] {0}), ORDERS, ORDERS)
                .exchange(0, 0)
                .ordered();
    }

    /** An upsert source: no image before is sent; the remembered one is taken away. */
    @Test
    void upsertsBecomeChanges() {
        harness()
                .run(
                        """
                        feed 0
                        +I 1 a 1.00
                        +I 2 b 2.00
                        expect
                        + 1 a 1.00
                        + 2 b 2.00
                        feed 0
                        +U 1 a 1.50
                        -D 2 NULL NULL
                        expect
                        - 1 a 1.00
                        + 1 a 1.50
                        - 2 b 2.00
                        """);
    }

    /** Field cases A04 and A31: repeated parts of a log change nothing once it has caught up. */
    @Test
    void repeatsConverge() {
        OperatorHarness.Outcome outcome = harness()
                .run(
                        """
                        feed 0
                        +I 1 a 1.00
                        -U 1 a 1.00
                        +U 1 b 1.00
                        -U 1 b 1.00
                        +U 1 c 1.00
                        expect
                        + 1 c 1.00
                        feed 0
                        -U 1 a 1.00
                        +U 1 b 1.00
                        -U 1 b 1.00
                        +U 1 c 1.00
                        +U 1 c 1.00
                        expect
                        feed 0
                        -D 1 c 1.00
                        -D 1 c 1.00
                        -D 7 x 1.00
                        expect
                        - 1 c 1.00
                        """);
        assertEquals(1, outcome.counter("deduplicated"));
        assertEquals(-2, outcome.counter("unseen"));
    }

    /** Field case A27: the primary key changes; the old key is taken away. */
    @Test
    void primaryKeyChanges() {
        harness()
                .run(
                        """
                        feed 0
                        +I 6 x 1.00
                        expect
                        + 6 x 1.00
                        feed 0
                        -U 6 x 1.00
                        +U 7 x 1.00
                        expect
                        - 6 x 1.00
                        + 7 x 1.00
                        """);
    }

    /** A removal that says something else than what is stored takes away what is stored. */
    @Test
    void removalFollowsTheStoredRow() {
        harness()
                .run(
                        """
                        feed 0
                        +I 1 a 1.00
                        expect
                        + 1 a 1.00
                        feed 0
                        -U 1 other 9.00
                        +U 1 b 1.00
                        expect
                        - 1 a 1.00
                        + 1 b 1.00
                        """);
    }

    @Test
    void diamond() {
        Schema counts = SchemaText.parse("id BIGINT, n BIGINT");
        AggregateCall rows = new AggregateCall("COUNT", List.of(), false, -1, DataType.bigint());
        Aggregate bottom = new Aggregate("agg", "u", List.of(0), List.of(rows), false, null, counts);
        OperatorHarness.of(
                        () -> new Diamond(
                                new NormalizeOperator(NODE, ORDERS, new int[] {0}),
                                new NormalizeOperator(NODE, ORDERS, new int[] {0}),
                                new AggregateOperator(bottom, ORDERS, new int[] {0})),
                        counts,
                        ORDERS)
                .exchange(0, 0)
                .ordered()
                .run(
                        """
                        feed 0
                        +I 1 a 1.00
                        +I 1 b 1.00
                        expect
                        + 1 2
                        feed 0
                        -D 1 b 1.00
                        expect
                        - 1 2
                        """);
    }
}

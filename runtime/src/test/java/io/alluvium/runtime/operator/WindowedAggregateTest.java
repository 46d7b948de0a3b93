package io.alluvium.runtime.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.alluvium.core.plan.PlanNode.Aggregate;
import io.alluvium.core.plan.PlanNode.GroupWindow;
import io.alluvium.core.type.Schema;
import io.alluvium.testkit.harness.Diamond;
import io.alluvium.testkit.harness.OperatorHarness;
import io.alluvium.testkit.harness.SchemaText;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Aggregates of windows: what fires, what is forgotten, what comes too late. */
class WindowedAggregateTest {
    @Test
    void finalOnlyWindowSpeaksOnceAndIsForgotten() {
        Schema windowed = SchemaText.parse("k STRING, v BIGINT, window_end TIMESTAMP(3)");
        OperatorHarness.Outcome outcome = AggregateCases.harness(
                        windowed,
                        List.of(0, 2),
                        true,
                        new GroupWindow(2, true, true),
                        "k STRING, window_end TIMESTAMP(3), n BIGINT, d BIGINT",
                        "COUNT(*)",
                        "DISTINCT COUNT(1)")
                .run(
                        """
                        feed 0
                        +I a 1 10:01:00
                        +I a 1 10:01:00
                        +I a 2 10:02:00
                        watermark 10:00:59
                        expect
                        feed 0
                        +I b 1 10:01:00
                        watermark 10:01:00
                        expect
                        + a 10:01:00 2 1
                        + b 10:01:00 1 1
                        watermark 10:01:30
                        expect
                        watermark END
                        expect
                        + a 10:02:00 1 1
                        """);
        assertEquals(0, outcome.counter("late"));
    }

    @Test
    void rowsForAForgottenWindowAreDroppedAndCounted() {
        Schema windowed = SchemaText.parse("k STRING, v BIGINT, window_end TIMESTAMP(3)");
        OperatorHarness.Outcome outcome = AggregateCases.harness(
                        windowed,
                        List.of(0, 2),
                        true,
                        new GroupWindow(2, false, true),
                        "k STRING, window_end TIMESTAMP(3), n BIGINT",
                        "COUNT(*)")
                .run(
                        """
                        feed 0
                        +I a 1 10:01:00
                        watermark 10:01:00
                        expect
                        + a 10:01:00 1
                        feed 0
                        +I a 1 10:01:00
                        +I a 1 10:02:00
                        watermark 10:01:00
                        expect
                        + a 10:02:00 1
                        """);
        assertEquals(1, outcome.counter("late_waking"));
    }

    /** Field case B15: all rows of a window were taken away before it closes. Later changes are corrections. */
    @Test
    void windowOverChangingInput() {
        Schema windowed = SchemaText.parse("k STRING, v BIGINT, window_end TIMESTAMP(3)");
        AggregateCases.harness(
                        windowed,
                        List.of(0, 2),
                        false,
                        new GroupWindow(2, true, false),
                        "k STRING, window_end TIMESTAMP(3), n BIGINT",
                        "COUNT(*)")
                .run(
                        """
                        feed 0
                        +I a 1 10:01:00
                        +I b 1 10:01:00
                        watermark 10:00:00
                        expect
                        feed 0
                        -D a 1 10:01:00
                        watermark 10:00:30
                        expect
                        watermark 10:01:00
                        expect
                        + b 10:01:00 1
                        feed 0
                        +I b 2 10:01:00
                        +I c 2 10:01:00
                        watermark 10:01:00
                        expect
                        - b 10:01:00 1
                        + b 10:01:00 2
                        + c 10:01:00 1
                        """);
    }

    /** Two aggregates of one window meet in a third: both speak in the epoch in which the window ends. */
    @Test
    void diamondOfWindows() {
        Schema windowed = SchemaText.parse("k STRING, v BIGINT, window_end TIMESTAMP(3)");
        Schema middle = SchemaText.parse("k STRING, window_end TIMESTAMP(3), n BIGINT");
        Schema output = SchemaText.parse("k STRING, n BIGINT, s BIGINT");
        GroupWindow window = new GroupWindow(2, true, true);
        Aggregate count = new Aggregate(
                "a",
                "in",
                List.of(0, 2),
                List.of(AggregateCases.call("COUNT(*)", middle.type(2))),
                true,
                window,
                middle);
        Aggregate sum = new Aggregate(
                "b", "in", List.of(0, 2), List.of(AggregateCases.call("SUM(1)", middle.type(2))), true, window, middle);
        Aggregate bottom = new Aggregate(
                "c",
                "u",
                List.of(0),
                List.of(AggregateCases.call("COUNT(*)", output.type(1)), AggregateCases.call("SUM(2)", output.type(2))),
                false,
                null,
                output);
        int[] key = {0};
        OperatorHarness.of(
                        () -> new Diamond(
                                new AggregateOperator(count, windowed, key),
                                new AggregateOperator(sum, windowed, key),
                                new AggregateOperator(bottom, middle, key)),
                        output,
                        windowed)
                .exchange(0, 0)
                .run(
                        """
                        feed 0
                        +I a 10 10:01:00
                        +I a 20 10:01:00
                        +I a 5 10:02:00
                        watermark 10:00:59
                        expect
                        watermark 10:01:00
                        expect
                        + a 2 32
                        watermark END
                        expect
                        - a 2 32
                        + a 4 38
                        """);
    }
}

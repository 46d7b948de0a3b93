package io.alluvium.runtime.operator;

import io.alluvium.core.plan.PlanNode.Aggregate;
import io.alluvium.core.plan.PlanNode.AggregateCall;
import io.alluvium.core.plan.PlanNode.Join;
import io.alluvium.core.plan.PlanNode.JoinKind;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.Schema;
import io.alluvium.testkit.harness.Diamond;
import io.alluvium.testkit.harness.OperatorHarness;
import io.alluvium.testkit.harness.SchemaText;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Joins with an aggregate before or behind them. */
class JoinChainTest {
    /** Field case B17: COUNT over a left join, with its rows without a match. */
    @Test
    void countOverALeftJoin() {
        Schema counts = SchemaText.parse("k BIGINT, n BIGINT");
        Aggregate count = new Aggregate(
                "agg",
                "join",
                List.of(0),
                List.of(new AggregateCall("COUNT", List.of(2), false, -1, DataType.bigint())),
                false,
                null,
                counts);
        OperatorHarness.of(
                        () -> new Chain(
                                JoinCases.join(JoinKind.LEFT, false, false, null),
                                new AggregateOperator(count, JoinCases.PAIRS, new int[] {0})),
                        counts,
                        JoinCases.LEFT,
                        JoinCases.RIGHT)
                .exchange(0, 0)
                .exchange(1, 0)
                .run(
                        """
                        feed 0
                        +I 1 a
                        +I 2 a
                        +I NULL a
                        feed 1
                        +I 1 p
                        expect
                        + 1 1
                        + 2 0
                        + NULL 0
                        feed 1
                        -D 1 p
                        expect
                        - 1 1
                        + 1 0
                        """);
    }

    /** A source joined with an aggregate of itself: both are of one epoch. */
    @Test
    void diamond() {
        Schema totals = SchemaText.parse("k BIGINT, n BIGINT");
        Schema output = SchemaText.parse("k BIGINT, x STRING, k2 BIGINT, n BIGINT");
        Aggregate count = new Aggregate(
                "agg",
                "in",
                List.of(0),
                List.of(new AggregateCall("COUNT", List.of(), false, -1, DataType.bigint())),
                false,
                null,
                totals);
        for (JoinKind kind : new JoinKind[] {JoinKind.INNER, JoinKind.LEFT, JoinKind.RIGHT, JoinKind.FULL}) {
            Join node = new Join(
                    "join", "l", "r", kind, List.of(0), List.of(0), List.of(false), null, false, false, output);
            OperatorHarness.of(
                            () -> new Diamond(
                                    new UnionOperator(JoinCases.LEFT),
                                    new AggregateOperator(count, JoinCases.LEFT, new int[] {0}),
                                    kind == JoinKind.INNER
                                            ? new InnerJoinOperator(node, JoinCases.LEFT, totals)
                                            : new OuterJoinOperator(node, JoinCases.LEFT, totals)),
                            output,
                            JoinCases.LEFT)
                    .exchange(0, 0)
                    .linear()
                    .run(
                            """
                            feed 0
                            +I 1 a
                            +I 1 b
                            expect
                            + 1 a 1 2
                            + 1 b 1 2
                            feed 0
                            -D 1 b
                            expect
                            - 1 a 1 2
                            - 1 b 1 2
                            + 1 a 1 1
                            feed 0
                            -D 1 a
                            expect
                            - 1 a 1 1
                            """);
        }
    }

    /** Rows whose key is, or is not, in an aggregate of themselves: always all of them, and never any. */
    @Test
    void diamondOfRowsWithAndWithoutAMatch() {
        Schema totals = SchemaText.parse("k BIGINT, n BIGINT");
        Aggregate count = new Aggregate(
                "agg",
                "in",
                List.of(0),
                List.of(new AggregateCall("COUNT", List.of(), false, -1, DataType.bigint())),
                false,
                null,
                totals);
        for (JoinKind kind : new JoinKind[] {JoinKind.SEMI, JoinKind.ANTI, JoinKind.NULL_AWARE_ANTI}) {
            Join node = new Join(
                    "join", "l", "r", kind, List.of(0), List.of(0), List.of(false), null, false, false, JoinCases.LEFT);
            OperatorHarness harness = OperatorHarness.of(
                    () -> new Diamond(
                            new UnionOperator(JoinCases.LEFT),
                            new AggregateOperator(count, JoinCases.LEFT, new int[] {0}),
                            new OuterJoinOperator(node, JoinCases.LEFT, totals)),
                    JoinCases.LEFT,
                    JoinCases.LEFT);
            if (kind != JoinKind.NULL_AWARE_ANTI) {
                harness.exchange(0, 0);
            }
            boolean all = kind == JoinKind.SEMI;
            harness.run("feed 0\n+I 1 a\n+I 1 b\n+I 2 c\nexpect\n" + (all ? "+ 1 a\n+ 1 b\n+ 2 c\n" : "")
                    + "feed 0\n-D 1 b\n-D 2 c\nexpect\n" + (all ? "- 1 b\n- 2 c\n" : "")
                    + "feed 0\n-D 1 a\n+I 2 d\nexpect\n" + (all ? "- 1 a\n+ 2 d\n" : ""));
        }
    }
}

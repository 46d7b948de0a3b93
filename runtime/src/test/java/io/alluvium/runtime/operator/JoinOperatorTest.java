package io.alluvium.runtime.operator;

import io.alluvium.core.operator.Operator;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JoinOperatorTest {
    private static final Schema LEFT = SchemaText.parse("k BIGINT, x STRING");
    private static final Schema RIGHT = SchemaText.parse("k BIGINT, y STRING");
    private static final Schema PAIRS = SchemaText.parse("k BIGINT, x STRING, k2 BIGINT, y STRING");

    /** x is before y in the alphabet. */
    private static final JoinResidual ORDERED = (pairs, rows) -> {
        int count = 0;
        for (int row = 0; row < pairs.size(); row++) {
            boolean comparable =
                    !pairs.column(1).isNull(row) && !pairs.column(3).isNull(row);
            if (comparable
                    && text(pairs.bytes(1).value(row))
                                    .compareTo(text(pairs.bytes(3).value(row)))
                            < 0) {
                rows[count++] = row;
            }
        }
        return count;
    };

    private static String text(byte[] bytes) {
        return new String(bytes, java.nio.charset.StandardCharsets.UTF_8);
    }

    private static Operator join(JoinKind kind, boolean nullSafe, boolean insertOnly, @Nullable JoinResidual residual) {
        boolean one = kind == JoinKind.SEMI || kind == JoinKind.ANTI || kind == JoinKind.NULL_AWARE_ANTI;
        Join node = new Join(
                "join",
                "l",
                "r",
                kind,
                List.of(0),
                List.of(0),
                List.of(nullSafe),
                null,
                insertOnly,
                insertOnly,
                one ? LEFT : PAIRS);
        return kind == JoinKind.INNER
                ? new InnerJoinOperator(node, LEFT, RIGHT, residual)
                : new OuterJoinOperator(node, LEFT, RIGHT, residual);
    }

    private static OperatorHarness harness(JoinKind kind, boolean nullSafe, @Nullable JoinResidual residual) {
        boolean one = kind == JoinKind.SEMI || kind == JoinKind.ANTI || kind == JoinKind.NULL_AWARE_ANTI;
        OperatorHarness harness =
                OperatorHarness.of(() -> join(kind, nullSafe, false, residual), one ? LEFT : PAIRS, LEFT, RIGHT);
        if (!one) {
            harness.linear();
        }
        return kind == JoinKind.NULL_AWARE_ANTI
                ? harness
                : harness.exchange(0, 0).exchange(1, 0);
    }

    @Test
    void innerJoinMultipliesMultiplicities() {
        harness(JoinKind.INNER, false, null)
                .run(
                        """
                        feed 0
                        +I 1 a
                        +I 1 a
                        +I 2 b
                        feed 1
                        +I 1 p
                        +3 1 q
                        expect
                        +2 1 a 1 p
                        +6 1 a 1 q
                        feed 0
                        -D 1 a
                        feed 1
                        -D 1 p
                        +I 2 r
                        expect
                        -2 1 a 1 p
                        -3 1 a 1 q
                        + 2 b 2 r
                        feed 1
                        -D 2 r
                        -3 1 q
                        expect
                        - 2 b 2 r
                        -3 1 a 1 q
                        """);
    }

    /** Removals before their additions: the product of negative multiplicities, and nothing is left in the end. */
    @Test
    void innerJoinOfWhatIsBelowZero() {
        harness(JoinKind.INNER, false, null)
                .run(
                        """
                        feed 0
                        -D 1 a
                        feed 1
                        -D 1 p
                        expect
                        + 1 a 1 p
                        feed 0
                        +I 1 a
                        feed 1
                        +I 1 p
                        +I 1 p
                        expect
                        - 1 a 1 p
                        feed 0
                        +I 1 a
                        expect
                        + 1 a 1 p
                        """);
    }

    @Test
    void insertOnlyInnerJoinAppends() {
        OperatorHarness.of(() -> join(JoinKind.INNER, false, true, null), PAIRS, LEFT, RIGHT)
                .exchange(0, 0)
                .exchange(1, 0)
                .run(
                        """
                        feed 0
                        +I 1 a
                        +I 1 a
                        +I NULL n
                        feed 1
                        +I 2 p
                        +I NULL n
                        expect
                        feed 1
                        +I 1 'some longer text'
                        feed 0
                        +I 2 NULL
                        expect
                        +2 1 a 1 'some longer text'
                        + 2 NULL 2 p
                        feed 0
                        +I 1 b
                        feed 1
                        +I 1 z
                        expect
                        + 1 b 1 'some longer text'
                        +2 1 a 1 z
                        + 1 b 1 z
                        """);
    }

    @Test
    void innerJoinWithResidual() {
        harness(JoinKind.INNER, false, ORDERED)
                .run(
                        """
                        feed 0
                        +I 1 a
                        +I 1 m
                        feed 1
                        +I 1 k
                        expect
                        + 1 a 1 k
                        feed 1
                        -U 1 k
                        +U 1 z
                        expect
                        - 1 a 1 k
                        + 1 a 1 z
                        + 1 m 1 z
                        """);
    }

    /** Field case B01: outer join after the other side came and went. */
    @Test
    void fullJoinAfterTheOtherSideCameAndWent() {
        harness(JoinKind.FULL, false, null)
                .run(
                        """
                        feed 1
                        +I 3 b
                        expect
                        + NULL NULL 3 b
                        feed 1
                        -D 3 b
                        expect
                        - NULL NULL 3 b
                        feed 0
                        +I 3 a
                        expect
                        + 3 a NULL NULL
                        """);
    }

    /** Field case B03: null, match, two matches, one, null. */
    @Test
    void leftJoinThroughAllNumbersOfMatches() {
        harness(JoinKind.LEFT, false, null)
                .run(
                        """
                        feed 0
                        +I 1 l
                        expect
                        + 1 l NULL NULL
                        feed 1
                        +I 1 a
                        expect
                        - 1 l NULL NULL
                        + 1 l 1 a
                        feed 1
                        +I 1 b
                        expect
                        + 1 l 1 b
                        feed 1
                        -D 1 a
                        expect
                        - 1 l 1 a
                        feed 1
                        -D 1 b
                        expect
                        - 1 l 1 b
                        + 1 l NULL NULL
                        """);
    }

    /** A replacing update is not one more match; the padded row does not flicker. */
    @Test
    void updateOfTheOnlyMatch() {
        harness(JoinKind.LEFT, false, null)
                .run(
                        """
                        feed 0
                        +I 1 l
                        +I 1 l
                        feed 1
                        +I 1 a
                        expect
                        +2 1 l 1 a
                        feed 1
                        -U 1 a
                        +U 1 b
                        expect
                        -2 1 l 1 a
                        +2 1 l 1 b
                        feed 0
                        -D 1 l
                        feed 1
                        -D 1 b
                        expect
                        -2 1 l 1 b
                        + 1 l NULL NULL
                        """);
    }

    @Test
    void rightJoinIsTheMirrorImage() {
        harness(JoinKind.RIGHT, false, null)
                .run(
                        """
                        feed 1
                        +I 1 r
                        +I NULL n
                        feed 0
                        +I NULL n
                        expect
                        + NULL NULL 1 r
                        + NULL NULL NULL n
                        feed 0
                        +I 1 l
                        expect
                        - NULL NULL 1 r
                        + 1 l 1 r
                        """);
    }

    /** Field case B45: NULL keys do not match, rows stay with NULLs; IS NOT DISTINCT FROM joins them. */
    @Test
    void nullKeys() {
        String feed =
                """
                feed 0
                +I NULL a
                +I 1 b
                feed 1
                +I NULL p
                """;
        harness(JoinKind.INNER, false, null).run(feed + "expect\n");
        harness(JoinKind.INNER, true, null).run(feed + "expect\n+ NULL a NULL p\n");
        harness(JoinKind.LEFT, false, null)
                .run(
                        feed
                                + "expect\n+ NULL a NULL NULL\n+ 1 b NULL NULL\nfeed 0\n-D NULL a\nexpect\n- NULL a NULL NULL\n");
        harness(JoinKind.FULL, false, null)
                .run(feed + "expect\n+ NULL a NULL NULL\n+ 1 b NULL NULL\n+ NULL NULL NULL p\n");
        harness(JoinKind.FULL, true, null).run(feed + "expect\n+ NULL a NULL p\n+ 1 b NULL NULL\n");
        harness(JoinKind.SEMI, false, null).run(feed + "expect\n");
        harness(JoinKind.SEMI, true, null).run(feed + "expect\n+ NULL a\n");
        harness(JoinKind.ANTI, false, null).run(feed + "expect\n+ NULL a\n+ 1 b\n");
        harness(JoinKind.ANTI, true, null).run(feed + "expect\n+ 1 b\n");
    }

    @Test
    void leftJoinWithResidualCountsMatchesOfEachRow() {
        harness(JoinKind.LEFT, false, ORDERED)
                .run(
                        """
                        feed 0
                        +I 1 a
                        +I 1 x
                        feed 1
                        +I 1 m
                        expect
                        + 1 a 1 m
                        + 1 x NULL NULL
                        feed 1
                        -U 1 m
                        +U 1 z
                        expect
                        - 1 a 1 m
                        + 1 a 1 z
                        - 1 x NULL NULL
                        + 1 x 1 z
                        feed 1
                        -D 1 z
                        +I 1 A
                        expect
                        - 1 a 1 z
                        - 1 x 1 z
                        + 1 a NULL NULL
                        + 1 x NULL NULL
                        """);
    }

    @Test
    void fullJoinWithResidual() {
        harness(JoinKind.FULL, false, ORDERED)
                .run(
                        """
                        feed 0
                        +I 1 m
                        feed 1
                        +I 1 a
                        expect
                        + 1 m NULL NULL
                        + NULL NULL 1 a
                        feed 1
                        +I 1 z
                        expect
                        - 1 m NULL NULL
                        + 1 m 1 z
                        feed 0
                        -D 1 m
                        expect
                        - 1 m 1 z
                        + NULL NULL 1 z
                        """);
    }

    /** Field case B41 in the form of a residual: no version fulfils the condition. */
    @Test
    void leftJoinWithUnfulfilledCondition() {
        harness(JoinKind.LEFT, false, ORDERED)
                .run(
                        """
                        feed 0
                        +I 1 n
                        feed 1
                        +I 1 m
                        expect
                        + 1 n NULL NULL
                        """);
    }

    @Test
    void semiJoinShowsRowsOnce() {
        for (JoinResidual residual : new JoinResidual[] {null, ORDERED}) {
            harness(JoinKind.SEMI, false, residual)
                    .run(
                            """
                            feed 0
                            +I 1 a
                            +I 1 a
                            +I 2 b
                            feed 1
                            +I 1 p
                            +I 1 q
                            expect
                            +2 1 a
                            feed 1
                            -D 1 p
                            expect
                            feed 1
                            -D 1 q
                            +I 2 r
                            feed 0
                            +I 2 b
                            expect
                            -2 1 a
                            +2 2 b
                            """);
        }
    }

    /** A removal that came before its addition is no match, and does not take another row's match away. */
    @Test
    void rowsBelowZeroDoNotMatch() {
        for (JoinResidual residual : new JoinResidual[] {null, ORDERED}) {
            harness(JoinKind.SEMI, false, residual)
                    .run(
                            """
                            feed 0
                            +I 1 a
                            -D 1 b
                            feed 1
                            -D 1 p
                            expect
                            feed 1
                            +I 1 q
                            expect
                            + 1 a
                            feed 1
                            +I 1 p
                            -D 1 q
                            feed 0
                            +I 1 b
                            expect
                            - 1 a
                            """);
        }
    }

    /** Field case B21: NOT EXISTS over an inner side that is inserted, updated and deleted. */
    @Test
    void antiJoin() {
        for (JoinResidual residual : new JoinResidual[] {null, ORDERED}) {
            harness(JoinKind.ANTI, false, residual)
                    .run(
                            """
                            feed 0
                            +I 1 a
                            expect
                            + 1 a
                            feed 1
                            +I 1 x
                            expect
                            - 1 a
                            feed 1
                            -U 1 x
                            +U 1 y
                            expect
                            feed 1
                            -D 1 y
                            expect
                            + 1 a
                            """);
        }
    }

    /** Field case B19: NOT IN while a NULL comes and goes. */
    @Test
    void notInWithNulls() {
        harness(JoinKind.NULL_AWARE_ANTI, false, null)
                .run(
                        """
                        feed 0
                        +I 1 a
                        +I 2 b
                        +I NULL c
                        feed 1
                        +I 2 s
                        expect
                        + 1 a
                        feed 1
                        +I NULL s
                        expect
                        - 1 a
                        feed 1
                        -D NULL s
                        expect
                        + 1 a
                        feed 1
                        -D 2 s
                        expect
                        + 2 b
                        + NULL c
                        feed 1
                        +I 9 s
                        feed 0
                        -D 1 a
                        expect
                        - 1 a
                        - NULL c
                        """);
    }

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
                                join(JoinKind.LEFT, false, false, null),
                                new AggregateOperator(count, PAIRS, new int[] {0})),
                        counts,
                        LEFT,
                        RIGHT)
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

    /** One source read by both inputs, at every interleaving. */
    @Test
    void selfJoin() {
        for (JoinKind kind : new JoinKind[] {JoinKind.INNER, JoinKind.LEFT, JoinKind.FULL}) {
            OperatorHarness.of(() -> join(kind, false, false, null), PAIRS, LEFT, LEFT)
                    .exchange(0, 0)
                    .exchange(1, 0)
                    .linear()
                    .run(
                            """
                            feed 0 1
                            +I 1 a
                            +I 1 b
                            expect
                            + 1 a 1 a
                            + 1 a 1 b
                            + 1 b 1 a
                            + 1 b 1 b
                            feed 0 1
                            -U 1 b
                            +U 1 c
                            expect
                            - 1 a 1 b
                            - 1 b 1 a
                            - 1 b 1 b
                            + 1 a 1 c
                            + 1 c 1 a
                            + 1 c 1 c
                            """);
        }
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
        for (JoinKind kind : new JoinKind[] {JoinKind.INNER, JoinKind.LEFT}) {
            Join node = new Join(
                    "join", "l", "r", kind, List.of(0), List.of(0), List.of(false), null, false, false, output);
            OperatorHarness.of(
                            () -> new Diamond(
                                    new UnionOperator(LEFT),
                                    new AggregateOperator(count, LEFT, new int[] {0}),
                                    kind == JoinKind.INNER
                                            ? new InnerJoinOperator(node, LEFT, totals)
                                            : new OuterJoinOperator(node, LEFT, totals)),
                            output,
                            LEFT)
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
}

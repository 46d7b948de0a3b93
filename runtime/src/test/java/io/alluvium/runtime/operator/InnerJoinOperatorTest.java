package io.alluvium.runtime.operator;

import io.alluvium.core.plan.PlanNode.JoinKind;
import io.alluvium.testkit.harness.OperatorHarness;
import org.junit.jupiter.api.Test;

class InnerJoinOperatorTest {
    @Test
    void innerJoinMultipliesMultiplicities() {
        JoinCases.harness(JoinKind.INNER, false, null)
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
        JoinCases.harness(JoinKind.INNER, false, null)
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
        OperatorHarness.of(
                        () -> JoinCases.join(JoinKind.INNER, false, true, null),
                        JoinCases.PAIRS,
                        JoinCases.LEFT,
                        JoinCases.RIGHT)
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
        JoinCases.harness(JoinKind.INNER, false, JoinCases.ORDERED)
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

    /** One source read by both inputs, at every interleaving. */
    @Test
    void selfJoin() {
        for (JoinKind kind : new JoinKind[] {JoinKind.INNER, JoinKind.LEFT, JoinKind.FULL}) {
            OperatorHarness.of(
                            () -> JoinCases.join(kind, false, false, null),
                            JoinCases.PAIRS,
                            JoinCases.LEFT,
                            JoinCases.LEFT)
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
}

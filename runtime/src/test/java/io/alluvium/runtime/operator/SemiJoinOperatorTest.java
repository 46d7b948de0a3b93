package io.alluvium.runtime.operator;

import io.alluvium.core.plan.PlanNode.JoinKind;
import org.junit.jupiter.api.Test;

/** SEMI and ANTI joins, also NOT IN. */
class SemiJoinOperatorTest {
    @Test
    void semiJoinShowsRowsOnce() {
        for (JoinResidual residual : new JoinResidual[] {null, JoinCases.ORDERED}) {
            JoinCases.harness(JoinKind.SEMI, false, residual)
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
        for (JoinResidual residual : new JoinResidual[] {null, JoinCases.ORDERED}) {
            JoinCases.harness(JoinKind.SEMI, false, residual)
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
        for (JoinResidual residual : new JoinResidual[] {null, JoinCases.ORDERED}) {
            JoinCases.harness(JoinKind.ANTI, false, residual)
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
        JoinCases.harness(JoinKind.NULL_AWARE_ANTI, false, null)
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
}

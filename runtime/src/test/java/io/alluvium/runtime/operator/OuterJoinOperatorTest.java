package io.alluvium.runtime.operator;

import io.alluvium.core.plan.PlanNode.JoinKind;
import org.junit.jupiter.api.Test;

/** LEFT, RIGHT and FULL joins. */
class OuterJoinOperatorTest {
    /** Field case B01: outer join after the other side came and went. */
    @Test
    void fullJoinAfterTheOtherSideCameAndWent() {
        JoinCases.harness(JoinKind.FULL, false, null)
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
        JoinCases.harness(JoinKind.LEFT, false, null)
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
        JoinCases.harness(JoinKind.LEFT, false, null)
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
        JoinCases.harness(JoinKind.RIGHT, false, null)
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
        JoinCases.harness(JoinKind.INNER, false, null).run(feed + "expect\n");
        JoinCases.harness(JoinKind.INNER, true, null).run(feed + "expect\n+ NULL a NULL p\n");
        JoinCases.harness(JoinKind.LEFT, false, null)
                .run(
                        feed
                                + "expect\n+ NULL a NULL NULL\n+ 1 b NULL NULL\nfeed 0\n-D NULL a\nexpect\n- NULL a NULL NULL\n");
        JoinCases.harness(JoinKind.FULL, false, null)
                .run(feed + "expect\n+ NULL a NULL NULL\n+ 1 b NULL NULL\n+ NULL NULL NULL p\n");
        JoinCases.harness(JoinKind.FULL, true, null).run(feed + "expect\n+ NULL a NULL p\n+ 1 b NULL NULL\n");
        JoinCases.harness(JoinKind.SEMI, false, null).run(feed + "expect\n");
        JoinCases.harness(JoinKind.SEMI, true, null).run(feed + "expect\n+ NULL a\n");
        JoinCases.harness(JoinKind.ANTI, false, null).run(feed + "expect\n+ NULL a\n+ 1 b\n");
        JoinCases.harness(JoinKind.ANTI, true, null).run(feed + "expect\n+ 1 b\n");
    }

    @Test
    void leftJoinWithResidualCountsMatchesOfEachRow() {
        JoinCases.harness(JoinKind.LEFT, false, JoinCases.ORDERED)
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
        JoinCases.harness(JoinKind.FULL, false, JoinCases.ORDERED)
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
        JoinCases.harness(JoinKind.LEFT, false, JoinCases.ORDERED)
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
}

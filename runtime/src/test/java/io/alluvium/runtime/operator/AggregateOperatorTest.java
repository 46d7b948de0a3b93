package io.alluvium.runtime.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.alluvium.core.plan.PlanNode.Aggregate;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.Schema;
import io.alluvium.testkit.harness.Diamond;
import io.alluvium.testkit.harness.OperatorHarness;
import io.alluvium.testkit.harness.SchemaText;
import java.util.List;
import org.junit.jupiter.api.Test;

class AggregateOperatorTest {
    @Test
    void countsSumsAndForgetsGroups() {
        AggregateCases.harness(
                        AggregateCases.SALES,
                        List.of(0),
                        false,
                        null,
                        "g STRING, n BIGINT, s BIGINT, a BIGINT, lo BIGINT, hi BIGINT",
                        "COUNT(*)",
                        "SUM(1)",
                        "AVG(1)",
                        "MIN(1)",
                        "MAX(1)")
                .run(
                        """
                        feed 0
                        +I a 5 TRUE
                        +I a 8 TRUE
                        +I b 1 TRUE
                        expect
                        + a 2 13 6 5 8
                        + b 1 1 1 1 1
                        feed 0
                        -D a 8 TRUE
                        +I a 6 TRUE
                        -D b 1 TRUE
                        expect
                        - a 2 13 6 5 8
                        + a 2 11 5 5 6
                        - b 1 1 1 1 1
                        feed 0
                        -D a 6 TRUE
                        -D a 5 TRUE
                        expect
                        - a 2 11 5 5 6
                        """);
    }

    @Test
    void transientPairsOfAnEpochTriggerNothing() {
        AggregateCases.harness(
                        AggregateCases.SALES,
                        List.of(0),
                        false,
                        null,
                        "g STRING, n BIGINT, hi BIGINT",
                        "COUNT(*)",
                        "MAX(1)")
                .wholeEpochs()
                .run(
                        """
                        feed 0
                        +I a 5 TRUE
                        +I a 9 TRUE
                        -D a 9 TRUE
                        expect
                        + a 1 5
                        feed 0
                        +I a 7 TRUE
                        -D a 7 TRUE
                        expect
                        """);
    }

    @Test
    void filtersAndDistinct() {
        AggregateCases.harness(
                        AggregateCases.SALES,
                        List.of(0),
                        false,
                        null,
                        "g STRING, n BIGINT, f BIGINT, d BIGINT, sd BIGINT, df BIGINT, mx BIGINT",
                        "COUNT(*)",
                        "COUNT(*)?2",
                        "DISTINCT COUNT(1)",
                        "DISTINCT SUM(1)",
                        "DISTINCT COUNT(1)?2",
                        "MAX(1)?2")
                .run(
                        """
                        feed 0
                        +I a 5 TRUE
                        +I a 5 FALSE
                        +I a 7 NULL
                        +I a NULL TRUE
                        expect
                        + a 4 2 2 12 1 5
                        feed 0
                        -D a 5 TRUE
                        expect
                        - a 4 2 2 12 1 5
                        + a 3 1 2 12 0 NULL
                        feed 0
                        -D a 5 FALSE
                        -D a NULL TRUE
                        expect
                        - a 3 1 2 12 0 NULL
                        + a 1 0 1 7 0 NULL
                        """);
    }

    /** Field case B09: MAX after all non-null values left. */
    @Test
    void bestIsNullWhenOnlyNullsAreLeft() {
        AggregateCases.harness(
                        AggregateCases.SALES,
                        List.of(0),
                        false,
                        null,
                        "g STRING, hi BIGINT, lo BIGINT, n BIGINT",
                        "MAX(1)",
                        "MIN(1)",
                        "COUNT(*)")
                .run(
                        """
                        feed 0
                        +I g 5 TRUE
                        +I g NULL TRUE
                        expect
                        + g 5 5 2
                        feed 0
                        -D g 5 TRUE
                        expect
                        - g 5 5 2
                        + g NULL NULL 1
                        """);
    }

    /** Field case B11: the greatest values leave one after the other; a global aggregate keeps its row. */
    @Test
    void globalAggregateHasOneRowAlsoOverNothing() {
        AggregateCases.harness(
                        AggregateCases.SALES,
                        List.of(),
                        false,
                        null,
                        "n BIGINT, hi BIGINT, s BIGINT",
                        "COUNT(*)",
                        "MAX(1)",
                        "SUM(1)")
                .run(
                        """
                        expect
                        + 0 NULL NULL
                        feed 0
                        +I a 1 TRUE
                        +I b 7 TRUE
                        +I c 8 TRUE
                        expect
                        - 0 NULL NULL
                        + 3 8 16
                        feed 0
                        -D c 8 TRUE
                        expect
                        - 3 8 16
                        + 2 7 8
                        feed 0
                        -D b 7 TRUE
                        -D a 1 TRUE
                        expect
                        - 2 7 8
                        + 0 NULL NULL
                        expect
                        """);
    }

    /** Field case B13: a removal of what was never seen shows nothing and comes right when the log has caught up. */
    @Test
    void whatIsBelowZeroIsNotShown() {
        OperatorHarness.Outcome outcome = AggregateCases.harness(
                        AggregateCases.SALES,
                        List.of(0),
                        false,
                        null,
                        "g STRING, n BIGINT, s BIGINT, hi BIGINT",
                        "COUNT(*)",
                        "SUM(1)",
                        "MAX(1)")
                .run(
                        """
                        feed 0
                        -D g 5 TRUE
                        expect
                        feed 0
                        +I g 7 TRUE
                        expect
                        feed 0
                        +I g 5 TRUE
                        expect
                        + g 1 7 7
                        """);
        assertEquals(0, outcome.counter("below_zero"));
        OperatorHarness.Outcome waiting = AggregateCases.harness(
                        AggregateCases.SALES, List.of(0), false, null, "g STRING, n BIGINT", "COUNT(*)")
                .run("feed 0\n-D g 5 TRUE\n-D g 6 TRUE\n-D h 1 TRUE\nexpect\n");
        assertEquals(2, waiting.counter("below_zero"));
    }

    /** Field cases B39 and B45: a group key moves; NULLs are one group. */
    @Test
    void groupKeyMovesAndNullIsAGroup() {
        AggregateCases.harness(
                        AggregateCases.SALES,
                        List.of(0),
                        false,
                        null,
                        "g STRING, n BIGINT, d BIGINT",
                        "COUNT(*)",
                        "DISTINCT COUNT(1)")
                .run(
                        """
                        feed 0
                        +I g1 1 TRUE
                        +I NULL 1 TRUE
                        +I NULL NULL TRUE
                        expect
                        + g1 1 1
                        + NULL 2 1
                        feed 0
                        -U g1 1 TRUE
                        +U g2 1 TRUE
                        -D NULL 1 TRUE
                        expect
                        - g1 1 1
                        + g2 1 1
                        - NULL 2 1
                        + NULL 1 0
                        """);
    }

    @Test
    void selectDistinctIsAnAggregateWithoutCalls() {
        Schema pairs = SchemaText.parse("a BIGINT, b STRING, c DOUBLE, d BIGINT, e DECIMAL(30, 2)");
        AggregateCases.harness(
                        pairs,
                        List.of(0, 1, 2, 3, 4),
                        false,
                        null,
                        "a BIGINT, b STRING, c DOUBLE, d BIGINT, e DECIMAL(30, 2)")
                .run(
                        """
                        feed 0
                        +I 1 x 1.5 NULL 7.00
                        +I 1 x 1.5 NULL 7.00
                        +I 1 '' NULL 3 7.00
                        expect
                        + 1 x 1.5 NULL 7.00
                        + 1 '' NULL 3 7.00
                        feed 0
                        -D 1 x 1.5 NULL 7.00
                        expect
                        feed 0
                        -D 1 x 1.5 NULL 7.00
                        expect
                        - 1 x 1.5 NULL 7.00
                        """);
    }

    @Test
    void insertOnlyBestOfEveryKind() {
        Schema kinds = SchemaText.parse("g BIGINT, a BIGINT, b STRING, c DECIMAL(30, 1), d DOUBLE");
        for (boolean insertOnly : new boolean[] {true, false}) {
            AggregateCases.harness(
                            kinds,
                            List.of(0),
                            insertOnly,
                            null,
                            "g BIGINT, a BIGINT, a2 BIGINT, b STRING, b2 STRING, c DECIMAL(30, 1), c2 DECIMAL(30, 1), d DOUBLE",
                            "MIN(1)",
                            "MAX(1)",
                            "MIN(2)",
                            "MAX(2)",
                            "MIN(3)",
                            "MAX(3)",
                            "MIN(4)")
                    .run(
                            """
                            feed 0
                            +I 1 5 pear -1.5 NULL
                            +I 1 -7 apple 123456789012345678901234567.5 NULL
                            +I 1 NULL zoo NULL NULL
                            expect
                            + 1 -7 5 apple zoo -1.5 123456789012345678901234567.5 NULL
                            feed 0
                            +I 1 9 aa -2.0 3.5
                            +I 2 NULL NULL NULL NULL
                            expect
                            - 1 -7 5 apple zoo -1.5 123456789012345678901234567.5 NULL
                            + 1 -7 9 aa zoo -2.0 123456789012345678901234567.5 3.5
                            + 2 NULL NULL NULL NULL NULL NULL NULL
                            """);
        }
    }

    /** Two aggregates of one source meet in a third: its result is of one epoch. */
    @Test
    void diamond() {
        Schema middle = SchemaText.parse("g STRING, n BIGINT");
        Schema output = SchemaText.parse("g STRING, n BIGINT, s BIGINT");
        Aggregate count = new Aggregate(
                "a",
                "in",
                List.of(0),
                List.of(AggregateCases.call("COUNT(*)", DataType.bigint())),
                false,
                null,
                middle);
        Aggregate sum = new Aggregate(
                "b", "in", List.of(0), List.of(AggregateCases.call("SUM(1)", DataType.bigint())), false, null, middle);
        Aggregate bottom = new Aggregate(
                "c",
                "u",
                List.of(0),
                List.of(
                        AggregateCases.call("COUNT(*)", DataType.bigint()),
                        AggregateCases.call("SUM(1)", DataType.bigint())),
                false,
                null,
                output);
        int[] key = {0};
        OperatorHarness.of(
                        () -> new Diamond(
                                new AggregateOperator(count, AggregateCases.SALES, key),
                                new AggregateOperator(sum, AggregateCases.SALES, key),
                                new AggregateOperator(bottom, middle, key)),
                        output,
                        AggregateCases.SALES)
                .exchange(0, 0)
                .run(
                        """
                        feed 0
                        +I a 10 TRUE
                        +I a 20 TRUE
                        expect
                        + a 2 32
                        feed 0
                        -D a 10 TRUE
                        expect
                        - a 2 32
                        + a 2 21
                        feed 0
                        -D a 20 TRUE
                        expect
                        - a 2 21
                        """);
    }

    /** Field case B37: the first value by order, while its equals leave one by one. */
    @Test
    void leastValueLeavesOnceForEachOfItsRows() {
        Schema names = SchemaText.parse("g BIGINT, v STRING");
        AggregateCases.harness(
                        names, List.of(0), false, null, "g BIGINT, lo STRING, d BIGINT", "MIN(1)", "DISTINCT COUNT(1)")
                .run(
                        """
                        feed 0
                        +I 1 a
                        +I 1 a
                        +I 1 b
                        expect
                        + 1 a 2
                        feed 0
                        -D 1 a
                        expect
                        feed 0
                        -D 1 a
                        expect
                        - 1 a 2
                        + 1 b 1
                        """);
    }
}

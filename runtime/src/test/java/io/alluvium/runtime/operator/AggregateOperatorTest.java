package io.alluvium.runtime.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.plan.PlanNode.Aggregate;
import io.alluvium.core.plan.PlanNode.AggregateCall;
import io.alluvium.core.plan.PlanNode.GroupWindow;
import io.alluvium.core.row.BatchBuilder;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AggregateOperatorTest {
    private static final Schema SALES = SchemaText.parse("g STRING, v BIGINT, ok BOOLEAN");

    /** {@code COUNT(*)}, {@code SUM(1)}, {@code DISTINCT COUNT(1)}, {@code MAX(1)?2}: function, argument, filter column. */
    private static AggregateCall call(String text, DataType type) {
        boolean distinct = text.startsWith("DISTINCT ");
        String rest = distinct ? text.substring(9) : text;
        String inside = rest.substring(rest.indexOf('(') + 1, rest.indexOf(')'));
        List<Integer> arguments = new ArrayList<>();
        if (!inside.equals("*")) {
            for (String column : inside.split(",")) {
                arguments.add(Integer.parseInt(column));
            }
        }
        int filter = rest.indexOf('?') < 0 ? -1 : Integer.parseInt(rest.substring(rest.indexOf('?') + 1));
        return new AggregateCall(rest.substring(0, rest.indexOf('(')), arguments, distinct, filter, type);
    }

    private static OperatorHarness harness(
            Schema input,
            List<Integer> keys,
            boolean insertOnly,
            @Nullable GroupWindow window,
            String outputText,
            String... callTexts) {
        Schema output = SchemaText.parse(outputText);
        List<AggregateCall> calls = new ArrayList<>();
        for (int i = 0; i < callTexts.length; i++) {
            calls.add(call(callTexts[i], output.type(keys.size() + i)));
        }
        Aggregate node = new Aggregate("agg", "in", keys, calls, insertOnly, window, output);
        int[] routing = keys.stream().limit(1).mapToInt(Integer::intValue).toArray();
        return OperatorHarness.of(() -> new AggregateOperator(node, input, routing), output, input)
                .exchange(0, routing);
    }

    @Test
    void countsSumsAndForgetsGroups() {
        harness(
                        SALES,
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
        harness(SALES, List.of(0), false, null, "g STRING, n BIGINT, hi BIGINT", "COUNT(*)", "MAX(1)")
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
        harness(
                        SALES,
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
        harness(
                        SALES,
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
        harness(SALES, List.of(), false, null, "n BIGINT, hi BIGINT, s BIGINT", "COUNT(*)", "MAX(1)", "SUM(1)")
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
        OperatorHarness.Outcome outcome = harness(
                        SALES,
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
        OperatorHarness.Outcome waiting = harness(SALES, List.of(0), false, null, "g STRING, n BIGINT", "COUNT(*)")
                .run("feed 0\n-D g 5 TRUE\n-D g 6 TRUE\n-D h 1 TRUE\nexpect\n");
        assertEquals(2, waiting.counter("below_zero"));
    }

    /** Field case B31: a sum beyond its type is hidden, counted, and comes back exactly. */
    @Test
    void overflowHidesTheGroupUntilItFits() {
        Schema wide = SchemaText.parse("g STRING, v DECIMAL(38, 3)");
        OperatorHarness.Outcome outcome = harness(wide, List.of(0), false, null, "g STRING, s DECIMAL(38, 3)", "SUM(1)")
                .run(
                        """
                        feed 0
                        +I g 99999999999999999999999999999999999.999
                        expect
                        + g 99999999999999999999999999999999999.999
                        feed 0
                        +I g 1.000
                        expect
                        - g 99999999999999999999999999999999999.999
                        feed 0
                        -D g 99999999999999999999999999999999999.999
                        expect
                        + g 1.000
                        """);
        assertEquals(1, outcome.counter("overflowed"));
        assertEquals(0, outcome.counter("overflowing"));
        harness(SALES, List.of(0), true, null, "g STRING, s BIGINT, a BIGINT", "SUM(1)", "AVG(1)")
                .run(
                        """
                        feed 0
                        +I g 9223372036854775807 TRUE
                        expect
                        + g 9223372036854775807 9223372036854775807
                        feed 0
                        +I g 1 TRUE
                        expect
                        - g 9223372036854775807 9223372036854775807
                        feed 0
                        +I g -3 TRUE
                        expect
                        + g 9223372036854775805 3074457345618258601
                        """);
    }

    /** Field cases A15 and B33: decimals are exact, also wide ones, and come back to nothing. */
    @Test
    void decimalsAreExact() {
        Schema amounts = SchemaText.parse("g STRING, v DECIMAL(10, 2), w DECIMAL(38, 3)");
        harness(
                        amounts,
                        List.of(0),
                        false,
                        null,
                        "g STRING, s DECIMAL(38, 2), a DECIMAL(38, 6), w DECIMAL(38, 3)",
                        "SUM(1)",
                        "AVG(1)",
                        "SUM(2)")
                .run(
                        """
                        feed 0
                        +I g 0.10 123456789876543212345678987654321.110
                        +I g 0.20 123456789876543212345678987654321.110
                        +I g 0.30 -5.000
                        expect
                        + g 0.60 0.200000 246913579753086424691357975308637.220
                        feed 0
                        -D g 0.30 -5.000
                        expect
                        - g 0.60 0.200000 246913579753086424691357975308637.220
                        + g 0.30 0.150000 246913579753086424691357975308642.220
                        feed 0
                        -D g 0.10 123456789876543212345678987654321.110
                        -D g 0.20 123456789876543212345678987654321.110
                        expect
                        - g 0.30 0.150000 246913579753086424691357975308642.220
                        """);
    }

    /** Field case B35: one order of doubles, NaN above all and one group, -0.0 is 0. */
    @Test
    void doublesInAnyOrder() {
        Schema numbers = SchemaText.parse("g DOUBLE, v DOUBLE");
        for (boolean insertOnly : new boolean[] {true, false}) {
            harness(
                            numbers,
                            List.of(0),
                            insertOnly,
                            null,
                            "g DOUBLE, lo DOUBLE, hi DOUBLE, n BIGINT, s DOUBLE",
                            "MIN(1)",
                            "MAX(1)",
                            "COUNT(*)",
                            "SUM(1)")
                    .run(
                            """
                            feed 0
                            +I NaN 1.5
                            +I NaN -0.0
                            +I 0.0 3.0
                            +I -0.0 NaN
                            +I 0.0 Infinity
                            expect
                            + NaN 0 1.5 2 1.5
                            + 0 3 NaN 3 NaN
                            """);
        }
        harness(numbers, List.of(0), false, null, "g DOUBLE, s DOUBLE, a DOUBLE", "SUM(1)", "AVG(1)")
                .run(
                        """
                        feed 0
                        +I 1 1e20
                        +I 1 3.25
                        +I 1 NaN
                        expect
                        + 1 NaN NaN
                        feed 0
                        -D 1 NaN
                        -D 1 1e20
                        expect
                        - 1 NaN NaN
                        + 1 3.25 3.25
                        feed 0
                        -D 1 3.25
                        expect
                        - 1 3.25 3.25
                        """);
    }

    /** A partial sum beyond all doubles comes back; what is far below another value is not lost behind it. */
    @Test
    void sumsOfDoublesAreExact() {
        Schema numbers = SchemaText.parse("g BIGINT, v DOUBLE");
        harness(numbers, List.of(0), false, null, "g BIGINT, s DOUBLE, a DOUBLE", "SUM(1)", "AVG(1)")
                .run(
                        """
                        feed 0
                        +I 1 1e308
                        +I 1 1e308
                        +I 2 1e300
                        +I 2 1e150
                        +I 2 1.5
                        +I 3 -1e308
                        +I 3 -1e308
                        +I 3 1e308
                        +3 4 4.9e-324
                        +1000000007 5 -1.7e308
                        expect
                        + 1 Infinity 1e308
                        + 2 1e300 3.3333333333333334e299
                        + 3 -1e308 -3.333333333333333e307
                        + 4 1.5e-323 4.9e-324
                        + 5 -Infinity -1.7e308
                        feed 0
                        -D 1 1e308
                        -D 2 1e300
                        -D 2 1e150
                        -D 3 -1e308
                        -D 3 1e308
                        -3 4 4.9e-324
                        -1000000006 5 -1.7e308
                        expect
                        - 1 Infinity 1e308
                        + 1 1e308 1e308
                        - 2 1e300 3.3333333333333334e299
                        + 2 1.5 1.5
                        - 3 -1e308 -3.333333333333333e307
                        + 3 -1e308 -1e308
                        - 4 1.5e-323 4.9e-324
                        - 5 -Infinity -1.7e308
                        + 5 -1.7e308 -1.7e308
                        feed 0
                        -D 1 1e308
                        -D 2 1.5
                        -D 3 -1e308
                        -D 5 -1.7e308
                        expect
                        - 1 1e308 1e308
                        - 2 1.5 1.5
                        - 3 -1e308 -1e308
                        - 5 -1.7e308 -1.7e308
                        """);
    }

    /** Field cases B39 and B45: a group key moves; NULLs are one group. */
    @Test
    void groupKeyMovesAndNullIsAGroup() {
        harness(SALES, List.of(0), false, null, "g STRING, n BIGINT, d BIGINT", "COUNT(*)", "DISTINCT COUNT(1)")
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
        harness(pairs, List.of(0, 1, 2, 3, 4), false, null, "a BIGINT, b STRING, c DOUBLE, d BIGINT, e DECIMAL(30, 2)")
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
            harness(
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

    @Test
    void finalOnlyWindowSpeaksOnceAndIsForgotten() {
        Schema windowed = SchemaText.parse("k STRING, v BIGINT, window_end TIMESTAMP(3)");
        OperatorHarness.Outcome outcome = harness(
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
        OperatorHarness.Outcome outcome = harness(
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
        assertEquals(1, outcome.counter("late"));
    }

    /** Field case B15: all rows of a window were taken away before it closes. Later changes are corrections. */
    @Test
    void windowOverChangingInput() {
        Schema windowed = SchemaText.parse("k STRING, v BIGINT, window_end TIMESTAMP(3)");
        harness(
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

    /** Two aggregates of one source meet in a third: its result is of one epoch. */
    @Test
    void diamond() {
        Schema middle = SchemaText.parse("g STRING, n BIGINT");
        Schema output = SchemaText.parse("g STRING, n BIGINT, s BIGINT");
        Aggregate count =
                new Aggregate("a", "in", List.of(0), List.of(call("COUNT(*)", DataType.bigint())), false, null, middle);
        Aggregate sum =
                new Aggregate("b", "in", List.of(0), List.of(call("SUM(1)", DataType.bigint())), false, null, middle);
        Aggregate bottom = new Aggregate(
                "c",
                "u",
                List.of(0),
                List.of(call("COUNT(*)", DataType.bigint()), call("SUM(1)", DataType.bigint())),
                false,
                null,
                output);
        int[] key = {0};
        OperatorHarness.of(
                        () -> new Diamond(
                                new AggregateOperator(count, SALES, key),
                                new AggregateOperator(sum, SALES, key),
                                new AggregateOperator(bottom, middle, key)),
                        output,
                        SALES)
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
        harness(names, List.of(0), false, null, "g BIGINT, lo STRING, d BIGINT", "MIN(1)", "DISTINCT COUNT(1)")
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

    /** Field case B33: ten thousand additions and removals of a cent leave nothing, not even in the snapshot. */
    @Test
    void nothingIsLeftOfWhatWasTakenBack() {
        Schema amounts = SchemaText.parse("g STRING, v DECIMAL(10, 2), x DOUBLE");
        Schema output = SchemaText.parse("g STRING, s DECIMAL(38, 2), x DOUBLE");
        Aggregate node = new Aggregate(
                "agg",
                "in",
                List.of(0),
                List.of(call("SUM(1)", output.type(1)), call("SUM(2)", output.type(2))),
                false,
                null,
                output);
        AggregateOperator operator = new AggregateOperator(node, amounts, new int[] {0});
        operator.open(HarnessContext.alone());
        SnapshotBytes snapshot = new SnapshotBytes();
        for (int weight = 1; weight >= -1; weight -= 2) {
            BatchBuilder builder = new BatchBuilder(amounts);
            for (int i = 0; i < 10_000; i++) {
                builder.appendRow(weight, RowText.parse(amounts, "g 0.01 0." + (i * 7 % 10_000 + 1)));
            }
            operator.process(0, builder.build(), batch -> {});
            operator.endEpoch(new EpochEnd(1, 1, EpochEnd.NO_PROMISE, true, 1), batch -> {});
            operator.snapshot(snapshot);
            assertEquals(weight > 0 ? 1 : 0, snapshot.liveEntries());
        }
    }
}

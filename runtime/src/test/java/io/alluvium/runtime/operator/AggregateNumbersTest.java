package io.alluvium.runtime.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.plan.PlanNode.Aggregate;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.type.Schema;
import io.alluvium.testkit.harness.HarnessContext;
import io.alluvium.testkit.harness.OperatorHarness;
import io.alluvium.testkit.harness.RowText;
import io.alluvium.testkit.harness.SchemaText;
import io.alluvium.testkit.harness.SnapshotBytes;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sums that must be exact, in any order, and give way when they do not fit. */
class AggregateNumbersTest {
    /** Field case B31: a sum beyond its type is hidden, counted, and comes back exactly. */
    @Test
    void overflowHidesTheGroupUntilItFits() {
        Schema wide = SchemaText.parse("g STRING, v DECIMAL(38, 3)");
        OperatorHarness.Outcome outcome = AggregateCases.harness(
                        wide, List.of(0), false, null, "g STRING, s DECIMAL(38, 3)", "SUM(1)")
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
        AggregateCases.harness(
                        AggregateCases.SALES,
                        List.of(0),
                        true,
                        null,
                        "g STRING, s BIGINT, a BIGINT",
                        "SUM(1)",
                        "AVG(1)")
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
        AggregateCases.harness(
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
            AggregateCases.harness(
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
        AggregateCases.harness(numbers, List.of(0), false, null, "g DOUBLE, s DOUBLE, a DOUBLE", "SUM(1)", "AVG(1)")
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
        AggregateCases.harness(numbers, List.of(0), false, null, "g BIGINT, s DOUBLE, a DOUBLE", "SUM(1)", "AVG(1)")
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

    /** Field case B33: ten thousand additions and removals of a cent leave nothing, not even in the snapshot. */
    @Test
    void nothingIsLeftOfWhatWasTakenBack() {
        Schema amounts = SchemaText.parse("g STRING, v DECIMAL(10, 2), x DOUBLE");
        Schema output = SchemaText.parse("g STRING, s DECIMAL(38, 2), x DOUBLE");
        Aggregate node = new Aggregate(
                "agg",
                "in",
                List.of(0),
                List.of(AggregateCases.call("SUM(1)", output.type(1)), AggregateCases.call("SUM(2)", output.type(2))),
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

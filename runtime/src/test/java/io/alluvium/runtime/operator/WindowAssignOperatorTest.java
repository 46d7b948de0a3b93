package io.alluvium.runtime.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.alluvium.core.plan.PlanNode.WindowAssign;
import io.alluvium.core.plan.PlanNode.WindowKind;
import io.alluvium.core.plan.PlanNode.WindowSpec;
import io.alluvium.core.type.Schema;
import io.alluvium.testkit.harness.OperatorHarness;
import io.alluvium.testkit.harness.SchemaText;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class WindowAssignOperatorTest {
    private static final long SECOND = 1_000_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;

    private static OperatorHarness harness(WindowKind kind, long size, long slide, long offset) {
        Schema input = SchemaText.parse("id BIGINT, ts TIMESTAMP(3), $watermark BIGINT NOT NULL");
        Schema output = SchemaText.parse(
                "id BIGINT, ts TIMESTAMP(3), $watermark BIGINT NOT NULL, s TIMESTAMP(3), e TIMESTAMP(3), t TIMESTAMP(3)");
        WindowAssign node = new WindowAssign("w", "in", 1, new WindowSpec(kind, size, slide, offset), 2, output);
        return OperatorHarness.of(() -> new WindowAssignOperator(node, input), output, input)
                .linear();
    }

    /** Floor division, before 1970 and with offsets, also negative. */
    @Test
    void tumble() {
        harness(WindowKind.TUMBLE, 10 * SECOND, 10 * SECOND, 0)
                .run(
                        """
                        feed 0
                        +I 1 1969-12-31T23:59:53 -9223372036854775808
                        expect
                        + 1 1969-12-31T23:59:53 -9223372036854775808 1969-12-31T23:59:50 1970-01-01T00:00:00 1969-12-31T23:59:59.999
                        """);
        harness(WindowKind.TUMBLE, 24 * HOUR, 24 * HOUR, -16 * HOUR)
                .run(
                        """
                        feed 0
                        +I 1 2020-10-10T00:00:01 0
                        expect
                        + 1 2020-10-10T00:00:01 0 2020-10-09T08:00:00 2020-10-10T08:00:00 2020-10-10T07:59:59.999
                        """);
    }

    @Test
    void hop() {
        harness(WindowKind.HOP, 10 * SECOND, 5 * SECOND, 0)
                .run(
                        """
                        feed 0
                        +I 1 00:00:05 0
                        +2 2 00:00:14.999 0
                        expect
                        + 1 00:00:05 0 00:00:00 00:00:10 00:00:09.999
                        + 1 00:00:05 0 00:00:05 00:00:15 00:00:14.999
                        +2 2 00:00:14.999 0 00:00:05 00:00:15 00:00:14.999
                        +2 2 00:00:14.999 0 00:00:10 00:00:20 00:00:19.999
                        """);
    }

    @Test
    void cumulate() {
        harness(WindowKind.CUMULATE, 3 * MINUTE, MINUTE, 0)
                .run(
                        """
                        feed 0
                        +I 1 00:01:00 0
                        +I 2 00:02:59.999 0
                        expect
                        + 1 00:01:00 0 00:00:00 00:02:00 00:01:59.999
                        + 1 00:01:00 0 00:00:00 00:03:00 00:02:59.999
                        + 2 00:02:59.999 0 00:00:00 00:03:00 00:02:59.999
                        """);
    }

    /** A row is late for a window whose end is not above its split's watermark before it; others of its windows take it. */
    @Test
    void lateRows() {
        OperatorHarness.Outcome outcome = harness(WindowKind.HOP, 10 * SECOND, 5 * SECOND, 0)
                .run(
                        """
                        feed 0
                        +I 1 00:00:05 9999999
                        +I 2 00:00:05 10000000
                        +I 3 00:00:05 15000000
                        +I 4 NULL 0
                        expect
                        + 1 00:00:05 9999999 00:00:00 00:00:10 00:00:09.999
                        + 1 00:00:05 9999999 00:00:05 00:00:15 00:00:14.999
                        + 2 00:00:05 10000000 00:00:05 00:00:15 00:00:14.999
                        """);
        assertEquals(3, outcome.counter("late"));
        assertEquals(1, outcome.counter("null_time"));
    }

    /** Berlin, 2023-10-29: the wall shows 02:00 to 03:00 twice. A window ends behind the last of its rows. */
    @Test
    void hourThatHappensTwice() {
        WallClock clock = new WallClock(ZoneId.of("Europe/Berlin"));
        assertEquals(micros("2023-10-29T00:00:00"), clock.toEnd(micros("2023-10-29T02:00:00")));
        assertEquals(micros("2023-10-29T01:30:00"), clock.toEnd(micros("2023-10-29T02:30:00")));
        assertEquals(micros("2023-10-29T02:00:00"), clock.toEnd(micros("2023-10-29T03:00:00")));
        assertEquals(micros("2023-10-29T00:00:00"), clock.toStart(micros("2023-10-29T02:00:00")));
        assertEquals(micros("2023-10-29T00:30:00"), clock.toStart(micros("2023-10-29T02:30:00")));
        assertEquals(micros("2023-10-29T02:00:00"), clock.toStart(micros("2023-10-29T03:00:00")));
        // the second 02:10 is in time for [02:00, 02:30) while the watermark stands before the second 02:30
        String row = "2023-10-29T01:10:00 " + micros("2023-10-29T01:09:00");
        zoned(WindowKind.TUMBLE, 30 * MINUTE, 30 * MINUTE)
                .run("feed 0\n+I 1 " + row + "\nexpect\n+ 1 " + row
                        + " 2023-10-29T00:00:00 2023-10-29T01:30:00 2023-10-29T01:29:59.999\n");
    }

    /** Berlin, 2023-03-26: the wall jumps from 02:00 to 03:00. Bounds inside the jump are the jump. */
    @Test
    void hourThatNeverHappens() {
        WallClock clock = new WallClock(ZoneId.of("Europe/Berlin"));
        for (String wall : new String[] {"2023-03-26T02:00:00", "2023-03-26T02:30:00", "2023-03-26T03:00:00"}) {
            assertEquals(micros("2023-03-26T01:00:00"), clock.toEnd(micros(wall)), wall);
            assertEquals(micros("2023-03-26T01:00:00"), clock.toStart(micros(wall)), wall);
        }
        assertEquals(micros("2023-03-26T01:30:00"), clock.toEnd(micros("2023-03-26T03:30:00")));
        // at 01:45 the windows up to 02:00, 02:30 and 03:00 are one
        zoned(WindowKind.CUMULATE, 3 * HOUR, 30 * MINUTE)
                .run(
                        """
                        feed 0
                        +I 1 2023-03-26T00:45:00 0
                        expect
                        + 1 2023-03-26T00:45:00 0 2023-03-25T23:00:00 2023-03-26T01:00:00 2023-03-26T00:59:59.999
                        """);
        zoned(WindowKind.HOP, HOUR, 30 * MINUTE)
                .run(
                        """
                        feed 0
                        +I 1 2023-03-26T01:10:00 0
                        expect
                        + 1 2023-03-26T01:10:00 0 2023-03-26T01:00:00 2023-03-26T01:30:00 2023-03-26T01:29:59.999
                        + 1 2023-03-26T01:10:00 0 2023-03-26T01:00:00 2023-03-26T02:00:00 2023-03-26T01:59:59.999
                        """);
    }

    private static OperatorHarness zoned(WindowKind kind, long size, long slide) {
        String bound = "TIMESTAMP_LTZ(3)";
        Schema input = SchemaText.parse("id BIGINT, ts " + bound + ", $watermark BIGINT NOT NULL");
        Schema output = SchemaText.parse("id BIGINT, ts " + bound + ", $watermark BIGINT NOT NULL, s " + bound + ", e "
                + bound + ", t " + bound);
        WindowAssign node = new WindowAssign("w", "in", 1, new WindowSpec(kind, size, slide, 0), 2, output);
        return OperatorHarness.of(() -> new WindowAssignOperator(node, input), output, input)
                .linear()
                .inZone(ZoneId.of("Europe/Berlin"));
    }

    /** Field case C05: days of 23 and 25 hours; every instant has one wall time. */
    @Test
    void wallClockOfAZone() {
        WallClock clock = new WallClock(ZoneId.of("America/Los_Angeles"));
        assertEquals(micros("2021-03-14T23:59:59"), clock.toWall(micros("2021-03-15T06:59:59")));
        assertEquals(micros("2021-03-14T08:00:00"), clock.toStart(micros("2021-03-14T00:00:00")));
        assertEquals(micros("2021-03-15T07:00:00"), clock.toStart(micros("2021-03-15T00:00:00")));
        assertEquals(micros("2021-11-07T23:59:59"), clock.toWall(micros("2021-11-08T07:59:59")));
        assertEquals(micros("2021-11-07T07:00:00"), clock.toStart(micros("2021-11-07T00:00:00")));
        assertEquals(micros("2021-11-08T08:00:00"), clock.toStart(micros("2021-11-08T00:00:00")));
        assertEquals(micros("2021-11-07T01:30:00"), clock.toWall(micros("2021-11-07T08:30:00")));
        assertEquals(micros("2021-11-07T01:30:00"), clock.toWall(micros("2021-11-07T09:30:00")));
        assertEquals(micros("2021-07-01T07:00:00"), clock.toStart(micros("2021-07-01T00:00:00")));
    }

    private static long micros(String text) {
        return LocalDateTime.parse(text).toEpochSecond(ZoneOffset.UTC) * SECOND;
    }
}

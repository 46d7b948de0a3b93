package io.alluvium.runtime.expression;

import static io.alluvium.runtime.expression.Expressions.call;
import static io.alluvium.runtime.expression.Expressions.cast;
import static io.alluvium.runtime.expression.Expressions.expect;
import static io.alluvium.runtime.expression.Expressions.integer;
import static io.alluvium.runtime.expression.Expressions.text;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.alluvium.core.expression.Expression;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Scalar;
import io.alluvium.core.type.DataType.Temporal;
import io.alluvium.core.type.DataType.TemporalKind;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TimeArithmeticTest {
    private static final DataType MONTHS = DataType.of(Scalar.INTERVAL_MONTH);
    private static final DataType MICROS = DataType.of(Scalar.INTERVAL_MICROSECOND);

    private static Expression months(long count) {
        return new Expression.Literal(count, MONTHS);
    }

    private static Expression seconds(long count) {
        return new Expression.Literal(count * 1_000_000, MICROS);
    }

    private static Expression timestamp(String value) {
        return cast(text(value), DataType.timestamp(3));
    }

    @Test
    void intervals() {
        DataType type = DataType.timestamp(3);
        expect("2024-02-29 10:00:00.000", call("+", type, timestamp("2024-01-31 10:00:00"), months(1)));
        expect("2023-12-31 23:59:55.000", call("-", type, timestamp("2024-01-01 00:00:00"), seconds(5)));
        expect("2024-03-01", call("+", DataType.date(), cast(text("2024-02-29"), DataType.date()), seconds(86_400)));
        expect("2023-02-28", call("-", DataType.date(), cast(text("2024-02-29"), DataType.date()), months(12)));
        expect(
                "+0 00:00:05.000",
                call("-", MICROS, timestamp("2024-01-01 00:00:05"), timestamp("2024-01-01 00:00:00")));
        expect("+0-01", call("-", MONTHS, timestamp("2024-03-01 00:00:00"), timestamp("2024-01-31 00:00:00")));
        DataType time = new Temporal(TemporalKind.TIME, 0, true);
        expect("00:00:01", call("+", time, cast(text("23:59:59"), time), seconds(2)));
        expect("+0 00:00:15.000", call("*", MICROS, seconds(5), integer(3)));
        expect("+0 00:00:02.500", call("/", MICROS, seconds(5), integer(2)));
        expect("+0 00:00:08.000", call("+", MICROS, seconds(5), seconds(3)));
    }

    @Test
    void calendarAgreesWithJava() {
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            long day = random.nextInt(2_000_000) - 1_000_000;
            LocalDate date = LocalDate.ofEpochDay(day);
            assertEquals(date.getYear(), TimeMath.year(day));
            assertEquals(date.getMonthValue(), TimeMath.month(day));
            assertEquals(date.getDayOfMonth(), TimeMath.dayOfMonth(day));
            assertEquals(date.getDayOfYear(), TimeMath.dayOfYear(day));
            assertEquals(date.get(ChronoField.DAY_OF_WEEK), TimeMath.isoDayOfWeek(day));
            assertEquals(date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), TimeMath.isoWeek(day));
            assertEquals(date.get(IsoFields.WEEK_BASED_YEAR), TimeMath.isoYear(day));
            assertEquals(day, TimeMath.days(date.getYear(), date.getMonthValue(), date.getDayOfMonth()));
            int months = random.nextInt(4000) - 2000;
            assertEquals(date.plusMonths(months).toEpochDay(), TimeMath.addMonths(day, months));
            long other = day + random.nextInt(4000) - 2000;
            assertEquals(
                    ChronoUnit.MONTHS.between(date, LocalDate.ofEpochDay(other)),
                    TimeMath.monthsBetween(day * TimeMath.MICROS_PER_DAY, other * TimeMath.MICROS_PER_DAY));
        }
    }

    @Test
    void zonesAgreeWithJava() {
        Random random = new Random(8);
        for (String name : new String[] {"Asia/Shanghai", "America/New_York", "Australia/Lord_Howe", "UTC", "+05:45"}) {
            ZoneId zone = ZoneId.of(name);
            ZoneShift shift = new ZoneShift(zone);
            for (int i = 0; i < 20_000; i++) {
                long second = random.nextLong(4_000_000_000L) - 1_000_000_000L;
                LocalDateTime local = LocalDateTime.ofInstant(Instant.ofEpochSecond(second), zone);
                assertEquals(local.toEpochSecond(ZoneOffset.UTC) * 1_000_000, shift.toLocal(second * 1_000_000));
                LocalDateTime wall = LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC);
                assertEquals(
                        wall.atZone(zone).toEpochSecond() * 1_000_000,
                        shift.toInstant(second * 1_000_000),
                        () -> name + " " + wall);
            }
        }
    }

    @Test
    void theHoursOfAClockChange() {
        ZoneShift newYork = new ZoneShift(ZoneId.of("America/New_York"));
        for (String wall : new String[] {
            "2021-03-14T01:59:59",
            "2021-03-14T02:30:00",
            "2021-03-14T03:00:00",
            "2021-11-07T00:59:59",
            "2021-11-07T01:30:00",
            "2021-11-07T02:00:00"
        }) {
            LocalDateTime local = LocalDateTime.parse(wall);
            for (int i = 0; i < 2; i++) {
                assertEquals(
                        local.atZone(ZoneId.of("America/New_York")).toEpochSecond() * 1_000_000,
                        newYork.toInstant(local.toEpochSecond(ZoneOffset.UTC) * 1_000_000),
                        wall);
            }
        }
    }
}

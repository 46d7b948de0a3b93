package io.alluvium.runtime.function;

import io.alluvium.core.expression.Expression;
import io.alluvium.core.function.ScalarFunction;
import io.alluvium.core.function.Utf8;
import io.alluvium.runtime.expression.TimeMath;
import io.alluvium.runtime.expression.ZoneShift;
import org.jspecify.annotations.Nullable;

/** Formatting, rounding and counting of times; a TIMESTAMP_LTZ is taken on the session zone's clock. */
public final class TimeFunctions {
    private static final String FORMAT =
            "A time as text in a Java pattern, or in a MySQL pattern where it has a %; names are English.";
    private static final String EXTRACT = "A field of a date or time.";
    private static final String FLOOR = "The start of the unit that a time lies in; weeks start on Monday.";
    private static final String CEIL = "The start of the next unit of time, or the time itself where it is a start.";
    private static final String DIFF =
            "The whole units from the first time to the second, negative when it is earlier.";
    private static final String ADD = "A time so many units later.";
    private static final String DATEDIFF = "The days from the second date to the first.";

    private TimeFunctions() {}

    @ScalarFunction(
            name = "DATE_FORMAT",
            signature = "(TIMESTAMP, STRING) -> STRING",
            says = FORMAT,
            example = "DATE_FORMAT(TIMESTAMP '2024-03-01 12:34:56', 'yyyy-MM-dd HH:mm') = '2024-03-01 12:34'")
    public static Utf8 dateFormat(TimeFormats formats, long timestamp, Utf8 pattern) {
        return formats.of(pattern).format(timestamp);
    }

    @ScalarFunction(name = "DATE_FORMAT", signature = "(TIMESTAMP_LTZ, STRING) -> STRING", says = FORMAT, example = "")
    public static Utf8 dateFormat(ZoneShift zone, TimeFormats formats, long instant, Utf8 pattern) {
        return formats.of(pattern).format(zone.toLocal(instant));
    }

    @ScalarFunction(
            name = "DATE_FORMAT",
            signature = "(STRING, STRING) -> STRING",
            says = FORMAT,
            example = "DATE_FORMAT('2024-03-01 12:34:56', '%Y/%m/%d') = '2024/03/01'")
    public static @Nullable Utf8 dateFormat(TimeFormats formats, Utf8 text, Utf8 pattern) {
        Long micros = TimeParsingFunctions.timestamp(text);
        return micros == null ? null : formats.of(pattern).format(micros);
    }

    @ScalarFunction(
            name = "EXTRACT",
            signature = "(SYMBOL, DATE) -> BIGINT",
            says = EXTRACT,
            example = "EXTRACT(DOY FROM DATE '2024-03-01') = 61")
    public static long extractOfDate(String field, long date) {
        return TimeUnit.extract(field, date * TimeMath.MICROS_PER_DAY);
    }

    @ScalarFunction(
            name = "EXTRACT",
            signature = "(SYMBOL, TIME) -> BIGINT",
            says = EXTRACT,
            example = "EXTRACT(HOUR FROM TIME '12:34:56') = 12")
    @ScalarFunction(
            name = "EXTRACT",
            signature = "(SYMBOL, TIMESTAMP) -> BIGINT",
            says = EXTRACT,
            example = "EXTRACT(YEAR FROM TIMESTAMP '2024-03-01 12:34:56') = 2024")
    public static long extract(String field, long time) {
        return TimeUnit.extract(field, time);
    }

    @ScalarFunction(name = "EXTRACT", signature = "(SYMBOL, TIMESTAMP_LTZ) -> BIGINT", says = EXTRACT, example = "")
    public static long extract(ZoneShift zone, String field, long instant) {
        return field.equalsIgnoreCase("EPOCH")
                ? Math.floorDiv(instant, TimeMath.MICROS_PER_SECOND)
                : TimeUnit.extract(field, zone.toLocal(instant));
    }

    @ScalarFunction(
            name = "FLOOR",
            signature = "(DATE, SYMBOL) -> DATE",
            says = FLOOR,
            example = "FLOOR(DATE '2024-03-15' TO MONTH) = DATE '2024-03-01'")
    public static long floorOfDate(long date, String unit) {
        return TimeMath.days(TimeUnit.of(unit).floor(date * TimeMath.MICROS_PER_DAY));
    }

    @ScalarFunction(name = "FLOOR", signature = "(TIME, SYMBOL) -> ARG1", says = FLOOR, example = "")
    @ScalarFunction(
            name = "FLOOR",
            signature = "(TIMESTAMP, SYMBOL) -> ARG1",
            says = FLOOR,
            example = "FLOOR(TIMESTAMP '2024-03-01 12:34:56' TO HOUR) = TIMESTAMP '2024-03-01 12:00:00'")
    public static long floor(long time, String unit) {
        return TimeUnit.of(unit).floor(time);
    }

    @ScalarFunction(name = "FLOOR", signature = "(TIMESTAMP_LTZ, SYMBOL) -> ARG1", says = FLOOR, example = "")
    public static long floor(ZoneShift zone, long instant, String unit) {
        return zone.toInstant(TimeUnit.of(unit).floor(zone.toLocal(instant)));
    }

    @ScalarFunction(
            name = "CEIL",
            signature = "(DATE, SYMBOL) -> DATE",
            says = CEIL,
            example = "CEIL(DATE '2024-03-15' TO MONTH) = DATE '2024-04-01'")
    public static long ceilOfDate(long date, String unit) {
        return TimeMath.days(TimeUnit.of(unit).ceil(date * TimeMath.MICROS_PER_DAY));
    }

    @ScalarFunction(
            name = "CEIL",
            signature = "(TIMESTAMP, SYMBOL) -> ARG1",
            says = CEIL,
            example = "CEIL(TIMESTAMP '2024-03-01 12:34:56' TO HOUR) = TIMESTAMP '2024-03-01 13:00:00'")
    public static long ceil(long time, String unit) {
        return TimeUnit.of(unit).ceil(time);
    }

    @ScalarFunction(name = "CEIL", signature = "(TIMESTAMP_LTZ, SYMBOL) -> ARG1", says = CEIL, example = "")
    public static long ceil(ZoneShift zone, long instant, String unit) {
        return zone.toInstant(TimeUnit.of(unit).ceil(zone.toLocal(instant)));
    }

    @ScalarFunction(
            name = "TIMESTAMPDIFF",
            signature = "(SYMBOL, TIMESTAMP, TIMESTAMP) -> INT",
            says = DIFF,
            example = "TIMESTAMPDIFF(MONTH, TIMESTAMP '2024-01-31 00:00:00', TIMESTAMP '2024-03-01 00:00:00') = 1")
    public static long timestampDiff(String unit, long from, long to) {
        return TimeUnit.of(unit).between(from, to);
    }

    @ScalarFunction(
            name = "TIMESTAMPDIFF",
            signature = "(SYMBOL, TIMESTAMP_LTZ, TIMESTAMP_LTZ) -> INT",
            says = DIFF,
            example = "")
    public static long timestampDiff(ZoneShift zone, String unit, long from, long to) {
        TimeUnit asked = TimeUnit.of(unit);
        return asked.compareTo(TimeUnit.DAY) < 0
                ? asked.between(from, to)
                : asked.between(zone.toLocal(from), zone.toLocal(to));
    }

    @ScalarFunction(
            name = "TIMESTAMPADD",
            signature = "(SYMBOL, BIGINT, TIMESTAMP) -> TIMESTAMP(6)",
            says = ADD,
            example = "TIMESTAMPADD(MONTH, 1, TIMESTAMP '2024-01-31 00:00:00') = TIMESTAMP '2024-02-29 00:00:00'")
    public static long timestampAdd(String unit, long count, long time) {
        return TimeUnit.of(unit).add(time, count);
    }

    @ScalarFunction(
            name = "TIMESTAMPADD",
            signature = "(SYMBOL, BIGINT, TIMESTAMP_LTZ) -> TIMESTAMP_LTZ(6)",
            says = ADD,
            example = "")
    public static long timestampAdd(ZoneShift zone, String unit, long count, long instant) {
        TimeUnit asked = TimeUnit.of(unit);
        return asked.compareTo(TimeUnit.DAY) < 0
                ? asked.add(instant, count)
                : zone.toInstant(asked.add(zone.toLocal(instant), count));
    }

    @ScalarFunction(
            name = "DATEDIFF",
            signature = "(DATE, DATE) -> INT",
            says = DATEDIFF,
            example = "DATEDIFF(DATE '2024-03-01', DATE '2024-02-01') = 29")
    public static long dateDiff(long later, long earlier) {
        return later - earlier;
    }

    @ScalarFunction(
            name = "DATEDIFF",
            signature = "(TIMESTAMP, TIMESTAMP) -> INT",
            says = DATEDIFF,
            example = "DATEDIFF(TIMESTAMP '2024-03-02 00:00:00', TIMESTAMP '2024-03-01 23:59:59') = 1")
    public static long timestampDateDiff(long later, long earlier) {
        return TimeMath.days(later) - TimeMath.days(earlier);
    }

    @ScalarFunction(
            name = "DATEDIFF",
            signature = "(STRING, STRING) -> INT",
            says = DATEDIFF,
            example = "DATEDIFF('2024-03-01', '2024-02-01') = 29")
    public static @Nullable Long dateDiff(Utf8 later, Utf8 earlier) {
        Long to = TimeParsingFunctions.timestamp(later);
        Long from = TimeParsingFunctions.timestamp(earlier);
        return to == null || from == null ? null : TimeMath.days(to) - TimeMath.days(from);
    }

    @ScalarFunction(
            name = "DATE_ADD",
            signature = "(DATE, INT) -> DATE",
            says = "A date so many days, or a time an interval, later.",
            example = "DATE_ADD(DATE '2024-02-28', 2) = DATE '2024-03-01'")
    public static long dateAdd(long date, long days) {
        return Math.addExact(date, days);
    }

    @ScalarFunction(
            name = "DATE_SUB",
            signature = "(DATE, INT) -> DATE",
            says = "A date so many days, or a time an interval, earlier.",
            example = "DATE_SUB(DATE '2024-03-01', 1) = DATE '2024-02-29'")
    public static long dateSub(long date, long days) {
        return Math.subtractExact(date, days);
    }

    @ScalarFunction(
            name = "DATE_ADD",
            signature = "(TIMESTAMP, INTERVAL) -> ARG1",
            says = "A date so many days, or a time an interval, later.",
            example = "DATE_ADD(TIMESTAMP '2024-02-28 00:00:00', INTERVAL '1' DAY) = TIMESTAMP '2024-02-29 00:00:00'")
    public static Expression addInterval(Expression.Call call) {
        return new Expression.Call("+", call.operands(), call.type(), call.position());
    }

    @ScalarFunction(
            name = "DATE_SUB",
            signature = "(TIMESTAMP, INTERVAL) -> ARG1",
            says = "A date so many days, or a time an interval, earlier.",
            example = "DATE_SUB(TIMESTAMP '2024-03-01 00:00:00', INTERVAL '1' DAY) = TIMESTAMP '2024-02-29 00:00:00'")
    public static Expression subtractInterval(Expression.Call call) {
        return new Expression.Call("-", call.operands(), call.type(), call.position());
    }

    @ScalarFunction(
            name = "LAST_DAY",
            signature = "(DATE) -> DATE",
            says = "The last day of the month.",
            example = "LAST_DAY(DATE '2024-02-10') = DATE '2024-02-29'")
    public static long lastDay(long date) {
        long year = TimeMath.year(date);
        int month = (int) TimeMath.month(date);
        return TimeMath.days(year, month, TimeMath.daysOfMonth(year, month));
    }
}

package io.alluvium.runtime.function;

import io.alluvium.core.function.ScalarFunction;
import io.alluvium.runtime.expression.TimeMath;
import io.alluvium.runtime.expression.ZoneShift;

/** The fields of dates and times, each by its own name; of a TIMESTAMP_LTZ on the session zone's clock. */
public final class TimeFieldFunctions {
    private TimeFieldFunctions() {}

    @ScalarFunction(
            name = "YEAR",
            signature = "(DATE) -> BIGINT",
            says = "The year.",
            example = "YEAR(DATE '2024-03-01') = 2024")
    public static long yearOfDate(long date) {
        return TimeUnit.extract("YEAR", date * TimeMath.MICROS_PER_DAY);
    }

    @ScalarFunction(
            name = "YEAR",
            signature = "(TIMESTAMP) -> BIGINT",
            says = "The year.",
            example = "YEAR(TIMESTAMP '2024-03-01 12:34:56') = 2024")
    public static long year(long timestamp) {
        return TimeUnit.extract("YEAR", timestamp);
    }

    @ScalarFunction(name = "YEAR", signature = "(TIMESTAMP_LTZ) -> BIGINT", says = "The year.", example = "")
    public static long year(ZoneShift zone, long instant) {
        return TimeUnit.extract("YEAR", zone.toLocal(instant));
    }

    @ScalarFunction(
            name = "QUARTER",
            signature = "(DATE) -> BIGINT",
            says = "The quarter of the year, 1 to 4.",
            example = "QUARTER(DATE '2024-03-01') = 1")
    public static long quarterOfDate(long date) {
        return TimeUnit.extract("QUARTER", date * TimeMath.MICROS_PER_DAY);
    }

    @ScalarFunction(
            name = "QUARTER",
            signature = "(TIMESTAMP) -> BIGINT",
            says = "The quarter of the year, 1 to 4.",
            example = "QUARTER(TIMESTAMP '2024-03-01 12:34:56') = 1")
    public static long quarter(long timestamp) {
        return TimeUnit.extract("QUARTER", timestamp);
    }

    @ScalarFunction(
            name = "QUARTER",
            signature = "(TIMESTAMP_LTZ) -> BIGINT",
            says = "The quarter of the year, 1 to 4.",
            example = "")
    public static long quarter(ZoneShift zone, long instant) {
        return TimeUnit.extract("QUARTER", zone.toLocal(instant));
    }

    @ScalarFunction(
            name = "MONTH",
            signature = "(DATE) -> BIGINT",
            says = "The month, 1 to 12.",
            example = "MONTH(DATE '2024-03-01') = 3")
    public static long monthOfDate(long date) {
        return TimeUnit.extract("MONTH", date * TimeMath.MICROS_PER_DAY);
    }

    @ScalarFunction(
            name = "MONTH",
            signature = "(TIMESTAMP) -> BIGINT",
            says = "The month, 1 to 12.",
            example = "MONTH(TIMESTAMP '2024-03-01 12:34:56') = 3")
    public static long month(long timestamp) {
        return TimeUnit.extract("MONTH", timestamp);
    }

    @ScalarFunction(name = "MONTH", signature = "(TIMESTAMP_LTZ) -> BIGINT", says = "The month, 1 to 12.", example = "")
    public static long month(ZoneShift zone, long instant) {
        return TimeUnit.extract("MONTH", zone.toLocal(instant));
    }

    @ScalarFunction(
            name = "WEEK",
            signature = "(DATE) -> BIGINT",
            says = "The week of the year as ISO 8601 counts, 1 to 53.",
            example = "WEEK(DATE '2024-03-01') = 9")
    public static long weekOfDate(long date) {
        return TimeUnit.extract("WEEK", date * TimeMath.MICROS_PER_DAY);
    }

    @ScalarFunction(
            name = "WEEK",
            signature = "(TIMESTAMP) -> BIGINT",
            says = "The week of the year as ISO 8601 counts, 1 to 53.",
            example = "WEEK(TIMESTAMP '2024-03-01 12:34:56') = 9")
    public static long week(long timestamp) {
        return TimeUnit.extract("WEEK", timestamp);
    }

    @ScalarFunction(
            name = "WEEK",
            signature = "(TIMESTAMP_LTZ) -> BIGINT",
            says = "The week of the year as ISO 8601 counts, 1 to 53.",
            example = "")
    public static long week(ZoneShift zone, long instant) {
        return TimeUnit.extract("WEEK", zone.toLocal(instant));
    }

    @ScalarFunction(
            name = "DAYOFYEAR",
            signature = "(DATE) -> BIGINT",
            says = "The day of the year, 1 to 366.",
            example = "DAYOFYEAR(DATE '2024-03-01') = 61")
    public static long dayOfYearOfDate(long date) {
        return TimeUnit.extract("DOY", date * TimeMath.MICROS_PER_DAY);
    }

    @ScalarFunction(
            name = "DAYOFYEAR",
            signature = "(TIMESTAMP) -> BIGINT",
            says = "The day of the year, 1 to 366.",
            example = "DAYOFYEAR(TIMESTAMP '2024-03-01 12:34:56') = 61")
    public static long dayOfYear(long timestamp) {
        return TimeUnit.extract("DOY", timestamp);
    }

    @ScalarFunction(
            name = "DAYOFYEAR",
            signature = "(TIMESTAMP_LTZ) -> BIGINT",
            says = "The day of the year, 1 to 366.",
            example = "")
    public static long dayOfYear(ZoneShift zone, long instant) {
        return TimeUnit.extract("DOY", zone.toLocal(instant));
    }

    @ScalarFunction(
            name = "DAYOFMONTH",
            signature = "(DATE) -> BIGINT",
            says = "The day of the month, 1 to 31.",
            example = "DAYOFMONTH(DATE '2024-03-01') = 1")
    public static long dayOfMonthOfDate(long date) {
        return TimeUnit.extract("DAY", date * TimeMath.MICROS_PER_DAY);
    }

    @ScalarFunction(
            name = "DAYOFMONTH",
            signature = "(TIMESTAMP) -> BIGINT",
            says = "The day of the month, 1 to 31.",
            example = "DAYOFMONTH(TIMESTAMP '2024-03-01 12:34:56') = 1")
    public static long dayOfMonth(long timestamp) {
        return TimeUnit.extract("DAY", timestamp);
    }

    @ScalarFunction(
            name = "DAYOFMONTH",
            signature = "(TIMESTAMP_LTZ) -> BIGINT",
            says = "The day of the month, 1 to 31.",
            example = "")
    public static long dayOfMonth(ZoneShift zone, long instant) {
        return TimeUnit.extract("DAY", zone.toLocal(instant));
    }

    @ScalarFunction(
            name = "DAYOFWEEK",
            signature = "(DATE) -> BIGINT",
            says = "The day of the week, 1 for Sunday to 7.",
            example = "DAYOFWEEK(DATE '2024-03-01') = 6")
    public static long dayOfWeekOfDate(long date) {
        return TimeUnit.extract("DOW", date * TimeMath.MICROS_PER_DAY);
    }

    @ScalarFunction(
            name = "DAYOFWEEK",
            signature = "(TIMESTAMP) -> BIGINT",
            says = "The day of the week, 1 for Sunday to 7.",
            example = "DAYOFWEEK(TIMESTAMP '2024-03-01 12:34:56') = 6")
    public static long dayOfWeek(long timestamp) {
        return TimeUnit.extract("DOW", timestamp);
    }

    @ScalarFunction(
            name = "DAYOFWEEK",
            signature = "(TIMESTAMP_LTZ) -> BIGINT",
            says = "The day of the week, 1 for Sunday to 7.",
            example = "")
    public static long dayOfWeek(ZoneShift zone, long instant) {
        return TimeUnit.extract("DOW", zone.toLocal(instant));
    }

    @ScalarFunction(
            name = "HOUR",
            signature = "(TIME) -> BIGINT",
            says = "The hour, 0 to 23.",
            example = "HOUR(TIME '12:34:56') = 12")
    public static long hourOfTime(long time) {
        return TimeUnit.extract("HOUR", time);
    }

    @ScalarFunction(
            name = "HOUR",
            signature = "(TIMESTAMP) -> BIGINT",
            says = "The hour, 0 to 23.",
            example = "HOUR(TIMESTAMP '2024-03-01 12:34:56') = 12")
    public static long hour(long timestamp) {
        return TimeUnit.extract("HOUR", timestamp);
    }

    @ScalarFunction(name = "HOUR", signature = "(TIMESTAMP_LTZ) -> BIGINT", says = "The hour, 0 to 23.", example = "")
    public static long hour(ZoneShift zone, long instant) {
        return TimeUnit.extract("HOUR", zone.toLocal(instant));
    }

    @ScalarFunction(
            name = "MINUTE",
            signature = "(TIME) -> BIGINT",
            says = "The minute, 0 to 59.",
            example = "MINUTE(TIME '12:34:56') = 34")
    public static long minuteOfTime(long time) {
        return TimeUnit.extract("MINUTE", time);
    }

    @ScalarFunction(
            name = "MINUTE",
            signature = "(TIMESTAMP) -> BIGINT",
            says = "The minute, 0 to 59.",
            example = "MINUTE(TIMESTAMP '2024-03-01 12:34:56') = 34")
    public static long minute(long timestamp) {
        return TimeUnit.extract("MINUTE", timestamp);
    }

    @ScalarFunction(
            name = "MINUTE",
            signature = "(TIMESTAMP_LTZ) -> BIGINT",
            says = "The minute, 0 to 59.",
            example = "")
    public static long minute(ZoneShift zone, long instant) {
        return TimeUnit.extract("MINUTE", zone.toLocal(instant));
    }

    @ScalarFunction(
            name = "SECOND",
            signature = "(TIME) -> BIGINT",
            says = "The second, 0 to 59.",
            example = "SECOND(TIME '12:34:56') = 56")
    public static long secondOfTime(long time) {
        return TimeUnit.extract("SECOND", time);
    }

    @ScalarFunction(
            name = "SECOND",
            signature = "(TIMESTAMP) -> BIGINT",
            says = "The second, 0 to 59.",
            example = "SECOND(TIMESTAMP '2024-03-01 12:34:56') = 56")
    public static long second(long timestamp) {
        return TimeUnit.extract("SECOND", timestamp);
    }

    @ScalarFunction(
            name = "SECOND",
            signature = "(TIMESTAMP_LTZ) -> BIGINT",
            says = "The second, 0 to 59.",
            example = "")
    public static long second(ZoneShift zone, long instant) {
        return TimeUnit.extract("SECOND", zone.toLocal(instant));
    }
}

package io.alluvium.runtime.expression;

/**
 * Calendar arithmetic of generated code and functions, on days since 1970-01-01 and on microseconds of a wall clock. The
 * conversions between days and civil dates follow Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms".
 */
public final class TimeMath {
    public static final long MICROS_PER_SECOND = 1_000_000L;
    public static final long MICROS_PER_DAY = 86_400L * MICROS_PER_SECOND;

    private static final int[] DAYS_OF_MONTH = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    private TimeMath() {}

    public static long days(long micros) {
        return Math.floorDiv(micros, MICROS_PER_DAY);
    }

    public static long microsOfDay(long micros) {
        return Math.floorMod(micros, MICROS_PER_DAY);
    }

    /** Days of a civil date. */
    public static long days(long year, int month, int day) {
        long y = month <= 2 ? year - 1 : year;
        long era = Math.floorDiv(y, 400);
        long yearOfEra = y - era * 400;
        long dayOfYear = (153L * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
        long dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
        return era * 146_097 + dayOfEra - 719_468;
    }

    /** The civil date of a day as year * 10000 + month * 100 + day (the year's sign kept by floor division). */
    public static long civil(long days) {
        long z = days + 719_468;
        long era = Math.floorDiv(z, 146_097);
        long dayOfEra = z - era * 146_097;
        long yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        long dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        long shifted = (5 * dayOfYear + 2) / 153;
        long day = dayOfYear - (153 * shifted + 2) / 5 + 1;
        long month = shifted < 10 ? shifted + 3 : shifted - 9;
        long year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
        return year * 10_000 + month * 100 + day;
    }

    public static long year(long days) {
        return Math.floorDiv(civil(days), 10_000);
    }

    public static long month(long days) {
        return Math.floorMod(civil(days), 10_000) / 100;
    }

    public static long dayOfMonth(long days) {
        return Math.floorMod(civil(days), 100);
    }

    public static long dayOfYear(long days) {
        return days - days(year(days), 1, 1) + 1;
    }

    /** 1 = Monday .. 7 = Sunday. */
    public static long isoDayOfWeek(long days) {
        return Math.floorMod(days + 3, 7) + 1;
    }

    /** The week of ISO 8601: the one that holds the year's first Thursday is week 1. */
    public static long isoWeek(long days) {
        long thursday = days - isoDayOfWeek(days) + 4;
        return (thursday - days(year(thursday), 1, 1)) / 7 + 1;
    }

    /** The year that ISO 8601 counts the day's week in. */
    public static long isoYear(long days) {
        return year(days - isoDayOfWeek(days) + 4);
    }

    public static boolean isLeap(long year) {
        return (year & 3) == 0 && (year % 100 != 0 || year % 400 == 0);
    }

    public static int daysOfMonth(long year, int month) {
        return month == 2 && isLeap(year) ? 29 : DAYS_OF_MONTH[month - 1];
    }

    /** Adds months to a date; a day that the month does not have becomes its last. */
    public static long addMonths(long days, long months) {
        long civil = civil(days);
        long count = Math.floorDiv(civil, 10_000) * 12 + Math.floorMod(civil, 10_000) / 100 - 1 + months;
        long year = Math.floorDiv(count, 12);
        int month = (int) Math.floorMod(count, 12) + 1;
        int day = (int) Math.min(Math.floorMod(civil, 100), daysOfMonth(year, month));
        return days(year, month, day);
    }

    /** Adds months to a wall-clock time. */
    public static long addMonthsToMicros(long micros, long months) {
        return addMonths(days(micros), months) * MICROS_PER_DAY + microsOfDay(micros);
    }

    /** Whole months from one wall-clock time to another, towards zero. */
    public static long monthsBetween(long fromMicros, long toMicros) {
        long from = civil(days(fromMicros));
        long to = civil(days(toMicros));
        long months = (Math.floorDiv(to, 10_000) - Math.floorDiv(from, 10_000)) * 12
                + (Math.floorMod(to, 10_000) / 100 - Math.floorMod(from, 10_000) / 100);
        long fromRest = Math.floorMod(from, 100) * MICROS_PER_DAY + microsOfDay(fromMicros);
        long toRest = Math.floorMod(to, 100) * MICROS_PER_DAY + microsOfDay(toMicros);
        if (months > 0 && toRest < fromRest) {
            months--;
        } else if (months < 0 && toRest > fromRest) {
            months++;
        }
        return months;
    }

    /** Drops fraction digits beyond a precision of 0 .. 6, towards the past. */
    public static long truncate(long micros, int precision) {
        if (precision >= 6) {
            return micros;
        }
        long unit = LongMath.power(6 - precision);
        return Math.floorDiv(micros, unit) * unit;
    }
}

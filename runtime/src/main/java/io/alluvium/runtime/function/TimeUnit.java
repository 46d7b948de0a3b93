package io.alluvium.runtime.function;

import io.alluvium.runtime.expression.TimeMath;
import java.util.Locale;

/** The units of time that SQL names, also MySQL's SQL_TSI_ names. */
enum TimeUnit {
    MICROSECOND(1, 0),
    MILLISECOND(1_000, 0),
    SECOND(1_000_000, 0),
    MINUTE(60_000_000L, 0),
    HOUR(3_600_000_000L, 0),
    DAY(TimeMath.MICROS_PER_DAY, 0),
    WEEK(7 * TimeMath.MICROS_PER_DAY, 0),
    MONTH(0, 1),
    QUARTER(0, 3),
    YEAR(0, 12),
    DECADE(0, 120),
    CENTURY(0, 1200),
    MILLENNIUM(0, 12_000);

    private final long micros;
    private final int months;

    TimeUnit(long micros, int months) {
        this.micros = micros;
        this.months = months;
    }

    static TimeUnit of(String name) {
        String word = name.toUpperCase(Locale.ROOT).replace("SQL_TSI_", "");
        for (TimeUnit unit : values()) {
            if (word.equals(unit.name()) || word.equals(unit.name() + "S")) {
                return unit;
            }
        }
        throw new IllegalArgumentException("\"" + name + "\" is not a unit of time");
    }

    long add(long time, long count) {
        return months == 0
                ? Math.addExact(time, Math.multiplyExact(count, micros))
                : TimeMath.addMonthsToMicros(time, Math.multiplyExact(count, months));
    }

    /** Whole units from one wall-clock time to another, towards zero. */
    long between(long from, long to) {
        return months == 0 ? Math.subtractExact(to, from) / micros : TimeMath.monthsBetween(from, to) / months;
    }

    /** Start of the unit that a wall-clock time lies in; weeks start on Monday. */
    long floor(long time) {
        if (this == WEEK) {
            long day = TimeMath.days(time);
            return (day - TimeMath.isoDayOfWeek(day) + 1) * TimeMath.MICROS_PER_DAY;
        }
        if (months == 0) {
            return Math.floorDiv(time, micros) * micros;
        }
        long day = TimeMath.days(time);
        long year = TimeMath.year(day);
        return switch (this) {
            case MONTH -> TimeMath.days(year, (int) TimeMath.month(day), 1) * TimeMath.MICROS_PER_DAY;
            case QUARTER -> TimeMath.days(year, ((int) TimeMath.month(day) - 1) / 3 * 3 + 1, 1)
                    * TimeMath.MICROS_PER_DAY;
            case YEAR, DECADE -> {
                long years = months / 12;
                yield TimeMath.days(Math.floorDiv(year, years) * years, 1, 1) * TimeMath.MICROS_PER_DAY;
            }
            default -> {
                long years = months / 12; // the 21st century began with 2001
                yield TimeMath.days(Math.floorDiv(year - 1, years) * years + 1, 1, 1) * TimeMath.MICROS_PER_DAY;
            }
        };
    }

    long ceil(long time) {
        long floor = floor(time);
        return floor == time ? time : add(floor, 1);
    }

    /** A field of a wall-clock time. */
    static long extract(String name, long time) {
        long day = TimeMath.days(time);
        long ofDay = TimeMath.microsOfDay(time);
        long seconds = ofDay / TimeMath.MICROS_PER_SECOND;
        return switch (name.toUpperCase(Locale.ROOT)) {
            case "MILLENNIUM" -> Math.floorDiv(TimeMath.year(day) - 1, 1000) + 1;
            case "CENTURY" -> Math.floorDiv(TimeMath.year(day) - 1, 100) + 1;
            case "DECADE" -> Math.floorDiv(TimeMath.year(day), 10);
            case "YEAR" -> TimeMath.year(day);
            case "ISOYEAR" -> TimeMath.isoYear(day);
            case "QUARTER" -> (TimeMath.month(day) + 2) / 3;
            case "MONTH" -> TimeMath.month(day);
            case "WEEK" -> TimeMath.isoWeek(day);
            case "DOY" -> TimeMath.dayOfYear(day);
            case "DAY" -> TimeMath.dayOfMonth(day);
            case "DOW" -> TimeMath.isoDayOfWeek(day) % 7 + 1;
            case "ISODOW" -> TimeMath.isoDayOfWeek(day);
            case "HOUR" -> seconds / 3600;
            case "MINUTE" -> seconds / 60 % 60;
            case "SECOND" -> seconds % 60;
            case "MILLISECOND" -> ofDay / 1000 % 60_000;
            case "MICROSECOND" -> ofDay % 60_000_000L;
            case "EPOCH" -> Math.floorDiv(time, TimeMath.MICROS_PER_SECOND);
            default -> throw new IllegalArgumentException("\"" + name + "\" is not a field of a time");
        };
    }
}

package io.alluvium.connector.formats;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Exact dates and times from text: ISO 8601 and MySQL's own form ({@code 2024-02-29 23:59:59.123456}). Fraction digits that the
 * declared precision cannot hold are refused unless they are zero.
 */
final class TemporalText {
    /** Result for a date whose month or day is zero. */
    static final long ZERO_DATE = Long.MIN_VALUE;

    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;
    private static final int[] MONTH_DAYS = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    private char[] text = new char[0];
    private int position;
    private int end;

    /** Days since 1970, or {@link #ZERO_DATE}. A time of day may follow when it is midnight. */
    long date(char[] source, int start, int length) {
        begin(source, start, length);
        long days = date();
        if (position < end && timeFollows() && timeOfDay(6) != 0) {
            throw new BadText("has a time of day");
        }
        finish();
        return days;
    }

    /** Microseconds of the day. */
    long time(char[] source, int start, int length, int precision) {
        begin(source, start, length);
        if (position < end && text[position] == '-') {
            throw new BadText("outside a day, declare the column STRING");
        }
        long micros = timeOfDay(precision);
        finish();
        return micros;
    }

    /** Microseconds since 1970 on the wall clock, or {@link #ZERO_DATE}. */
    long timestamp(char[] source, int start, int length, int precision) {
        begin(source, start, length);
        long micros = wallClock(precision);
        if (position < end) {
            if (offsetSeconds() != null) {
                throw new BadText("has a time zone, declare the column TIMESTAMP_LTZ");
            }
            finish();
        }
        return micros;
    }

    /** Microseconds since 1970 in UTC, or {@link #ZERO_DATE}. Text without an offset is read in the zone. */
    long instant(char[] source, int start, int length, int precision, @Nullable ZoneId zone) {
        begin(source, start, length);
        long micros = wallClock(precision);
        Integer offset = position < end ? offsetSeconds() : null;
        finish();
        if (micros == ZERO_DATE) {
            return micros;
        }
        if (offset != null) {
            return micros - offset * MICROS_PER_SECOND;
        }
        if (zone == null) {
            throw new BadText("has no time zone");
        }
        if (zone instanceof ZoneOffset fixed) {
            return micros - fixed.getTotalSeconds() * MICROS_PER_SECOND;
        }
        long seconds = Math.floorDiv(micros, MICROS_PER_SECOND);
        List<ZoneOffset> offsets =
                zone.getRules().getValidOffsets(LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC));
        if (offsets.isEmpty()) {
            throw new BadText("skipped by the clocks of " + zone);
        }
        // an hour that comes twice: the first of the two, as MySQL reads it
        return micros - offsets.get(0).getTotalSeconds() * MICROS_PER_SECOND;
    }

    /** Days since 1970 of a date of the proleptic Gregorian calendar. */
    static long epochDay(long year, int month, int day) {
        // Howard Hinnant, "chrono-compatible low-level date algorithms", days_from_civil
        long y = month <= 2 ? year - 1 : year;
        long era = Math.floorDiv(y, 400);
        long yearOfEra = y - era * 400;
        long dayOfYear = (153L * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
        long dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
        return era * 146_097 + dayOfEra - 719_468;
    }

    private void begin(char[] source, int start, int length) {
        text = source;
        position = start;
        end = start + length;
    }

    private void finish() {
        if (position != end) {
            throw new BadText("not a date or time of this type");
        }
    }

    private long wallClock(int precision) {
        long days = date();
        long micros = 0;
        if (position < end && timeFollows()) {
            micros = timeOfDay(precision);
        }
        return days == ZERO_DATE ? ZERO_DATE : days * MICROS_PER_DAY + micros;
    }

    private boolean timeFollows() {
        char c = text[position];
        if (c != ' ' && c != 'T' && c != 't') {
            return false;
        }
        position++;
        return true;
    }

    private long date() {
        boolean negative = position < end && text[position] == '-';
        if (position < end && (negative || text[position] == '+')) {
            position++;
        }
        long year = number(4, 6);
        expect('-');
        int month = (int) number(2, 2);
        expect('-');
        int day = (int) number(2, 2);
        if (month == 0 || day == 0) {
            return ZERO_DATE;
        }
        if (month > 12) {
            throw new BadText("no date of the calendar");
        }
        long signed = negative ? -year : year;
        boolean leap = signed % 4 == 0 && (signed % 100 != 0 || signed % 400 == 0);
        int days = month == 2 && leap ? 29 : MONTH_DAYS[month - 1];
        if (day > days) {
            throw new BadText("no date of the calendar");
        }
        return epochDay(signed, month, day);
    }

    private long timeOfDay(int precision) {
        long hour = number(1, 3);
        expect(':');
        long minute = number(2, 2);
        long second = 0;
        long micros = 0;
        if (position < end && text[position] == ':') {
            position++;
            second = number(2, 2);
            if (position < end && text[position] == '.') {
                position++;
                micros = fraction(precision);
            }
        }
        if (hour > 23 || minute > 59 || second > 59) {
            throw new BadText("outside a day, declare the column STRING");
        }
        return ((hour * 60 + minute) * 60 + second) * MICROS_PER_SECOND + micros;
    }

    private long fraction(int precision) {
        long micros = 0;
        int digits = 0;
        for (; position < end && text[position] >= '0' && text[position] <= '9'; position++) {
            int digit = text[position] - '0';
            if (digits >= precision && digit != 0) {
                throw new BadText("has more fraction digits than the type");
            }
            if (digits < 6) {
                micros = micros * 10 + digit;
            }
            digits++;
        }
        if (digits == 0) {
            throw new BadText("not a date or time of this type");
        }
        for (int i = digits; i < 6; i++) {
            micros *= 10;
        }
        return micros;
    }

    /** {@code Z}, {@code +08:00}, {@code +0800} or {@code +08}; null where something else stands there. */
    private @Nullable Integer offsetSeconds() {
        if (text[position] == ' ' && position + 1 < end) {
            position++;
        }
        char sign = text[position];
        if (sign == 'Z' || sign == 'z') {
            position++;
            return 0;
        }
        if (sign != '+' && sign != '-') {
            return null;
        }
        position++;
        long hours = number(2, 2);
        long minutes = 0;
        long seconds = 0;
        if (position < end) {
            if (text[position] == ':') {
                position++;
            }
            minutes = number(2, 2);
            if (position < end && text[position] == ':') {
                position++;
                seconds = number(2, 2);
            }
        }
        if (hours > 18 || minutes > 59 || seconds > 59) {
            throw new BadText("has no valid offset from UTC");
        }
        int total = (int) ((hours * 60 + minutes) * 60 + seconds);
        return sign == '-' ? -total : total;
    }

    private long number(int least, int most) {
        long value = 0;
        int digits = 0;
        while (position < end && digits < most && text[position] >= '0' && text[position] <= '9') {
            value = value * 10 + (text[position++] - '0');
            digits++;
        }
        if (digits < least) {
            throw new BadText("not a date or time of this type");
        }
        return value;
    }

    private void expect(char wanted) {
        if (position >= end || text[position] != wanted) {
            throw new BadText("not a date or time of this type");
        }
        position++;
    }
}

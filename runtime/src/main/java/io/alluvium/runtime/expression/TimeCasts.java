package io.alluvium.runtime.expression;

import io.alluvium.core.row.ValueText;
import io.alluvium.core.type.DataType;
import java.time.LocalDate;

/**
 * Casts between dates, times and text. Texts are {@code yyyy-MM-dd}, {@code HH:mm[:ss[.f]]}, and both joined by a blank or T; a
 * TIMESTAMP_LTZ text may end in Z or an offset, else the session's zone holds. Fraction digits beyond the type's precision are
 * dropped. Years are 0001 to 9999; dates that the calendar does not have are failures.
 */
public final class TimeCasts {
    private static final long NO_OFFSET = Long.MIN_VALUE;

    private TimeCasts() {}

    public static long textToDate(byte[] data, int start, int length, int site) {
        Reader reader = new Reader(data, start, length);
        long days = reader.date();
        if (reader.good && reader.more()) {
            reader.separator();
            reader.time();
        }
        if (!reader.complete()) {
            throw NumberCasts.failed(NumberCasts.quoted(data, start, length), "DATE", site);
        }
        return days;
    }

    public static long textToTime(byte[] data, int start, int length, int precision, int site) {
        Reader reader = new Reader(data, start, length);
        long micros = reader.time();
        if (!reader.complete()) {
            throw NumberCasts.failed(NumberCasts.quoted(data, start, length), "TIME(" + precision + ")", site);
        }
        return TimeMath.truncate(micros, precision);
    }

    public static long textToTimestamp(byte[] data, int start, int length, int precision, int site) {
        Reader reader = new Reader(data, start, length);
        long micros = reader.timestamp();
        if (!reader.complete()) {
            throw NumberCasts.failed(NumberCasts.quoted(data, start, length), "TIMESTAMP(" + precision + ")", site);
        }
        return TimeMath.truncate(micros, precision);
    }

    public static long textToInstant(byte[] data, int start, int length, int precision, ZoneShift zone, int site) {
        Reader reader = new Reader(data, start, length);
        long micros = reader.timestamp();
        long offset = reader.offset();
        if (!reader.complete()) {
            throw NumberCasts.failed(NumberCasts.quoted(data, start, length), "TIMESTAMP_LTZ(" + precision + ")", site);
        }
        long instant = offset == NO_OFFSET ? zone.toInstant(micros) : micros - offset;
        return TimeMath.truncate(instant, precision);
    }

    public static byte[] dateText(long days) {
        byte[] text = new byte[10];
        long civil = TimeMath.civil(days);
        if (civil < 0 || civil > 9999_12_31L) {
            return NumberCasts.ascii(LocalDate.ofEpochDay(days).toString());
        }
        putDate(text, 0, civil);
        return text;
    }

    public static byte[] temporalText(long micros, DataType.Temporal type, ZoneShift zone) {
        return NumberCasts.ascii(ValueText.temporal(micros, type, zone.zone()));
    }

    public static byte[] monthsText(long months) {
        return NumberCasts.ascii(ValueText.months(months));
    }

    public static byte[] durationText(long micros) {
        return NumberCasts.ascii(ValueText.duration(micros));
    }

    /** Writes yyyy-MM-dd for a civil date of the years 0 to 9999. */
    static void putDate(byte[] text, int at, long civil) {
        int year = (int) (civil / 10_000);
        int rest = (int) (civil % 10_000);
        putTwo(text, at, year / 100);
        putTwo(text, at + 2, year % 100);
        text[at + 4] = '-';
        putTwo(text, at + 5, rest / 100);
        text[at + 7] = '-';
        putTwo(text, at + 8, rest % 100);
    }

    static void putTwo(byte[] text, int at, int value) {
        text[at] = (byte) ('0' + value / 10);
        text[at + 1] = (byte) ('0' + value % 10);
    }

    /** Reads the parts of a date and time; once something does not fit, {@link #good} stays false. */
    private static final class Reader {
        private final byte[] data;
        private int position;
        private int end;
        private boolean good = true;

        Reader(byte[] data, int start, int length) {
            this.data = data;
            this.position = start;
            this.end = start + length;
            while (position < end && data[position] == ' ') {
                position++;
            }
            while (end > position && data[end - 1] == ' ') {
                end--;
            }
        }

        boolean more() {
            return position < end;
        }

        boolean complete() {
            return good && position == end;
        }

        long timestamp() {
            long micros = date() * TimeMath.MICROS_PER_DAY;
            if (good && more() && (data[position] == ' ' || data[position] == 'T')) {
                separator();
                micros += time();
            }
            return micros;
        }

        void separator() {
            good &= more() && (data[position] == ' ' || data[position] == 'T');
            position++;
        }

        long date() {
            int year = number(4, 4);
            sign('-');
            int month = number(1, 2);
            sign('-');
            int day = number(1, 2);
            good &= year >= 1 && month >= 1 && month <= 12 && day >= 1;
            good = good && day <= TimeMath.daysOfMonth(year, month);
            return good ? TimeMath.days(year, month, day) : 0;
        }

        /** Microseconds of the day. */
        long time() {
            int hour = number(1, 2);
            sign(':');
            int minute = number(1, 2);
            int second = 0;
            long fraction = 0;
            if (more() && data[position] == ':') {
                sign(':');
                second = number(1, 2);
                if (more() && data[position] == '.') {
                    position++;
                    fraction = fraction();
                }
            }
            good &= hour <= 23 && minute <= 59 && second <= 59;
            return ((hour * 60L + minute) * 60L + second) * TimeMath.MICROS_PER_SECOND + fraction;
        }

        /** Microseconds east of Greenwich, or {@link #NO_OFFSET}. */
        long offset() {
            if (!good || !more()) {
                return NO_OFFSET;
            }
            if (data[position] == ' ') {
                position++;
            }
            if (more() && data[position] == 'Z') {
                position++;
                return 0;
            }
            boolean west = more() && data[position] == '-';
            good &= west || (more() && data[position] == '+');
            position++;
            int hours = number(2, 2);
            if (more() && data[position] == ':') {
                position++;
            }
            int minutes = more() ? number(2, 2) : 0;
            good &= hours <= 18 && minutes <= 59;
            long micros = (hours * 60L + minutes) * 60L * TimeMath.MICROS_PER_SECOND;
            return west ? -micros : micros;
        }

        private long fraction() {
            long value = 0;
            int digits = 0;
            while (more() && data[position] >= '0' && data[position] <= '9') {
                if (digits < 6) {
                    value = value * 10 + (data[position] - '0');
                }
                digits++;
                position++;
            }
            good &= digits >= 1 && digits <= 9;
            return digits < 6 ? value * LongMath.power(6 - digits) : value;
        }

        private int number(int atLeast, int atMost) {
            int value = 0;
            int digits = 0;
            while (digits < atMost && more() && data[position] >= '0' && data[position] <= '9') {
                value = value * 10 + (data[position++] - '0');
                digits++;
            }
            good &= digits >= atLeast;
            return value;
        }

        private void sign(char wanted) {
            good &= more() && data[position] == wanted;
            position++;
        }
    }
}

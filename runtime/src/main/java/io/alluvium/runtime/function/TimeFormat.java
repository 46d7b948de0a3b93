package io.alluvium.runtime.function;

import io.alluvium.core.function.Utf8;
import io.alluvium.runtime.expression.LongMath;
import io.alluvium.runtime.expression.TimeMath;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalQueries;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A pattern for writing and reading times: Java's ({@code yyyy-MM-dd HH:mm:ss}), or MySQL's where it has a {@code %}
 * ({@code %Y-%m-%d}). Names are English. The usual fields are written without objects into a buffer that the next call
 * overwrites; patterns with other letters go through {@link DateTimeFormatter}. Not for several threads.
 */
final class TimeFormat {
    private static final List<String> MONTHS = List.of(
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December");
    private static final List<String> DAYS =
            List.of("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday");

    private final TimeField[] fields;
    private final @Nullable DateTimeFormatter fallback;
    private final boolean dateOnly;
    private final Utf8 result = new Utf8(new byte[32], 0, 0);
    private long formattedDay = Long.MIN_VALUE;
    private int position;

    private TimeFormat(TimeField[] fields, @Nullable DateTimeFormatter fallback) {
        this.fields = fields;
        this.fallback = fallback;
        this.dateOnly = fallback == null
                && Arrays.stream(fields).allMatch(field -> field.kind().ofDate());
    }

    static TimeFormat of(String pattern) {
        List<TimeField> fields = pattern.indexOf('%') >= 0 ? TimeField.ofMySql(pattern) : TimeField.ofJava(pattern);
        return fields == null
                ? new TimeFormat(new TimeField[0], DateTimeFormatter.ofPattern(pattern, Locale.US))
                : new TimeFormat(fields.toArray(new TimeField[0]), null);
    }

    /** The text of a wall-clock time; valid until the next call. */
    Utf8 format(long micros) {
        long day = TimeMath.days(micros);
        if (dateOnly && day == formattedDay) {
            return result;
        }
        long civil = TimeMath.civil(day);
        if (fallback != null || civil < 0 || civil > 9999_12_31L) {
            return Utf8.of(formatter().format(local(micros)));
        }
        position = 0;
        long ofDay = micros - day * TimeMath.MICROS_PER_DAY;
        for (TimeField field : fields) {
            write(field, civil, day, ofDay);
        }
        result.start = 0;
        result.length = position;
        formattedDay = day;
        return result;
    }

    private DateTimeFormatter formatter() {
        return fallback != null ? fallback : DateTimeFormatter.ISO_LOCAL_DATE_TIME;
    }

    private static LocalDateTime local(long micros) {
        long seconds = Math.floorDiv(micros, TimeMath.MICROS_PER_SECOND);
        int nanos = (int) Math.floorMod(micros, TimeMath.MICROS_PER_SECOND) * 1000;
        return LocalDateTime.ofEpochSecond(seconds, nanos, ZoneOffset.UTC);
    }

    private void write(TimeField field, long civil, long day, long ofDay) {
        int seconds = (int) (ofDay / TimeMath.MICROS_PER_SECOND);
        int hour = seconds / 3600;
        switch (field.kind()) {
            case LITERAL -> text(field.literal());
            case YEAR -> number(field.width() == 2 ? civil / 10_000 % 100 : civil / 10_000, field.width());
            case MONTH -> number(civil / 100 % 100, field.width());
            case DAY -> number(civil % 100, field.width());
            case HOUR -> number(hour, field.width());
            case HOUR_OF_HALF -> number(hour % 12 == 0 ? 12 : hour % 12, field.width());
            case MINUTE -> number(seconds / 60 % 60, field.width());
            case SECOND -> number(seconds % 60, field.width());
            case FRACTION -> fraction(ofDay % TimeMath.MICROS_PER_SECOND, field.width());
            case HALF -> text(hour < 12 ? "AM" : "PM");
            case MONTH_NAME -> text(name(MONTHS, (int) (civil / 100 % 100) - 1, field.width()));
            case DAY_NAME -> text(name(DAYS, (int) TimeMath.isoDayOfWeek(day) - 1, field.width()));
            case DAY_OF_YEAR -> number(TimeMath.dayOfYear(day), field.width());
            case DAY_OF_WEEK_FROM_SUNDAY -> number(TimeMath.isoDayOfWeek(day) % 7, 1);
        }
    }

    private static String name(List<String> names, int index, int width) {
        return width == 3 ? names.get(index).substring(0, 3) : names.get(index);
    }

    private void number(long value, int width) {
        int digits = 1;
        while (digits < 18 && value >= LongMath.power(digits)) {
            digits++;
        }
        int length = Math.max(digits, width);
        ensure(length);
        long rest = value;
        for (int i = position + length - 1; i >= position; i--) {
            result.data[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        position += length;
    }

    private void fraction(long micros, int width) {
        for (int i = 0; i < width; i++) {
            ensure(1);
            result.data[position++] = (byte) ('0' + (i < 6 ? micros / LongMath.power(5 - i) % 10 : 0));
        }
    }

    private void text(String text) {
        text(text.getBytes(StandardCharsets.UTF_8));
    }

    private void text(byte[] text) {
        ensure(text.length);
        System.arraycopy(text, 0, result.data, position, text.length);
        position += text.length;
    }

    private void ensure(int more) {
        if (position + more > result.data.length) {
            result.data = Arrays.copyOf(result.data, (position + more) * 2);
        }
    }

    /** The wall-clock time that a text stands for; fields that the pattern lacks are those of 1970-01-01 00:00. Null if none. */
    @Nullable
    Long parse(String text) {
        if (fallback != null) {
            return parseFallback(text, fallback);
        }
        int at = 0;
        int end = text.length();
        int year = 1970;
        int month = 1;
        int day = 1;
        int dayOfYear = 0;
        int hour = 0;
        int half = -1;
        long seconds = 0;
        long fraction = 0;
        for (TimeField field : fields) {
            int from = at;
            switch (field.kind()) {
                case LITERAL -> {
                    String literal = new String(field.literal(), StandardCharsets.UTF_8);
                    at = text.startsWith(literal, at) ? at + literal.length() : -1;
                }
                case HALF -> {
                    boolean present = at + 2 <= end;
                    String letters = present ? text.substring(at, at + 2).toUpperCase(Locale.ROOT) : "";
                    half = letters.equals("AM") ? 0 : letters.equals("PM") ? 12 : -1;
                    at = half < 0 ? -1 : at + 2;
                }
                case MONTH_NAME -> {
                    month = nameAt(MONTHS, text, at, field.width()) + 1;
                    at = month == 0
                            ? -1
                            : at
                                    + (field.width() == 3
                                            ? 3
                                            : MONTHS.get(month - 1).length());
                }
                case DAY_NAME -> {
                    int found = nameAt(DAYS, text, at, field.width());
                    at = found < 0
                            ? -1
                            : at + (field.width() == 3 ? 3 : DAYS.get(found).length());
                }
                case FRACTION -> {
                    at = digitsEnd(text, at, 9);
                    int digits = at - from;
                    boolean good = field.lenient() ? digits > 0 : digits == field.width();
                    if (good) {
                        String six = (text.substring(from, at) + "000000").substring(0, 6);
                        fraction = Long.parseLong(six);
                    } else {
                        at = -1;
                    }
                }
                case YEAR, MONTH, DAY, HOUR, HOUR_OF_HALF, MINUTE, SECOND, DAY_OF_YEAR, DAY_OF_WEEK_FROM_SUNDAY -> {
                    at = digitsEnd(text, at, field.mostDigits());
                    int digits = at - from;
                    if (digits < field.leastDigits()) {
                        return null;
                    }
                    int value = Integer.parseInt(text.substring(from, at));
                    switch (field.kind()) {
                        case YEAR -> year = field.width() == 2 ? (value < 70 ? 2000 : 1900) + value : value;
                        case MONTH -> month = value;
                        case DAY -> day = value;
                        case DAY_OF_YEAR -> dayOfYear = value;
                        case HOUR -> hour = value;
                        case HOUR_OF_HALF -> hour = value == 12 ? 0 : value > 12 ? 99 : value;
                        case MINUTE -> {
                            if (value > 59) {
                                return null;
                            }
                            seconds += value * 60L;
                        }
                        case SECOND -> {
                            if (value > 59) {
                                return null;
                            }
                            seconds += value;
                        }
                        case LITERAL, HALF, MONTH_NAME, DAY_NAME, FRACTION, DAY_OF_WEEK_FROM_SUNDAY -> {
                            // a week day says nothing that the date does not
                        }
                    }
                }
            }
            if (at < 0) {
                return null;
            }
        }
        int hours = hour + Math.max(half, 0);
        boolean good = at == end && year >= 1 && month >= 1 && month <= 12 && day >= 1 && hours <= 23;
        if (!good || day > TimeMath.daysOfMonth(year, month)) {
            return null;
        }
        long days = dayOfYear > 0 ? TimeMath.days(year, 1, 1) + dayOfYear - 1 : TimeMath.days(year, month, day);
        return days * TimeMath.MICROS_PER_DAY + (hours * 3600L + seconds) * TimeMath.MICROS_PER_SECOND + fraction;
    }

    private static int digitsEnd(String text, int from, int most) {
        int at = from;
        while (at < text.length() && at - from < most && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at;
    }

    private static int nameAt(List<String> names, String text, int at, int width) {
        for (int i = 0; i < names.size(); i++) {
            String name = name(names, i, width);
            if (text.regionMatches(true, at, name, 0, name.length())) {
                return i;
            }
        }
        return -1;
    }

    private static @Nullable Long parseFallback(String text, DateTimeFormatter formatter) {
        try {
            var parsed = formatter.parse(text);
            var date = parsed.query(TemporalQueries.localDate());
            var time = parsed.query(TemporalQueries.localTime());
            long days = date == null ? 0 : date.toEpochDay();
            return days * TimeMath.MICROS_PER_DAY + (time == null ? 0 : time.toNanoOfDay() / 1000);
        } catch (DateTimeException notOfThisPattern) {
            return null;
        }
    }
}

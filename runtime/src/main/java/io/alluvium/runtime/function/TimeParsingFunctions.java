package io.alluvium.runtime.function;

import io.alluvium.core.function.ScalarFunction;
import io.alluvium.core.function.Utf8;
import io.alluvium.runtime.expression.RowFailure;
import io.alluvium.runtime.expression.TimeCasts;
import io.alluvium.runtime.expression.TimeMath;
import io.alluvium.runtime.expression.ZoneShift;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Times from text and from numbers. A text that is not of the pattern gives NULL; CAST is the strict form. */
public final class TimeParsingFunctions {
    private static final String DEFAULT_PATTERN = "yyyy-MM-dd HH:mm:ss";
    private static final String TO_TIMESTAMP =
            "The timestamp that a text stands for, by default like 2024-03-01 12:34:56; NULL when it does not fit.";
    private static final String TO_DATE =
            "The date that a text stands for, by default like 2024-03-01; NULL when it does not fit.";
    private static final String TO_LTZ =
            "The instant that is so many milliseconds (precision 3, the default), seconds (0) or microseconds (6) after 1970-01-01 UTC, or that a text stands for.";
    private static final String FROM_UNIX =
            "Seconds since 1970-01-01 UTC as text on the session zone's clock, by default like 2024-03-01 12:34:56.";
    private static final String UNIX =
            "The seconds from 1970-01-01 UTC to a time on the session zone's clock; NULL when a text does not fit.";
    private static final String STR_TO_DATE =
            "The timestamp that a text stands for in a MySQL pattern; NULL when it does not fit.";

    private TimeParsingFunctions() {}

    /** A text as CAST to TIMESTAMP reads it, or null where it fails. */
    static @Nullable Long timestamp(Utf8 text) {
        try {
            return TimeCasts.textToTimestamp(text.data, text.start, text.length, 6, -1);
        } catch (RowFailure notATimestamp) {
            return null;
        }
    }

    @ScalarFunction(
            name = "TO_TIMESTAMP",
            signature = "(STRING) -> TIMESTAMP(3)",
            says = TO_TIMESTAMP,
            example = "TO_TIMESTAMP('2024-03-01 12:34:56') = TIMESTAMP '2024-03-01 12:34:56'")
    public static @Nullable Long toTimestamp(Utf8 text) {
        Long micros = timestamp(text);
        return micros == null ? null : TimeMath.truncate(micros, 3);
    }

    @ScalarFunction(
            name = "TO_TIMESTAMP",
            signature = "(STRING, STRING) -> TIMESTAMP(3)",
            says = TO_TIMESTAMP,
            example = "TO_TIMESTAMP('01.03.2024', 'dd.MM.yyyy') = TIMESTAMP '2024-03-01 00:00:00'")
    public static @Nullable Long toTimestamp(TimeFormats formats, String text, Utf8 pattern) {
        Long micros = formats.of(pattern).parse(text);
        return micros == null ? null : TimeMath.truncate(micros, 3);
    }

    @ScalarFunction(
            name = "STR_TO_DATE",
            signature = "(STRING, STRING) -> TIMESTAMP(6)",
            says = STR_TO_DATE,
            example = "STR_TO_DATE('1/3/2024', '%d/%c/%Y') = TIMESTAMP '2024-03-01 00:00:00'")
    public static @Nullable Long strToDate(TimeFormats formats, String text, Utf8 pattern) {
        return formats.of(pattern).parse(text);
    }

    @ScalarFunction(
            name = "TO_DATE",
            signature = "(STRING) -> DATE",
            says = TO_DATE,
            example = "TO_DATE('2024-03-01') = DATE '2024-03-01'")
    public static @Nullable Long toDate(Utf8 text) {
        Long micros = timestamp(text);
        return micros == null ? null : TimeMath.days(micros);
    }

    @ScalarFunction(
            name = "TO_DATE",
            signature = "(STRING, STRING) -> DATE",
            says = TO_DATE,
            example = "TO_DATE('20240301', 'yyyyMMdd') = DATE '2024-03-01'")
    public static @Nullable Long toDate(TimeFormats formats, String text, Utf8 pattern) {
        Long micros = formats.of(pattern).parse(text);
        return micros == null ? null : TimeMath.days(micros);
    }

    @ScalarFunction(
            name = "TO_TIMESTAMP_LTZ",
            signature = "(BIGINT) -> TIMESTAMP_LTZ(3)",
            says = TO_LTZ,
            example = "TO_TIMESTAMP_LTZ(0) = TO_TIMESTAMP_LTZ(0, 3)")
    public static long toInstant(long millis) {
        return Math.multiplyExact(millis, 1000);
    }

    @ScalarFunction(
            name = "TO_TIMESTAMP_LTZ",
            signature = "(BIGINT, INT) -> TIMESTAMP_LTZ(3)",
            says = TO_LTZ,
            example = "TO_TIMESTAMP_LTZ(60, 0) = TO_TIMESTAMP_LTZ(60000, 3)")
    public static long toInstant(long value, long precision) {
        if (precision != 0 && precision != 3 && precision != 6) {
            throw new IllegalArgumentException("TO_TIMESTAMP_LTZ takes precision 0, 3 or 6, not " + precision);
        }
        long micros = Math.multiplyExact(value, precision == 0 ? 1_000_000L : precision == 3 ? 1_000L : 1L);
        return TimeMath.truncate(micros, 3);
    }

    @ScalarFunction(
            name = "TO_TIMESTAMP_LTZ",
            signature = "(STRING) -> TIMESTAMP_LTZ(3)",
            says = TO_LTZ,
            example = "TO_TIMESTAMP_LTZ('1970-01-01 00:01:00Z') = TO_TIMESTAMP_LTZ(60, 0)")
    public static @Nullable Long toInstant(ZoneShift zone, Utf8 text) {
        try {
            return TimeCasts.textToInstant(text.data, text.start, text.length, 3, zone, -1);
        } catch (RowFailure notATimestamp) {
            return null;
        }
    }

    @ScalarFunction(
            name = "TO_TIMESTAMP_LTZ",
            signature = "(STRING, STRING) -> TIMESTAMP_LTZ(3)",
            says = TO_LTZ,
            example = "TO_TIMESTAMP_LTZ('2024', 'yyyy') = TO_TIMESTAMP_LTZ('2024-01-01 00:00:00')")
    public static @Nullable Long toInstant(ZoneShift zone, TimeFormats formats, String text, Utf8 pattern) {
        Long micros = formats.of(pattern).parse(text);
        return micros == null ? null : TimeMath.truncate(zone.toInstant(micros), 3);
    }

    @ScalarFunction(
            name = "FROM_UNIXTIME",
            signature = "(BIGINT) -> STRING",
            says = FROM_UNIX,
            example = "CHAR_LENGTH(FROM_UNIXTIME(0)) = 19")
    public static Utf8 fromUnixTime(ZoneShift zone, TimeFormats formats, long seconds) {
        return formats.of(DEFAULT_PATTERN).format(zone.toLocal(Math.multiplyExact(seconds, 1_000_000L)));
    }

    @ScalarFunction(
            name = "FROM_UNIXTIME",
            signature = "(BIGINT, STRING) -> STRING",
            says = FROM_UNIX,
            example = "FROM_UNIXTIME(100000000, 'yyyy') = '1973'")
    public static Utf8 fromUnixTime(ZoneShift zone, TimeFormats formats, long seconds, Utf8 pattern) {
        return formats.of(pattern).format(zone.toLocal(Math.multiplyExact(seconds, 1_000_000L)));
    }

    @ScalarFunction(
            name = "UNIX_TIMESTAMP",
            signature = "(STRING) -> BIGINT",
            says = UNIX,
            example = "UNIX_TIMESTAMP(FROM_UNIXTIME(86400)) = 86400")
    public static @Nullable Long unixTimestamp(ZoneShift zone, Utf8 text) {
        Long micros = timestamp(text);
        return micros == null ? null : seconds(zone.toInstant(micros));
    }

    @ScalarFunction(
            name = "UNIX_TIMESTAMP",
            signature = "(STRING, STRING) -> BIGINT",
            says = UNIX,
            example = "UNIX_TIMESTAMP('x', 'yyyy') IS NULL")
    public static @Nullable Long unixTimestamp(ZoneShift zone, TimeFormats formats, String text, Utf8 pattern) {
        Long micros = formats.of(pattern).parse(text);
        return micros == null ? null : seconds(zone.toInstant(micros));
    }

    @ScalarFunction(
            name = "UNIX_TIMESTAMP",
            signature = "(TIMESTAMP) -> BIGINT",
            says = UNIX,
            example = "UNIX_TIMESTAMP(TIMESTAMP '2024-03-01 00:00:00') = UNIX_TIMESTAMP('2024-03-01 00:00:00')")
    public static long unixTimestamp(ZoneShift zone, long timestamp) {
        return seconds(zone.toInstant(timestamp));
    }

    @ScalarFunction(name = "UNIX_TIMESTAMP", signature = "(TIMESTAMP_LTZ) -> BIGINT", says = UNIX, example = "")
    public static long unixTimestampOfInstant(long instant) {
        return seconds(instant);
    }

    private static long seconds(long micros) {
        return Math.floorDiv(micros, TimeMath.MICROS_PER_SECOND);
    }

    /** The zones of a call by name. */
    public static final class Zones implements PerCall {
        private final Map<String, ZoneShift> known = new HashMap<>();

        ZoneShift of(String name) {
            return known.computeIfAbsent(name, word -> new ZoneShift(ZoneId.of(word)));
        }
    }

    @ScalarFunction(
            name = "CONVERT_TZ",
            signature = "(STRING, STRING, STRING) -> STRING",
            says =
                    "A text like 2024-03-01 12:34:56 moved from one zone's clock to another's; NULL when it does not fit.",
            example = "CONVERT_TZ('1970-01-01 00:00:00', 'UTC', 'America/Los_Angeles') = '1969-12-31 16:00:00'")
    public static @Nullable Utf8 convertZone(Zones zones, TimeFormats formats, Utf8 text, String from, String to) {
        Long micros = timestamp(text);
        try {
            return micros == null
                    ? null
                    : formats.of(DEFAULT_PATTERN)
                            .format(zones.of(to).toLocal(zones.of(from).toInstant(micros)));
        } catch (DateTimeException unknownZone) {
            throw new IllegalArgumentException(unknownZone.getMessage(), unknownZone);
        }
    }
}

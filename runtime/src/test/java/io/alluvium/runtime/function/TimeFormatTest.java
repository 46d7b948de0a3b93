package io.alluvium.runtime.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TimeFormatTest {
    private static long micros(LocalDateTime time) {
        return time.toEpochSecond(ZoneOffset.UTC) * 1_000_000 + time.getNano() / 1000;
    }

    private static long micros(String time) {
        return micros(LocalDateTime.parse(time));
    }

    @Test
    void javaPatternsAgreeWithJava() {
        Random random = new Random(11);
        for (String pattern : new String[] {
            "yyyy-MM-dd",
            "yyyy-MM-dd HH:mm",
            "yyyy-MM-dd HH:mm:ss",
            "yyyyMMddHHmmss",
            "yyyy-MM-dd'T'HH:mm:ss.SSS",
            "d/M/yy h:mm a",
            "EEE, dd MMM yyyy",
            "EEEE MMMM",
            "DDD",
            "HH",
            "yyyy年MM月dd日",
            "hh 'o''clock'",
            "Q",
            "yyyy-'W'ww",
            "H:m:s.SSSSSS"
        }) {
            DateTimeFormatter expected = DateTimeFormatter.ofPattern(pattern, Locale.US);
            TimeFormat format = TimeFormat.of(pattern);
            for (int i = 0; i < 300; i++) {
                LocalDateTime time = LocalDateTime.ofEpochSecond(
                        random.nextLong(10_000_000_000L) - 5_000_000_000L,
                        random.nextInt(1_000_000) * 1000,
                        ZoneOffset.UTC);
                assertEquals(expected.format(time), format.format(micros(time)).toString(), pattern);
            }
        }
    }

    @Test
    void mySqlPatterns() {
        long time = micros("2024-03-01T14:05:09.120");
        assertEquals(
                "2024-03-01 14:05:09",
                TimeFormat.of("%Y-%m-%d %H:%i:%s").format(time).toString());
        assertEquals(
                "24/3/1 02:05:09 PM", TimeFormat.of("%y/%c/%e %r").format(time).toString());
        assertEquals(
                "Friday March 061 5 120000 100%",
                TimeFormat.of("%W %M %j %w %f 100%%").format(time).toString());
        assertEquals(time, TimeFormat.of("%Y-%m-%d %T.%f").parse("2024-3-1 14:5:9.12"));
        assertEquals(micros("2024-03-01T00:00:00"), TimeFormat.of("%b %d, %Y").parse("mar 1, 2024"));
        assertNull(TimeFormat.of("%Y-%m-%d").parse("2024-02-30"));
    }

    @Test
    void parsing() {
        assertEquals(micros("2024-03-01T00:00:00"), TimeFormat.of("dd.MM.yyyy").parse("01.03.2024"));
        assertEquals(
                micros("2024-03-01T12:34:56.789"),
                TimeFormat.of("yyyy-MM-dd'T'HH:mm:ss.SSS").parse("2024-03-01T12:34:56.789"));
        assertEquals(
                micros("2024-03-01T00:30:00"),
                TimeFormat.of("yyyy-MM-dd hh:mm a").parse("2024-03-01 12:30 AM"));
        for (String bad : new String[] {"1.3.2024", "01.03.2024 ", "01.13.2024", "31.02.2024", "", "01.03.20245"}) {
            assertNull(TimeFormat.of("dd.MM.yyyy").parse(bad), bad);
        }
        assertNull(TimeFormat.of("HH:mm").parse("24:00"));
    }

    /** Formatting days writes into one buffer, and a day that was just formatted not at all. */
    @Test
    void daysAreNotFormattedAgain() {
        TimeFormat format = TimeFormat.of("yyyy-MM-dd");
        var first = format.format(micros("2024-03-01T10:00:00"));
        assertEquals("2024-03-01", first.toString());
        byte[] buffer = first.data;
        var second = format.format(micros("2024-03-01T23:59:59"));
        assertSame(buffer, second.data);
        assertEquals("2024-03-02", format.format(micros("2024-03-02T00:00:00")).toString());
    }
}

package io.alluvium.examples.mall;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/** The three rushes of the 618 sale that the example plays; the second one runs across midnight. All times are Beijing time. */
final class MallClock {
    private static final ZoneOffset BEIJING = ZoneOffset.ofHours(8);
    private static final DateTimeFormatter DATETIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    static final int RUSH_SECONDS = 20 * 60;

    /** After a rush this long only what is under way is settled. */
    static final int SETTLE_SECONDS = 12 * 60;

    /** Seconds since 1970 at which the rushes start. */
    static final List<Long> RUSHES =
            List.of(second(2024, 6, 16, 20, 0), second(2024, 6, 17, 23, 50), second(2024, 6, 18, 20, 0));

    private MallClock() {}

    static long second(int year, int month, int day, int hour, int minute) {
        return LocalDateTime.of(year, month, day, hour, minute).toEpochSecond(BEIJING);
    }

    /** Seconds since 1970 as MySQL writes a DATETIME. */
    static String datetime(long second) {
        return local(second).format(DATETIME);
    }

    static LocalDateTime local(long second) {
        return LocalDateTime.ofEpochSecond(second, 0, BEIJING);
    }
}

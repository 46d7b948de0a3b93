package io.alluvium.examples.mall;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Right answers of the traffic tables, reckoned from the log's good lines in the order of their arrival. A page is late when the
 * end of its minute is not after the watermark just before it: the greatest page time so far, less five seconds.
 */
final class TrafficAnswers {
    private static final long WATERMARK_DELAY_MILLIS = 5_000;
    private static final long MINUTE_MILLIS = 60_000;

    private final Map<Long, Set<String>> devicesByMinute = new TreeMap<>();
    private final Map<Long, Long> pagesByMinute = new HashMap<>();
    private final Map<String, Set<String>> usersByDay = new TreeMap<>();
    private final Map<String, Integer> linesByKind = new HashMap<>();
    private int latePages;

    TrafficAnswers(List<MallLog.Event> events) {
        long greatest = Long.MIN_VALUE;
        for (MallLog.Event event : events) {
            linesByKind.merge(event.kind(), 1, Integer::sum);
            if (event.user() != null && !event.kind().equals("action")) {
                usersByDay
                        .computeIfAbsent(datetime(event.millis()).substring(0, 10), day -> new HashSet<>())
                        .add(event.user());
            }
            if (event.kind().equals("page")) {
                long minute = Math.floorDiv(event.millis(), MINUTE_MILLIS) * MINUTE_MILLIS;
                if (greatest != Long.MIN_VALUE && minute + MINUTE_MILLIS <= greatest - WATERMARK_DELAY_MILLIS) {
                    latePages++;
                } else {
                    devicesByMinute
                            .computeIfAbsent(minute, key -> new HashSet<>())
                            .add(event.device());
                    pagesByMinute.merge(minute, 1L, Long::sum);
                }
                greatest = Math.max(greatest, event.millis());
            }
        }
    }

    AnswerTable visitsByMinute() {
        AnswerTable table = new AnswerTable("window_start", "window_end", "pv", "uv");
        devicesByMinute.forEach((minute, devices) -> table.add(
                datetime(minute) + ".000",
                datetime(minute + MINUTE_MILLIS) + ".000",
                pagesByMinute.get(minute),
                devices.size()));
        return table;
    }

    AnswerTable usersByDay() {
        AnswerTable table = new AnswerTable("visit_date", "users", "new_users", "returning_users");
        Set<String> seen = new HashSet<>();
        usersByDay.forEach((day, users) -> {
            List<String> fresh = new ArrayList<>(users);
            fresh.removeAll(seen);
            table.add(day, users.size(), fresh.size(), users.size() - fresh.size());
            seen.addAll(users);
        });
        return table;
    }

    /** Rows each traffic table between the source and APP must hold. */
    void countRows(Map<String, Integer> counts) {
        counts.put("dwd.dwd_start_log", linesByKind.getOrDefault("start", 0));
        counts.put("dwd.dwd_page_log", linesByKind.getOrDefault("page", 0));
        counts.put("dwd.dwd_action_log", linesByKind.getOrDefault("action", 0));
        counts.put("dws.dws_visit_minute", devicesByMinute.size());
        counts.put(
                "dws.dws_user_day",
                usersByDay.values().stream().mapToInt(Set::size).sum());
    }

    /** Pages that are late for their minute. */
    int latePages() {
        return latePages;
    }

    private static String datetime(long millis) {
        return MallClock.datetime(Math.floorDiv(millis, 1000L));
    }
}

package io.alluvium.examples.mall;

import static io.alluvium.examples.mall.MallClock.RUSHES;
import static io.alluvium.examples.mall.MallClock.RUSH_SECONDS;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * The application's log: a JSON line for each start, page and action, in the order in which the lines arrive. Most come within
 * 1.5 seconds; some, from phones that were offline, minutes later; some are broken.
 */
final class MallLog {
    /** What is wrong with the broken lines, in turn. */
    private static final List<String> BROKEN = List.of("truncated line", "plain text", "wrong types");

    private static final int SESSIONS_A_RUSH = 280;
    private static final int DEVICES = 420;

    /** What a good line says; the user is null for a guest. */
    record Event(String kind, String device, @Nullable String user, long millis) {}

    private record Line(long arrival, int ordinal, String text, Event event) {}

    private final Random random;
    private final List<Line> arriving = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();
    private final List<CanalTopic.BadLine> badLines = new ArrayList<>();

    private MallLog(long seed) {
        random = new Random(seed);
    }

    static MallLog write(long seed) {
        MallLog log = new MallLog(seed);
        for (int rush = 0; rush < RUSHES.size(); rush++) {
            for (int session = 0; session < SESSIONS_A_RUSH; session++) {
                // the later the rush, the more devices know the shop
                log.session(rush, log.random.nextInt(DEVICES * (rush + 2) / 4));
            }
        }
        log.deliver();
        return log;
    }

    List<String> lines() {
        return lines;
    }

    /** What the good lines say, in the order of their arrival. */
    List<Event> events() {
        return events;
    }

    List<CanalTopic.BadLine> badLines() {
        return badLines;
    }

    private void session(int rush, int device) {
        long now = (RUSHES.get(rush) + random.nextInt(RUSH_SECONDS - 60)) * 1000L + random.nextInt(1000);
        Map<String, @Nullable Object> common = new LinkedHashMap<>();
        common.put("device", String.format("d%04d", device));
        common.put("user", device % 5 == 4 ? null : String.valueOf(1 + device % 280));
        common.put("os", device % 3 == 0 ? "iOS" : device % 7 == 1 ? "HarmonyOS" : "Android");
        common.put("version", "6." + device % 4 + "." + rush);
        boolean offline = random.nextInt(60) == 0;

        Map<String, @Nullable Object> start = new LinkedHashMap<>();
        start.put("entry", List.of("icon", "push", "link").get(random.nextInt(3)));
        start.put("loading_ms", 300 + random.nextInt(2500));
        add(common, "start", start, now, offline);

        String last = null;
        String page = "home";
        int pages = 2 + random.nextInt(7);
        for (int i = 0; i < pages; i++) {
            now += 1000 + random.nextInt(19_000);
            String item =
                    page.equals("detail") ? String.valueOf(1 + (int) (60 * Math.pow(random.nextDouble(), 1.6))) : null;
            Map<String, @Nullable Object> view = new LinkedHashMap<>();
            view.put("name", page);
            view.put("from", last);
            view.put("item", item);
            view.put("stay_ms", random.nextInt(90) == 0 ? "long" : (Object) (500 + random.nextInt(30_000)));
            if (page.equals("search")) {
                view.put("word", List.of("手机", "T 恤", "\"龙井\"", "😀").get(random.nextInt(4)));
            }
            add(common, "page", view, now, offline);
            if (item != null && random.nextInt(2) == 0) {
                Map<String, @Nullable Object> action = new LinkedHashMap<>();
                action.put("name", List.of("cart_add", "favor_add", "share").get(random.nextInt(3)));
                action.put("item", item);
                add(common, "action", action, now + 200 + random.nextInt(600), offline);
            }
            last = page;
            page = List.of("home", "search", "detail", "detail", "detail", "cart", "trade")
                    .get(random.nextInt(7));
        }
    }

    private void add(
            Map<String, @Nullable Object> common,
            String kind,
            Map<String, @Nullable Object> what,
            long time,
            boolean offline) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("common", common);
        line.put(kind, what);
        line.put("ts", time);
        long delay = offline ? 120_000 + random.nextInt(240_000) : random.nextInt(1500);
        Event event = new Event(kind, String.valueOf(common.get("device")), (String) common.get("user"), time);
        arriving.add(new Line(time + delay, arriving.size(), JsonText.of(line), event));
    }

    /** Puts the lines in the order of their arrival, with broken and half-empty ones between. */
    private void deliver() {
        arriving.sort(Comparator.comparingLong(Line::arrival).thenComparingInt(Line::ordinal));
        for (int i = 0; i < arriving.size(); i++) {
            String text = arriving.get(i).text();
            lines.add(text);
            events.add(arriving.get(i).event());
            if (i % 173 == 172 && i > 500) {
                broken(text, BROKEN.get((i / 173) % BROKEN.size()));
            }
            if (i % 1500 == 1499) {
                // well-formed, but not what the schema promises: cleaned away on the way to DWD
                lines.add("{\"common\":\"d0001\",\"page\":\"home\",\"ts\":"
                        + arriving.get(i).arrival() + "}");
                lines.add("{\"common\":{\"device\":null,\"user\":null},\"page\":{\"name\":\"home\"},\"ts\":"
                        + arriving.get(i).arrival() + "}");
                lines.add("{\"common\":{\"device\":\"d0002\"},\"page\":{\"name\":\"home\"},\"ts\":null}");
            }
        }
    }

    private void broken(String text, String reason) {
        lines.add(
                switch (reason) {
                    case "truncated line" -> text.substring(0, text.length() - 3 - random.nextInt(60));
                    case "plain text" -> "java.lang.OutOfMemoryError: Java heap space 内存不足";
                    case "wrong types" -> "{\"common\":{\"device\":\"d0003\"},\"page\":{\"name\":\"home\"},\"ts\":\"昨天\"}";
                    default -> throw new AssertionError(reason);
                });
        badLines.add(new CanalTopic.BadLine(lines.size(), reason));
    }
}

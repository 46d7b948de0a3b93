package io.alluvium.testkit.scripts;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Tables with random changes, as the text of a script, and their rows at the end. Values come from few, NULL among them, so that
 * keys meet; updates change keys, too. Rows are SQL literals without quotes around text.
 */
final class RandomTables {
    private static final String[] WORDS = {"red", "blue", "NULL", "green"};

    private final Random random;
    private final StringBuilder feeds = new StringBuilder();
    private final Map<String, Map<Integer, String>> keyed = new TreeMap<>();
    private final Map<String, List<String>> bags = new TreeMap<>();
    private int nextId = 1;
    private int clock;

    RandomTables(long seed) {
        random = new Random(seed);
        keyed.put("a", new LinkedHashMap<>());
        keyed.put("b", new LinkedHashMap<>());
        bags.put("c", new ArrayList<>());
        bags.put("e", new ArrayList<>());
    }

    /** The tables' definitions in a script. */
    static String definitions() {
        return """
                table a (id INT, k INT, v INT, s STRING, PRIMARY KEY (id) NOT ENFORCED)
                table b (id INT, k INT, v INT, s STRING, PRIMARY KEY (id) NOT ENFORCED)
                table c (k INT, v INT)
                append table e (k INT, v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '1' MINUTE)
                """;
    }

    /** The same for a database. */
    static List<String> sqlDefinitions() {
        return List.of(
                "CREATE TABLE a (id INT, k INT, v INT, s VARCHAR)",
                "CREATE TABLE b (id INT, k INT, v INT, s VARCHAR)",
                "CREATE TABLE c (k INT, v INT)",
                "CREATE TABLE e (k INT, v INT, ts TIMESTAMP)");
    }

    /** Makes up changes to one table and feeds them. */
    void feed() {
        int changes = 1 + random.nextInt(12);
        int table = random.nextInt(5);
        switch (table) {
            case 0, 1 -> feedKeyed("a", changes);
            case 2 -> feedKeyed("b", changes);
            case 3 -> feedBag(changes);
            default -> feedLog(changes);
        }
    }

    String feeds() {
        return feeds.toString();
    }

    /** The rows of a table at the end. */
    List<String> rows(String table) {
        Map<Integer, String> rows = keyed.get(table);
        return rows != null ? List.copyOf(rows.values()) : List.copyOf(bags.getOrDefault(table, List.of()));
    }

    private void feedKeyed(String table, int changes) {
        feeds.append("feed ").append(table).append('\n');
        Map<Integer, String> rows = keyed.getOrDefault(table, Map.of());
        for (int i = 0; i < changes; i++) {
            if (rows.isEmpty() || random.nextInt(10) < 5) {
                int id = nextId++;
                add("+I", rows, id, row(id));
            } else {
                int id = new ArrayList<>(rows.keySet()).get(random.nextInt(rows.size()));
                String before = rows.get(id);
                if (random.nextInt(3) == 0) {
                    line("-D", before);
                    rows.remove(id);
                } else if (random.nextInt(5) == 0) {
                    int other = nextId++;
                    line("-U", before);
                    rows.remove(id);
                    add("+U", rows, other, other + before.substring(before.indexOf(' ')));
                } else {
                    line("-U", before);
                    add("+U", rows, id, row(id));
                }
            }
        }
    }

    private void add(String kind, Map<Integer, String> rows, int id, String row) {
        line(kind, row);
        rows.put(id, row);
    }

    private String row(int id) {
        return id + " " + number(4) + " " + number(7) + " " + WORDS[random.nextInt(WORDS.length)];
    }

    private void feedBag(int changes) {
        feeds.append("feed c\n");
        List<String> rows = bags.getOrDefault("c", List.of());
        for (int i = 0; i < changes; i++) {
            if (rows.isEmpty() || random.nextInt(10) < 6) {
                String row = number(4) + " " + number(3);
                rows.add(row);
                line("+I", row);
            } else {
                line("-D", rows.remove(random.nextInt(rows.size())));
            }
        }
    }

    /** Rows out of order by less than the watermark waits. */
    private void feedLog(int changes) {
        feeds.append("feed e\n");
        for (int i = 0; i < changes; i++) {
            clock += random.nextInt(40);
            int seconds = clock + random.nextInt(30);
            String time =
                    String.format("2024-03-01T%02d:%02d:%02d", 8 + seconds / 3600, seconds / 60 % 60, seconds % 60);
            String row = number(4) + " " + number(7) + " " + time;
            bags.getOrDefault("e", List.of()).add(row);
            feeds.append("split ").append(random.nextInt(2)).append('\n');
            line("+I", row);
        }
    }

    private String number(int below) {
        return random.nextInt(6) == 0 ? "NULL" : Integer.toString(random.nextInt(below));
    }

    private void line(String kind, String row) {
        feeds.append(kind).append(' ').append(row).append('\n');
    }
}

package io.alluvium.testkit.scripts;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Rows as text with how often each is there; a count may be negative, never 0. Single-threaded. */
final class RowBag {
    private final TreeMap<String, Long> counts = new TreeMap<>();

    RowBag copy() {
        RowBag copy = new RowBag();
        copy.counts.putAll(counts);
        return copy;
    }

    void add(String row, long weight) {
        counts.merge(row, weight, (before, more) -> before + more == 0 ? null : Long.valueOf(before + more));
        counts.remove(row, 0L);
    }

    /** What must be added to another bag to get this one. */
    RowBag minus(RowBag other) {
        RowBag difference = copy();
        other.counts.forEach((row, count) -> difference.add(row, -count));
        return difference;
    }

    boolean isEmpty() {
        return counts.isEmpty();
    }

    Map<String, Long> counts() {
        return counts;
    }

    /** A line {@code + row} or {@code - row} for each unit of weight, removals first; many equal ones as {@code + row (5 times)}. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (boolean removals : new boolean[] {true, false}) {
            counts.forEach((row, count) -> {
                if (count < 0 == removals) {
                    lines.addAll(lines(row, count));
                }
            });
        }
        return lines;
    }

    private static List<String> lines(String row, long count) {
        String line = (count < 0 ? "- " : "+ ") + row;
        long times = Math.abs(count);
        if (times > 8) {
            return List.of(line + " (" + times + " times)");
        }
        List<String> lines = new ArrayList<>();
        for (long i = 0; i < times; i++) {
            lines.add(line);
        }
        return lines;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RowBag bag && counts.equals(bag.counts);
    }

    @Override
    public int hashCode() {
        return counts.hashCode();
    }

    @Override
    public String toString() {
        return String.join("\n", lines());
    }
}

package io.alluvium.connector.formats;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Finds a record's field among the wanted columns. Records of one source list their fields in the same order, so the answer
 * is first sought behind the last one.
 */
final class FieldNames {
    private final boolean caseSensitive;
    private final Map<String, Integer> positions = new HashMap<>();
    private String[] lastNames = new String[16];
    private int[] lastAnswers = new int[16];
    private int known;
    private int next;

    FieldNames(List<String> columns, boolean caseSensitive) {
        this.caseSensitive = caseSensitive;
        for (int i = 0; i < columns.size(); i++) {
            positions.putIfAbsent(folded(columns.get(i)), i);
        }
    }

    /** A new record begins. */
    void restart() {
        next = 0;
    }

    /** Position of the column of this name, or -1. */
    @SuppressWarnings(
            "ReferenceEquality") // the parser gives the same string for the same name; others are compared in full
    int find(String name) {
        if (next < known && lastNames[next] == name) {
            return lastAnswers[next++];
        }
        Integer position = positions.get(folded(name));
        int answer = position == null ? -1 : position;
        if (next < 1024) {
            if (next == lastNames.length) {
                lastNames = Arrays.copyOf(lastNames, next * 2);
                lastAnswers = Arrays.copyOf(lastAnswers, next * 2);
            }
            lastNames[next] = name;
            lastAnswers[next++] = answer;
            known = Math.max(known, next);
        }
        return answer;
    }

    private String folded(String name) {
        return caseSensitive ? name : name.toLowerCase(Locale.ROOT);
    }
}

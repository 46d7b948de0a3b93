package io.alluvium.examples.mall;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A table of right answers as text: a header line, tab-separated values, {@code \N} for NULL, rows in order of their text. */
final class AnswerTable {
    private final String header;
    private final List<String> rows = new ArrayList<>();

    AnswerTable(String... columns) {
        header = String.join("\t", columns);
    }

    /** Adds a row; text, numbers, dates and null print as the tables of the command line print them. */
    void add(@Nullable Object... values) {
        StringBuilder row = new StringBuilder();
        for (Object value : values) {
            row.append(row.length() == 0 ? "" : "\t").append(text(value));
        }
        rows.add(row.toString());
    }

    int size() {
        return rows.size();
    }

    String tsv() {
        List<String> sorted = new ArrayList<>(rows);
        Collections.sort(sorted);
        return header + "\n" + String.join("\n", sorted) + (sorted.isEmpty() ? "" : "\n");
    }

    private static String text(@Nullable Object value) {
        if (value == null) {
            return "\\N";
        }
        return value instanceof BigDecimal number ? number.setScale(2).toPlainString() : value.toString();
    }
}

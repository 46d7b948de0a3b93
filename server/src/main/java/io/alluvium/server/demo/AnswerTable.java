package io.alluvium.server.demo;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A table as text: a header and rows, as {@code sql --output tsv} prints them. */
public record AnswerTable(List<String> header, List<List<String>> rows) {

    public static AnswerTable read(Path file) {
        try {
            return parse(Files.readAllLines(file));
        } catch (IOException e) {
            throw new AlluviumException(ErrorCode.FILE_NOT_FOUND, "cannot read the answers " + file, null, e);
        }
    }

    public static AnswerTable parse(List<String> lines) {
        List<List<String>> rows = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            rows.add(List.of(line.split("\t", -1)));
        }
        return new AnswerTable(List.of(lines.get(0).split("\t", -1)), rows);
    }

    /**
     * What differs, a sentence a cell or row.
     *
     * @param name of the table, for the sentences
     * @param keys columns that name a row in both tables
     */
    public static List<String> differences(String name, AnswerTable expected, AnswerTable actual, List<String> keys) {
        List<String> differences = new ArrayList<>();
        if (!expected.header.equals(actual.header)) {
            differences.add(name + ": columns are " + actual.header + ", expected " + expected.header);
            return differences;
        }
        Map<List<String>, List<String>> wanted = expected.byKey(keys);
        Map<List<String>, List<String>> found = actual.byKey(keys);
        wanted.forEach((key, row) -> {
            List<String> other = found.get(key);
            if (other == null) {
                differences.add(name + label(keys, key) + ": row is missing, expected " + row);
                return;
            }
            for (int i = 0; i < row.size(); i++) {
                if (!row.get(i).equals(other.get(i))) {
                    differences.add(name + label(keys, key) + " " + expected.header.get(i) + ": is " + other.get(i)
                            + ", expected " + row.get(i));
                }
            }
        });
        found.forEach((key, row) -> {
            if (!wanted.containsKey(key)) {
                differences.add(name + label(keys, key) + ": row is not expected: " + row);
            }
        });
        if (differences.isEmpty() && expected.rows.size() != actual.rows.size()) {
            differences.add(name + ": has " + actual.rows.size() + " rows, expected " + expected.rows.size());
        }
        return differences;
    }

    private Map<List<String>, List<String>> byKey(List<String> keys) {
        Map<List<String>, List<String>> byKey = new LinkedHashMap<>();
        for (List<String> row : rows) {
            List<String> key = new ArrayList<>();
            for (String column : keys) {
                key.add(row.get(header.indexOf(column)));
            }
            byKey.put(key, row);
        }
        return byKey;
    }

    private static String label(List<String> keys, List<String> values) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            parts.add(keys.get(i) + "=" + values.get(i));
        }
        return "[" + String.join(", ", parts) + "]";
    }
}

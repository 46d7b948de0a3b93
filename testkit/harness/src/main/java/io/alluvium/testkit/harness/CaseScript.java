package io.alluvium.testkit.harness;

import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.type.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A case as text. {@code feed 0} (or {@code feed 0 1} for a source that both inputs read) is followed by rows
 * {@code +I 1 ann}, {@code -D ..}, {@code -U ..}, {@code +U ..}, {@code +3 ..}; {@code watermark TIME} or
 * {@code watermark END} says what the next marker carries; {@code expect} ends the epoch and is followed by its net changes
 * {@code + ann 1}, {@code - ann 1}, {@code +2 ann 1}. Lines that start with {@code #} are comments.
 */
final class CaseScript {
    private final List<Epoch> epochs = new ArrayList<>();

    record Row(int input, long weight, @Nullable Object[] values) {}

    /** @param expected weights by the text of the row, zero weights left out */
    record Epoch(List<Row> rows, long watermark, Map<String, Long> expected) {}

    private CaseScript() {}

    List<Epoch> epochs() {
        return epochs;
    }

    static CaseScript parse(String text, List<Schema> inputs, Schema output) {
        CaseScript script = new CaseScript();
        List<Row> rows = new ArrayList<>();
        List<Integer> fed = List.of();
        Map<String, Long> expected = null;
        long watermark = EpochEnd.NO_PROMISE;
        for (String raw : text.split("\n")) {
            String line = raw.strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            if (line.startsWith("feed")) {
                fed = new ArrayList<>();
                for (String input : line.substring(4).strip().split(" +")) {
                    fed.add(Integer.parseInt(input));
                }
                expected = null;
            } else if (line.startsWith("watermark")) {
                String time = line.substring(9).strip();
                watermark = time.equals("END") ? EpochEnd.ENDED : RowText.micros(time);
            } else if (line.equals("expect")) {
                expected = new TreeMap<>();
                script.epochs.add(new Epoch(rows, watermark, expected));
                rows = new ArrayList<>();
            } else if (expected != null) {
                int blank = line.indexOf(' ');
                String values = line.substring(blank + 1);
                String row = RowText.render(output, RowText.parse(output, values));
                add(expected, row, weight(line.substring(0, blank)));
            } else {
                int blank = line.indexOf(' ');
                for (int input : fed) {
                    @Nullable Object[] values = RowText.parse(inputs.get(input), line.substring(blank + 1));
                    rows.add(new Row(input, weight(line.substring(0, blank)), values));
                }
            }
        }
        if (!rows.isEmpty()) {
            throw new IllegalArgumentException("rows without expect at the end of: " + text);
        }
        return script;
    }

    static void add(Map<String, Long> changes, String row, long weight) {
        if (changes.merge(row, weight, Long::sum) == 0) {
            changes.remove(row);
        }
    }

    private static long weight(String kind) {
        return switch (kind) {
            case "+I", "+U", "+" -> 1;
            case "-D", "-U", "-" -> -1;
            default -> Long.parseLong(kind);
        };
    }
}

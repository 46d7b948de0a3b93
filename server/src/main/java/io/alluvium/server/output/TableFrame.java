package io.alluvium.server.output;

import io.alluvium.core.error.TextWidth;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Columns in a frame of ASCII lines; East Asian wide characters count as two places. */
public final class TableFrame {
    private static final int MAX_WIDTH = 60;

    private TableFrame() {}

    /** @param rightAligned for each column */
    public static void print(List<String> names, List<List<String>> rows, List<Boolean> rightAligned, PrintStream out) {
        if (names.size() == 1 && rows.size() == 1 && rows.get(0).get(0).indexOf('\n') >= 0) {
            out.println(rows.get(0).get(0)); // a text of several lines, such as a definition
            return;
        }
        int columns = names.size();
        int[] widths = new int[columns];
        List<List<String>> shown = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            widths[i] = TextWidth.of(names.get(i));
        }
        for (List<String> row : rows) {
            List<String> cells = new ArrayList<>();
            for (int i = 0; i < columns; i++) {
                String cell = shorten(row.get(i).replace('\n', ' ').replace('\t', ' '));
                cells.add(cell);
                widths[i] = Math.max(widths[i], TextWidth.of(cell));
            }
            shown.add(cells);
        }
        String line = line(widths);
        out.println(line);
        out.println(row(names, widths, List.of()));
        out.println(line);
        shown.forEach(cells -> out.println(row(cells, widths, rightAligned)));
        if (!shown.isEmpty()) {
            out.println(line);
        }
        out.println(shown.size() == 1 ? "1 row" : shown.size() + " rows");
    }

    private static String line(int[] widths) {
        StringBuilder text = new StringBuilder("+");
        for (int width : widths) {
            text.append("-".repeat(width + 2)).append('+');
        }
        return text.toString();
    }

    private static String row(List<String> cells, int[] widths, List<Boolean> rightAligned) {
        StringBuilder text = new StringBuilder("|");
        for (int i = 0; i < cells.size(); i++) {
            String padding = " ".repeat(widths[i] - TextWidth.of(cells.get(i)));
            boolean right = !rightAligned.isEmpty() && rightAligned.get(i);
            text.append(' ')
                    .append(right ? padding + cells.get(i) : cells.get(i) + padding)
                    .append(" |");
        }
        return text.toString();
    }

    private static String shorten(String text) {
        if (TextWidth.of(text) <= MAX_WIDTH) {
            return text;
        }
        StringBuilder kept = new StringBuilder();
        int width = 0;
        for (int i = 0; i < text.length(); ) {
            int character = text.codePointAt(i);
            width += TextWidth.of(character);
            if (width > MAX_WIDTH - 2) {
                break;
            }
            kept.appendCodePoint(character);
            i += Character.charCount(character);
        }
        return kept + "..";
    }
}

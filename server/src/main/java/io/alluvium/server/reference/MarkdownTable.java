package io.alluvium.server.reference;

import java.util.List;
import java.util.stream.Collectors;

/** Lines of a Markdown table. */
final class MarkdownTable {
    private final StringBuilder lines = new StringBuilder();

    MarkdownTable(String... header) {
        row(header);
        lines.append("| --- ".repeat(header.length)).append("|\n");
    }

    MarkdownTable row(String... cells) {
        lines.append(List.of(cells).stream()
                .map(cell -> cell.replace("|", "\\|").replace("\n", " "))
                .collect(Collectors.joining(" | ", "| ", " |\n")));
        return this;
    }

    static String code(String text) {
        return "`" + text + "`";
    }

    @Override
    public String toString() {
        return lines.toString();
    }
}

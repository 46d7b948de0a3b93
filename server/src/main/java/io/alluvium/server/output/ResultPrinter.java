package io.alluvium.server.output;

import io.alluvium.core.row.ValueText;
import io.alluvium.core.type.DataType;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prints results. Rows without an order of their own are sorted as text, so that equal results print alike. */
public final class ResultPrinter {
    private final PrintStream out;

    public ResultPrinter(PrintStream out) {
        this.out = out;
    }

    /** Prints all rows; CHANGELOG prints them as insertions. */
    public void print(Result result, OutputStyle style) {
        switch (style) {
            case TABLE -> TableFrame.print(names(result), texts(result, "NULL"), numeric(result), out);
            case TSV -> printTsv(result);
            case JSON -> new JsonLines(out).print(result);
            case CHANGELOG -> texts(result, "NULL").forEach(row -> out.println("+I[" + String.join(", ", row) + "]"));
        }
    }

    /** A row as texts, with a word for NULL. */
    public static List<String> texts(Result result, @Nullable Object[] row, String nullWord) {
        List<String> texts = new ArrayList<>(row.length);
        for (int i = 0; i < row.length; i++) {
            Object value = row[i];
            texts.add(
                    value == null
                            ? nullWord
                            : ValueText.render(value, result.schema().type(i), result.zone()));
        }
        return texts;
    }

    private void printTsv(Result result) {
        out.println(String.join("\t", names(result)));
        List<String> lines = new ArrayList<>();
        for (Object[] row : result.rows()) {
            List<String> cells = new ArrayList<>();
            for (int i = 0; i < row.length; i++) {
                Object value = row[i];
                cells.add(
                        value == null
                                ? "\\N"
                                : escape(ValueText.render(value, result.schema().type(i), result.zone())));
            }
            lines.add(String.join("\t", cells));
        }
        if (!result.ordered()) {
            lines.sort(Comparator.naturalOrder());
        }
        lines.forEach(out::println);
    }

    private static String escape(String text) {
        boolean plain = text.indexOf('\t') < 0 && text.indexOf('\n') < 0 && text.indexOf('\r') < 0;
        if (plain && text.indexOf('\\') < 0) {
            return text;
        }
        return text.replace("\\", "\\\\")
                .replace("\t", "\\t")
                .replace("\n", "\\n")
                .replace("\r", "\\r");
    }

    private static List<List<String>> texts(Result result, String nullWord) {
        List<List<String>> rows = new ArrayList<>();
        for (Object[] row : result.rows()) {
            rows.add(texts(result, row, nullWord));
        }
        if (!result.ordered()) {
            rows.sort(ResultPrinter::compareRows);
        }
        return rows;
    }

    private static int compareRows(List<String> a, List<String> b) {
        for (int i = 0; i < a.size(); i++) {
            int order = a.get(i).compareTo(b.get(i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static List<String> names(Result result) {
        return result.schema().fields().stream().map(DataType.Field::name).toList();
    }

    private static List<Boolean> numeric(Result result) {
        return result.schema().fields().stream()
                .map(DataType.Field::type)
                .map(type -> type.isInteger() || type.isApproximate() || type instanceof DataType.Decimal)
                .toList();
    }
}

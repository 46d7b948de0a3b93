package io.alluvium.connector.conformance;

import io.alluvium.core.connector.RecordDecoder;
import io.alluvium.core.connector.Source;
import io.alluvium.core.connector.SourceContext;
import io.alluvium.core.connector.SplitReader;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.ValueText;
import io.alluvium.core.type.DataType;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Rows as text, for comparing: {@code + 1|ann|NULL}, one line a row, in order. */
public final class RowTexts {
    private RowTexts() {}

    public static List<String> of(RowBatch batch) {
        List<String> lines = new ArrayList<>();
        for (int row = 0; row < batch.size(); row++) {
            lines.add(weight(batch.weight(row)) + " " + row(batch, row));
        }
        return lines;
    }

    /** The values of one row, without its weight. */
    public static String row(RowBatch batch, int row) {
        List<String> values = new ArrayList<>();
        for (int column = 0; column < batch.schema().size(); column++) {
            Object value = batch.column(column).value(row);
            DataType type = batch.schema().type(column);
            values.add(value == null ? "NULL" : ValueText.render(value, type, ZoneOffset.UTC));
        }
        return String.join("|", values);
    }

    /** Decodes records and gives the rows, or throws what the decoder throws. */
    public static List<String> decode(
            RecordDecoder decoder, BatchBuilder builder, Map<String, Long> skips, String... records) {
        for (String record : records) {
            byte[] bytes = record.getBytes(StandardCharsets.UTF_8);
            decode(decoder, builder, skips, bytes);
        }
        return of(builder.build());
    }

    public static void decode(RecordDecoder decoder, BatchBuilder builder, Map<String, Long> skips, byte[] record) {
        // an offset that is not zero finds decoders that forget it
        byte[] shifted = new byte[record.length + 8];
        System.arraycopy(record, 0, shifted, 3, record.length);
        decoder.decode(shifted, 3, record.length, new RecordDecoder.Rows() {
            @Override
            public BatchBuilder builder() {
                return builder;
            }

            @Override
            public void endRow(long weight, int index) {
                builder.endRow(weight);
            }

            @Override
            public void skipped(String reason) {
                skips.merge(reason, 1L, Long::sum);
            }
        });
    }

    /** All rows of a bounded source, split after split. */
    public static List<String> read(Source source, SourceContext context) {
        List<String> lines = new ArrayList<>();
        for (String split : source.splits()) {
            try (SplitReader reader = source.open(split, null, context)) {
                while (!reader.finished()) {
                    RowBatch batch = reader.poll();
                    if (batch != null) {
                        lines.addAll(of(batch));
                    }
                }
            }
        }
        return lines;
    }

    /** The table after all changes: each row with how often it is there; what never was there shows a negative count. */
    public static Map<String, Long> table(List<String> lines) {
        Map<String, Long> rows = new TreeMap<>();
        for (String line : lines) {
            int space = line.indexOf(' ');
            String weight = line.substring(0, space);
            long count = weight.equals("+") ? 1 : weight.equals("-") ? -1 : Long.parseLong(weight);
            rows.merge(line.substring(space + 1), count, Long::sum);
        }
        rows.values().removeIf(count -> count == 0);
        return rows;
    }

    private static String weight(long weight) {
        return weight == 1 ? "+" : weight == -1 ? "-" : Long.toString(weight);
    }
}

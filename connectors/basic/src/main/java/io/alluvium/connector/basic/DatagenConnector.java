package io.alluvium.connector.basic;

import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.OptionSpec;
import io.alluvium.core.connector.OptionType;
import io.alluvium.core.connector.Options;
import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.connector.Source;
import io.alluvium.core.connector.SourceContext;
import io.alluvium.core.connector.SplitReader;
import io.alluvium.core.connector.TableContext;
import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code 'connector' = 'datagen'}: made-up rows, random or in sequence. A row depends on the seed and its number only, so
 * every run gives the same rows.
 */
public final class DatagenConnector implements ConnectorFactory {
    static final String ROWS_PER_SECOND = "rows-per-second";
    static final String NUMBER_OF_ROWS = "number-of-rows";
    static final String SEED = "seed";

    @Override
    public String name() {
        return "datagen";
    }

    @Override
    public Traits traits(TableSpec table) {
        boolean sequence = table.options().entrySet().stream()
                .anyMatch(option -> option.getKey().startsWith("fields.")
                        && option.getKey().endsWith(".kind")
                        && option.getValue().equals("sequence"));
        boolean bounded = sequence || table.options().containsKey(NUMBER_OF_ROWS);
        return new Traits(true, false, false, bounded, false, false, false);
    }

    @Override
    public List<OptionSpec> options() {
        return List.of(
                OptionSpec.optional(ROWS_PER_SECOND, OptionType.INTEGER, "10000", "Rows given out each second at most.")
                        .asTuning(),
                OptionSpec.optional(NUMBER_OF_ROWS, OptionType.INTEGER, null, "Ends after so many rows."),
                OptionSpec.optional(SEED, OptionType.INTEGER, "42", "Another seed gives other random rows."),
                OptionSpec.choice(
                        "fields.#.kind",
                        "random",
                        List.of("random", "sequence"),
                        "Whether a column is random or counts from start to end."),
                OptionSpec.optional("fields.#.start", OptionType.TEXT, null, "First value of a sequence."),
                OptionSpec.optional(
                        "fields.#.end", OptionType.TEXT, null, "Last value of a sequence; the source ends behind it."),
                OptionSpec.optional("fields.#.min", OptionType.TEXT, null, "Least random number."),
                OptionSpec.optional("fields.#.max", OptionType.TEXT, null, "Greatest random number."),
                OptionSpec.optional("fields.#.length", OptionType.INTEGER, "100", "Length of random texts and bytes."),
                OptionSpec.optional(
                        "fields.#.max-past",
                        OptionType.DURATION,
                        "0ms",
                        "How far random times lie before the time of the start at most."),
                OptionSpec.optional(
                        "fields.#.null-rate", OptionType.TEXT, "0", "Share of NULL among the values, from 0 to 1."));
    }

    @Override
    public Source source(TableContext context, ScanRequest request) {
        Options options = context.options();
        for (String option : options.given().keySet()) {
            requireColumn(context.table(), option);
        }
        long end = options.has(NUMBER_OF_ROWS) ? options.integer(NUMBER_OF_ROWS) : Long.MAX_VALUE;
        for (var field : context.table().schema().fields()) {
            String prefix = "fields." + field.name() + ".";
            if (options.text(prefix + "kind").equals("sequence")) {
                end = Math.min(end, GeneratedColumn.sequenceRows(options, prefix));
            }
        }
        List<GeneratedColumn> columns = new ArrayList<>();
        for (int i = 0; i < request.physicalColumns().size(); i++) {
            String name = request.physicalColumns().get(i);
            int position = context.table().schema().indexOf(name);
            columns.add(new GeneratedColumn(
                    options, name, request.schema().type(i), options.integer(SEED) * 31 + position));
        }
        return new Generated(context, request, columns, end);
    }

    private static void requireColumn(TableSpec table, String option) {
        if (!option.startsWith("fields.")) {
            return;
        }
        String column = option.substring("fields.".length(), option.lastIndexOf('.'));
        if (table.schema().indexOf(column) < 0) {
            throw new AlluviumException(
                    ErrorCode.OPTION_INVALID,
                    "option \"" + option + "\" names a column that table \"" + table.name() + "\" does not have");
        }
    }

    /** One split of numbered rows. */
    private record Generated(TableContext context, ScanRequest request, List<GeneratedColumn> columns, long end)
            implements Source {

        @Override
        public List<String> splits() {
            return List.of("rows");
        }

        @Override
        public SplitReader open(String split, byte @Nullable [] position, SourceContext source) {
            return new DatagenReader(
                    request.schema(),
                    columns,
                    end,
                    Math.max(1, context.options().integer(ROWS_PER_SECOND)),
                    context.clock(),
                    position);
        }
    }
}

package io.alluvium.benchmarks.nexmark;

import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.MetadataSpec;
import io.alluvium.core.connector.OptionSpec;
import io.alluvium.core.connector.OptionType;
import io.alluvium.core.connector.Options;
import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.connector.Source;
import io.alluvium.core.connector.TableContext;
import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The connector {@code nexmark}: the persons, auctions or bids of the Nexmark stream as a bounded, insert-only table. Splits
 * share the event numbers among themselves; the row tag is the event number, so that the order of rows does not depend on them.
 */
public final class NexmarkConnector implements ConnectorFactory {
    static final String TABLE = "nexmark.table";
    static final String EVENTS = "events";
    static final String SEED = "seed";
    static final String RATE = "rate";
    static final String SPLITS = "splits";

    /** Key of the metadata column with the event number. */
    static final String ROW_TAG = "row_tag";

    private static final int MAX_SPLITS = 9999;

    @Override
    public String name() {
        return "nexmark";
    }

    @Override
    public Traits traits(TableSpec table) {
        return new Traits(true, false, false, true, false, false, false);
    }

    @Override
    public List<OptionSpec> options() {
        List<String> kinds =
                Arrays.stream(EventKind.values()).map(EventKind::word).toList();
        return List.of(
                new OptionSpec(
                        TABLE, OptionType.CHOICE, null, true, false, kinds, "Which events of the stream are the rows."),
                OptionSpec.required(EVENTS, OptionType.INTEGER, "Events of the stream, of all three kinds together."),
                OptionSpec.optional(
                        SEED,
                        OptionType.INTEGER,
                        Long.toString(BenchOptions.DEFAULT_SEED),
                        "Streams of one seed and rate are equal."),
                OptionSpec.optional(
                        RATE,
                        OptionType.INTEGER,
                        Long.toString(BenchOptions.DEFAULT_RATE),
                        "Events a second of event time."),
                OptionSpec.optional(
                        SPLITS, OptionType.INTEGER, "1", "Shares of the events that are read side by side."));
    }

    @Override
    public List<MetadataSpec> metadata(TableSpec table) {
        return List.of(new MetadataSpec(
                ROW_TAG, DataType.bigint().withNullable(false), "Number of the event in the whole stream, from 0."));
    }

    @Override
    public Source source(TableContext context, ScanRequest request) {
        Options options = context.options();
        String table = context.table().name();
        long events = atLeast(0, Long.MAX_VALUE / 10_000, EVENTS, options, table);
        long rate = atLeast(1, Integer.MAX_VALUE, RATE, options, table);
        long splits = atLeast(1, MAX_SPLITS, SPLITS, options, table);
        EventKind kind = EventKind.valueOf(options.text(TABLE).toUpperCase(Locale.ROOT));
        context.table().schema().fields().forEach(field -> check(kind, field, context.table()));
        int[] columns = request.physicalColumns().stream()
                .mapToInt(kind.schema()::indexOf)
                .toArray();
        EventStream stream = new EventStream(events, options.integer(SEED), rate);
        return new NexmarkSource(stream, kind, columns, request, (int) splits);
    }

    private static long atLeast(long min, long max, String option, Options options, String table) {
        long value = options.integer(option);
        if (value < min || value > max) {
            throw new AlluviumException(
                    ErrorCode.OPTION_INVALID,
                    "option \"" + option + "\" of table \"" + table + "\" is \"" + value + "\"",
                    "write a number from " + min + " to " + max);
        }
        return value;
    }

    /** A table may leave columns out and order them as it likes; those it has must be the stream's, with their types. */
    private static void check(EventKind kind, Field declared, TableSpec table) {
        String problem = "column \"" + declared.name() + "\" of table \"" + table.name() + "\" is ";
        int column = kind.schema().indexOf(declared.name());
        if (column < 0) {
            throw new AlluviumException(
                    ErrorCode.TABLE_INVALID,
                    problem + "not a column of the stream's " + kind.word() + " events",
                    "its columns are " + kind.schema());
        }
        DataType type = kind.schema().type(column);
        if (!declared.type().withNullable(true).equals(type)) {
            throw new AlluviumException(
                    ErrorCode.TABLE_INVALID,
                    problem + "declared " + declared.type().sql(),
                    "write " + type.sql());
        }
    }
}

package io.alluvium.benchmarks.canal;

import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.OptionSpec;
import io.alluvium.core.connector.OptionType;
import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.connector.Source;
import io.alluvium.core.connector.SourceContext;
import io.alluvium.core.connector.SplitReader;
import io.alluvium.core.connector.TableContext;
import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The connector {@code canal-log}: a log in memory of messages about one table, bounded, read by the table's format. */
public final class CanalLogConnector implements ConnectorFactory {
    static final String MESSAGES = "messages";
    static final String SPLITS = "splits";

    private static final int MAX_SPLITS = 9999;

    @Override
    public String name() {
        return "canal-log";
    }

    @Override
    public boolean hasFormat() {
        return true;
    }

    @Override
    public Traits traits(TableSpec table) {
        return new Traits(true, false, false, true, false, false, false);
    }

    @Override
    public List<OptionSpec> options() {
        return List.of(
                OptionSpec.required("format", OptionType.TEXT, "How the messages are read, such as canal-json."),
                OptionSpec.required(MESSAGES, OptionType.INTEGER, "Messages of each split."),
                OptionSpec.optional(SPLITS, OptionType.INTEGER, "1", "Partitions of the log."));
    }

    @Override
    public Source source(TableContext context, ScanRequest request) {
        long messages = context.options().integer(MESSAGES);
        long splits = context.options().integer(SPLITS);
        if (messages < 0 || splits < 1 || splits > MAX_SPLITS) {
            throw new AlluviumException(
                    ErrorCode.OPTION_INVALID,
                    "table \"" + context.table().name() + "\" has " + messages + " messages in " + splits + " splits",
                    "write at least 0 messages in 1 to " + MAX_SPLITS + " splits");
        }
        List<String> names =
                IntStream.range(0, (int) splits).mapToObj("%04d"::formatted).toList();
        return new Log(context, request, messages, names);
    }

    private record Log(TableContext table, ScanRequest request, long messages, List<String> splits, CanalMessages ring)
            implements Source {
        Log(TableContext table, ScanRequest request, long messages, List<String> splits) {
            this(table, request, messages, splits, new CanalMessages());
        }

        @Override
        public SplitReader open(String split, byte @Nullable [] position, SourceContext context) {
            return new CanalLogReader(table, request, ring, messages, context, position);
        }
    }
}

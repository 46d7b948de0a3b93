package io.alluvium.testkit.scripts.memory;

import io.alluvium.core.connector.FormatFactory;
import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.connector.Source;
import io.alluvium.core.connector.SourceContext;
import io.alluvium.core.connector.SplitReader;
import io.alluvium.core.connector.TableContext;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reads the log of a table in memory. */
final class LogSource implements Source {
    private final MemoryTable table;
    private final TableContext context;
    private final ScanRequest request;
    private final boolean settled;

    LogSource(MemoryTable table, TableContext context, ScanRequest request, boolean settled) {
        this.table = table;
        this.context = context;
        this.request = request;
        this.settled = settled;
    }

    @Override
    public List<String> splits() {
        return IntStream.range(0, table.log().splits())
                .mapToObj(Integer::toString)
                .toList();
    }

    @Override
    public SplitReader open(String split, byte @Nullable [] position, SourceContext source) {
        String format = context.table().options().get(MemoryConnector.FORMAT);
        FormatFactory factory = format == null ? null : context.formats().format(format);
        LogReader reader = new LogReader(
                table,
                Integer.parseInt(split),
                request,
                factory == null ? null : factory.decoder(context, request),
                source,
                position);
        boolean nets = settled && factory != null && factory.changing(context.table());
        return nets ? new SettledReader(reader, context.table().primaryKey(), request.schema()) : reader;
    }
}

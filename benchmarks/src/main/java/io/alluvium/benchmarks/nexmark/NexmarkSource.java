package io.alluvium.benchmarks.nexmark;

import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.connector.Source;
import io.alluvium.core.connector.SourceContext;
import io.alluvium.core.connector.SplitReader;
import io.alluvium.core.error.AlluviumException;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The events of one kind, shared among splits: split p of P has those of the numbers p, p + P, p + 2P .. */
final class NexmarkSource implements Source {
    private final EventStream stream;
    private final EventKind kind;
    private final int[] columns;
    private final ScanRequest request;
    private final List<String> splits;

    /** @param columns positions of the physical columns asked for in the kind's schema */
    NexmarkSource(EventStream stream, EventKind kind, int[] columns, ScanRequest request, int splits) {
        this.stream = stream;
        this.kind = kind;
        this.columns = columns;
        this.request = request;
        // With leading zeros, so that splits sort by number.
        this.splits = IntStream.range(0, splits)
                .mapToObj(part -> "%04d-of-%d".formatted(part, splits))
                .toList();
    }

    @Override
    public List<String> splits() {
        return splits;
    }

    @Override
    public SplitReader open(String split, byte @Nullable [] position, SourceContext context) {
        int part = splits.indexOf(split);
        if (part < 0) {
            throw AlluviumException.internal("split " + split + " is none of " + splits);
        }
        int wanted = 0;
        for (int column : columns) {
            wanted |= 1 << column;
        }
        EventCursor cursor = stream.cursor(kind, wanted, part, splits.size());
        return new NexmarkReader(cursor, stream.events(), columns, request, position);
    }
}

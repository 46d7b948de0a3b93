package io.alluvium.testkit.scripts.memory;

import io.alluvium.core.connector.RecordDecoder;
import io.alluvium.core.connector.RowTag;
import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.connector.SourceContext;
import io.alluvium.core.connector.SplitReader;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.operator.DeadLetter;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.RowBatch;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one split of a log in memory: rows as they are, records through their format's decoder. */
final class LogReader implements SplitReader, RecordDecoder.Rows {
    private static final byte VERSION = 1;

    private final MemoryTable table;
    private final int split;
    private final @Nullable RecordDecoder decoder;
    private final SourceContext context;
    private final BatchBuilder builder;
    private final int[] physical;
    private final List<String> metadata;
    private int next;
    private int current;

    LogReader(
            MemoryTable table,
            int split,
            ScanRequest request,
            @Nullable RecordDecoder decoder,
            SourceContext context,
            byte @Nullable [] position) {
        this.table = table;
        this.split = split;
        this.decoder = decoder;
        this.context = context;
        this.builder = new BatchBuilder(request.schema());
        this.physical = request.physicalColumns().stream()
                .mapToInt(table.schema()::indexOf)
                .toArray();
        this.metadata = request.metadataKeys();
        this.next = position == null ? 0 : decode(position);
    }

    @Override
    public @Nullable RowBatch poll() {
        while (!builder.isFull()) {
            MemoryLog.Entry entry = table.log().at(split, next);
            if (entry == null) {
                break;
            }
            current = next++;
            if (entry instanceof MemoryLog.Entry.Rows rows) {
                take(rows.rows());
            } else {
                decode(((MemoryLog.Entry.Record) entry).bytes(), decoder());
            }
        }
        return builder.isEmpty() ? null : builder.build();
    }

    @Override
    public boolean finished() {
        return table.log().ended() && next == table.log().size(split) && builder.isEmpty();
    }

    @Override
    public byte[] position() {
        return ByteBuffer.allocate(5).put(VERSION).putInt(next).array();
    }

    @Override
    public void close() {}

    @Override
    public BatchBuilder builder() {
        return builder;
    }

    @Override
    public void endRow(long weight, int index) {
        for (int i = 0; i < metadata.size(); i++) {
            int column = physical.length + i;
            switch (metadata.get(i)) {
                case "row_tag" -> builder.column(column).appendBytes(RowTag.of(0, split, current, index));
                case "partition" -> builder.column(column).appendLong(split);
                case "offset" -> builder.column(column).appendLong(current);
                case "idx" -> builder.column(column).appendLong(index);
                default -> {
                    // a key of the format, which its decoder fills
                }
            }
        }
        builder.endRow(weight);
    }

    @Override
    public void skipped(String reason) {
        context.counter(reason).add(1);
    }

    private void take(RowBatch rows) {
        for (int row = 0; row < rows.size(); row++) {
            for (int i = 0; i < physical.length; i++) {
                builder.column(i).appendFrom(rows.column(physical[i]), row);
            }
            endRow(rows.weight(row), 0);
        }
    }

    private void decode(byte[] record, RecordDecoder format) {
        int rows = builder.size();
        try {
            format.decode(record, 0, record.length, this);
        } catch (AlluviumException e) {
            builder.truncate(rows);
            if (e.code() != ErrorCode.RECORD_INVALID) {
                throw e;
            }
            context.deadLetters()
                    .report(new DeadLetter(
                            context.node(),
                            "script:" + split + ":" + current,
                            RowTag.of(0, split, current, 0),
                            record,
                            1,
                            e));
        }
    }

    private RecordDecoder decoder() {
        if (decoder == null) {
            throw AlluviumException.internal("table " + table.name() + " was fed a record and has no format");
        }
        return decoder;
    }

    private static int decode(byte[] position) {
        ByteBuffer buffer = ByteBuffer.wrap(position);
        byte version = buffer.get();
        if (version != VERSION) {
            throw new AlluviumException(
                    ErrorCode.STATE_VERSION, "position of a script's table has version " + version + ", known is 1");
        }
        return buffer.getInt();
    }
}

package io.alluvium.benchmarks.nexmark;

import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.connector.SplitReader;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.BytesColumn;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.LongColumn;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.ColumnKind;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hands the generator's blocks over as batches: the arrays of a block become the columns of a batch as they are, and texts stay
 * ranges of the stream's texts. Position: a version byte and the next event number (64 bits, big endian).
 */
final class NexmarkReader implements SplitReader {
    private static final byte VERSION = 1;

    private final EventCursor cursor;
    private final long events;
    private final int[] columns;
    private final ScanRequest request;

    NexmarkReader(EventCursor cursor, long events, int[] columns, ScanRequest request, byte @Nullable [] position) {
        this.cursor = cursor;
        this.events = events;
        this.columns = columns;
        this.request = request;
        if (position != null) {
            cursor.seek(number(position));
        }
    }

    @Override
    public @Nullable RowBatch poll() {
        if (finished()) {
            return null;
        }
        EventBlock block = cursor.block(RowBatch.TARGET_ROWS);
        FirstEvent.seen();
        return cursor.next(block) == 0 ? null : batch(block);
    }

    @Override
    public boolean finished() {
        return cursor.position() >= events;
    }

    @Override
    public byte[] position() {
        return ByteBuffer.allocate(1 + Long.BYTES)
                .put(VERSION)
                .putLong(cursor.position())
                .array();
    }

    @Override
    public void close() {}

    private RowBatch batch(EventBlock block) {
        Column[] asked = new Column[request.schema().size()];
        for (int i = 0; i < columns.length; i++) {
            int column = columns[i];
            asked[i] = block.kind().schema().type(column).kind() == ColumnKind.LONG
                    ? new LongColumn(block.longs(column), null)
                    : new BytesColumn(block.bytes(column), block.starts(column), block.lengths(column), null);
        }
        // The only metadata column there is: the row tag, which is the event number.
        for (int i = columns.length; i < asked.length; i++) {
            asked[i] = new LongColumn(block.numbers(), null);
        }
        return new RowBatch(request.schema(), List.of(asked), block.size(), null);
    }

    private static long number(byte[] position) {
        if (position.length != 1 + Long.BYTES || position[0] != VERSION) {
            throw new AlluviumException(
                    ErrorCode.STATE_VERSION,
                    "position of a nexmark split has " + position.length + " bytes of another version than " + VERSION);
        }
        return ByteBuffer.wrap(position).getLong(1);
    }
}

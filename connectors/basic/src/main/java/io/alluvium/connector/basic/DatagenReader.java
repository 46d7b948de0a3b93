package io.alluvium.connector.basic;

import io.alluvium.core.connector.SplitReader;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.io.Clock;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.Schema;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gives out numbered rows at a rate; its position is the number of the next row and the time the source first started. */
final class DatagenReader implements SplitReader {
    private static final byte VERSION = 1;
    private static final int POSITION_SIZE = 17;
    private static final long MICROS_PER_SECOND = 1_000_000;

    private final List<GeneratedColumn> columns;
    private final long end;
    private final long rowsPerSecond;
    private final Clock clock;
    private final BatchBuilder builder;
    private final long startedMicros;
    private final long openedMicros;
    private final long openedRow;
    private long next;

    DatagenReader(
            Schema schema,
            List<GeneratedColumn> columns,
            long end,
            long rowsPerSecond,
            Clock clock,
            byte @Nullable [] position) {
        this.columns = columns;
        this.end = end;
        this.rowsPerSecond = rowsPerSecond;
        this.clock = clock;
        this.builder = new BatchBuilder(schema);
        this.openedMicros = clock.micros();
        if (position == null) {
            startedMicros = openedMicros;
        } else {
            ByteBuffer bytes = ByteBuffer.wrap(position);
            if (position.length != POSITION_SIZE || bytes.get() != VERSION) {
                throw new AlluviumException(
                        ErrorCode.STATE_VERSION, "position of a datagen split is of another version");
            }
            next = bytes.getLong();
            startedMicros = bytes.getLong();
        }
        openedRow = next;
    }

    @Override
    public @Nullable RowBatch poll() {
        long until = Math.min(Math.min(end, due()), next + RowBatch.TARGET_ROWS);
        if (next >= until) {
            return null;
        }
        for (; next < until && !builder.isFull(); next++) {
            for (int column = 0; column < columns.size(); column++) {
                columns.get(column).append(next, startedMicros, builder.column(column));
            }
            builder.endRow(1);
        }
        return builder.build();
    }

    @Override
    public boolean finished() {
        return next >= end;
    }

    @Override
    public byte[] position() {
        return ByteBuffer.allocate(POSITION_SIZE)
                .put(VERSION)
                .putLong(next)
                .putLong(startedMicros)
                .array();
    }

    @Override
    public void close() {}

    /** The row that the rate allows by now; a tenth of a second's rows may be given at once. */
    private long due() {
        long passed = clock.micros() - openedMicros;
        long burst = Math.max(1, rowsPerSecond / 10);
        long seconds = passed / MICROS_PER_SECOND;
        if (seconds > Long.MAX_VALUE / 4 / rowsPerSecond) {
            return Long.MAX_VALUE;
        }
        long part = (long) ((double) (passed % MICROS_PER_SECOND) / MICROS_PER_SECOND * rowsPerSecond);
        return openedRow + seconds * rowsPerSecond + part + burst;
    }
}

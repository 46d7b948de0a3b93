package io.alluvium.runtime.operator;

import io.alluvium.core.operator.Counter;
import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.operator.Operator;
import io.alluvium.core.operator.OperatorContext;
import io.alluvium.core.operator.Output;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.plan.PlanNode.WindowSpec;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.LongColumn;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.Schema;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Assigns rows to windows [start, end), aligned to 1970 plus the offset, by floor division (also before 1970). Input: any
 * changes. Output, at once: a row a window, with window_start, window_end and window_time (end - 1 ms) added. State: none.
 *
 * <p>A TIMESTAMP_LTZ is cut on the session zone's wall clock: each instant has exactly one wall time, so no row is lost or
 * doubled; an hour that happens twice is one window of two hours. A bound that the clock left out is the moment it was moved, and
 * cumulated windows that become the same by it are one. A row whose time is NULL is dropped and counted
 * ({@code null_time}); one whose window's end is not above the row's {@code $watermark} is late for it, dropped and counted
 * ({@code late}).
 */
public final class WindowAssignOperator implements Operator {
    private static final long MILLI = 1000;

    private final PlanNode.WindowAssign node;
    private final WindowSpec window;
    private final boolean zoned;
    private final boolean zonedBounds;
    private final int inputColumns;
    private @Nullable WallClock clock;
    private @Nullable Counter nullTime;
    private @Nullable Counter late;
    private int[] sources = new int[RowBatch.TARGET_ROWS];
    private long[] starts = new long[RowBatch.TARGET_ROWS];
    private long[] ends = new long[RowBatch.TARGET_ROWS];
    private long[] times = new long[RowBatch.TARGET_ROWS];
    private int count;

    public WindowAssignOperator(PlanNode.WindowAssign node, Schema input) {
        this.node = node;
        this.window = node.window();
        this.inputColumns = input.size();
        this.zoned = isZoned(input.type(node.timeColumn()));
        this.zonedBounds = isZoned(node.schema().type(inputColumns));
    }

    private static boolean isZoned(DataType type) {
        return type instanceof DataType.Temporal temporal && temporal.temporal() == DataType.TemporalKind.TIMESTAMP_LTZ;
    }

    @Override
    public void open(OperatorContext context) {
        clock = zoned ? new WallClock(context.zone()) : null;
        nullTime = context.counter("null_time");
        late = context.counter("late");
    }

    @Override
    public void process(int input, RowBatch batch, Output output) {
        long[] values = batch.longs(node.timeColumn()).values();
        boolean[] nulls = batch.column(node.timeColumn()).nulls();
        long[] watermarks = node.watermarkColumn() < 0
                ? null
                : batch.longs(node.watermarkColumn()).values();
        count = 0;
        for (int row = 0; row < batch.size(); row++) {
            if (nulls != null && nulls[row]) {
                count(nullTime, batch.weight(row));
            } else {
                long wall = clock == null ? values[row] : clock.toWall(values[row]);
                assign(batch, row, wall, watermarks == null ? EpochEnd.NO_PROMISE : watermarks[row]);
            }
            if (count >= RowBatch.TARGET_ROWS) {
                flush(batch, output);
            }
        }
        flush(batch, output);
    }

    private static void count(@Nullable Counter counter, long weight) {
        if (counter == null) {
            throw new IllegalStateException("operator is not open");
        }
        counter.add(weight);
    }

    private void assign(RowBatch batch, int row, long wall, long watermark) {
        switch (window.kind()) {
            case TUMBLE -> {
                long start = floor(wall, window.sizeMicros());
                add(batch, row, start, start + window.sizeMicros(), watermark);
            }
            case HOP -> {
                long start = floor(wall, window.slideMicros());
                for (; start > wall - window.sizeMicros(); start -= window.slideMicros()) {
                    add(batch, row, start, start + window.sizeMicros(), watermark);
                }
            }
            case CUMULATE -> {
                long start = floor(wall, window.sizeMicros());
                long end = floor(wall - start, window.slideMicros(), 0) + window.slideMicros() + start;
                for (; end <= start + window.sizeMicros(); end += window.slideMicros()) {
                    boolean same = clock != null
                            && end < start + window.sizeMicros()
                            && clock.toEnd(end) == clock.toEnd(end + window.slideMicros());
                    if (!same) {
                        add(batch, row, start, end, watermark);
                    }
                }
            }
        }
    }

    private long floor(long wall, long size) {
        return floor(wall, size, window.offsetMicros());
    }

    private static long floor(long value, long size, long offset) {
        return value - Math.floorMod(value - offset, size);
    }

    private void add(RowBatch batch, int row, long wallStart, long wallEnd, long watermark) {
        long instantEnd = clock == null ? wallEnd : clock.toEnd(wallEnd);
        if (instantEnd <= watermark) {
            count(late, batch.weight(row));
            return;
        }
        if (count == sources.length) {
            sources = Arrays.copyOf(sources, count * 2);
            starts = Arrays.copyOf(starts, count * 2);
            ends = Arrays.copyOf(ends, count * 2);
            times = Arrays.copyOf(times, count * 2);
        }
        sources[count] = row;
        starts[count] = clock == null || !zonedBounds ? wallStart : clock.toStart(wallStart);
        ends[count] = zonedBounds ? instantEnd : wallEnd;
        times[count++] = instantEnd - MILLI;
    }

    private void flush(RowBatch batch, Output output) {
        if (count == 0) {
            return;
        }
        Column[] columns = new Column[inputColumns + 3];
        for (int i = 0; i < inputColumns; i++) {
            columns[i] = batch.column(i).gather(sources, count);
        }
        columns[inputColumns] = new LongColumn(Arrays.copyOf(starts, count), null);
        columns[inputColumns + 1] = new LongColumn(Arrays.copyOf(ends, count), null);
        columns[inputColumns + 2] = new LongColumn(Arrays.copyOf(times, count), null);
        long[] weights = batch.weights();
        long[] chosen = null;
        if (weights != null) {
            chosen = new long[count];
            for (int i = 0; i < count; i++) {
                chosen[i] = weights[sources[i]];
            }
        }
        output.emit(new RowBatch(node.schema(), List.of(columns), count, chosen));
        count = 0;
    }

    @Override
    public void endEpoch(EpochEnd epoch, Output output) {
        // linear: everything was emitted as it came
    }
}

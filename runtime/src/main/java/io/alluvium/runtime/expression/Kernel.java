package io.alluvium.runtime.expression;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.SourcePosition;
import io.alluvium.core.function.FunctionContext;
import io.alluvium.core.row.BytesColumn;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.DoubleColumn;
import io.alluvium.core.row.Int128Column;
import io.alluvium.core.row.LongColumn;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.DataType;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What every generated class extends: the input's columns are its fields (see {@link #bind}), each output is one method with a
 * loop. An instance belongs to one thread. Public because generated code has a class loader of its own.
 */
public abstract class Kernel {
    private static final FunctionContext NO_CONTEXT = new ConstantContext(ZoneOffset.UTC, 0);

    /** Receives 128-bit results of the calls in {@link WideMath}. */
    protected final Wide wide = new Wide();

    protected FunctionContext context = NO_CONTEXT;
    private ZoneShift zone = new ZoneShift(ZoneOffset.UTC);
    private @Nullable SourcePosition[] positions = new SourcePosition[0];
    private final List<FailedRow> failures = new ArrayList<>();

    private record FailedRow(int index, RowFailure failure) {}

    final void open(@Nullable SourcePosition[] sitePositions) {
        positions = sitePositions;
    }

    final void start(RowBatch batch, FunctionContext now) {
        context = now;
        if (!zone.zone().equals(now.zone())) {
            zone = new ZoneShift(now.zone());
        }
        failures.clear();
        bind(batch);
    }

    /** Takes the arrays of the used columns out of a batch. */
    protected abstract void bind(RowBatch batch);

    /** Writes the positions of the rows for which the condition is true; returns how many. */
    protected abstract int select(int size, int[] selected);

    /**
     * Computes one output.
     *
     * @param rows positions of the rows to compute, or null for the first {@code count}
     */
    protected abstract Column project(int output, int @Nullable [] rows, int count);

    /** Called by generated loops: the row at this index of the loop failed. */
    protected final void failed(int index, RowFailure failure) {
        failures.add(new FailedRow(index, failure));
    }

    final boolean hasFailures() {
        return !failures.isEmpty();
    }

    /**
     * Reports each failed row once, with its first failure, and forgets the failures.
     *
     * @param rows what the loop's indexes mean in the batch, or null where they are its rows
     * @return the indexes that did not fail
     */
    final int[] reportFailures(RowBatch batch, int @Nullable [] rows, int count, RowErrors errors) {
        List<FailedRow> sorted = new ArrayList<>(failures);
        sorted.sort(Comparator.comparingInt(FailedRow::index)); // stable: the first failure of a row stays first
        failures.clear();
        boolean[] bad = new boolean[count];
        int badRows = 0;
        for (FailedRow failed : sorted) {
            if (!bad[failed.index]) {
                bad[failed.index] = true;
                badRows++;
                int row = rows == null ? failed.index : rows[failed.index];
                errors.failed(batch, row, error(failed.failure));
            }
        }
        int[] good = new int[count - badRows];
        int next = 0;
        for (int i = 0; i < count; i++) {
            if (!bad[i]) {
                good[next++] = i;
            }
        }
        return good;
    }

    private AlluviumException error(RowFailure failure) {
        SourcePosition position = failure.site() < 0 ? null : positions[failure.site()];
        return new AlluviumException(failure.code(), position, failure.problem(), null, null);
    }

    /** The session's zone. */
    protected final ZoneShift zone() {
        return zone;
    }

    /** Grows null marks on the first null of an output. */
    protected static boolean[] markNull(boolean @Nullable [] nulls, int index, int count) {
        boolean[] marks = nulls == null ? new boolean[count] : nulls;
        marks[index] = true;
        return marks;
    }

    /** A column of NULLs. */
    static Column nulls(DataType type, int count) {
        boolean[] marks = new boolean[count];
        Arrays.fill(marks, true);
        return switch (type.kind()) {
            case LONG -> new LongColumn(new long[count], marks);
            case DOUBLE -> new DoubleColumn(new double[count], marks);
            case INT128 -> new Int128Column(new long[count], new long[count], marks);
            case BYTES -> new BytesColumn(new byte[0], new int[count], new int[count], marks);
        };
    }
}

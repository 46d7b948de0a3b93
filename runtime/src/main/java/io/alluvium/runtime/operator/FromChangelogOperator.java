package io.alluvium.runtime.operator;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.operator.Counter;
import io.alluvium.core.operator.DeadLetter;
import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.operator.Operator;
import io.alluvium.core.operator.OperatorContext;
import io.alluvium.core.operator.Output;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.plan.PlanNode.NameFilter;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.BytesColumn;
import io.alluvium.core.row.NestedValues;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowCodec;
import io.alluvium.core.type.ColumnKind;
import io.alluvium.core.type.Schema;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Turns change envelopes into changes. Input: envelopes, inserts only. Output, at once and in the order of the array: for each
 * element of {@code data} an addition (INSERT), a removal (DELETE), or the removal of the element overlaid with the keys that are
 * present in its {@code old} element and then its addition (UPDATE). State: none.
 *
 * <p>Databases and tables are compared first, as whole names. Other names, other operations, and envelopes without data are
 * skipped and counted ({@code skipped}). An UPDATE whose {@code old} is NULL or shorter than {@code data} is, where a Normalize
 * follows (which knows the image before), an addition; else it is a dead letter.
 */
public final class FromChangelogOperator implements Operator {
    private final PlanNode.FromChangelog node;
    private final boolean normalized;
    private final byte[] database;
    private final byte[] table;
    private final BatchBuilder builder;
    private final ChangelogMaps maps = new ChangelogMaps();
    private @Nullable OperatorContext context;
    private @Nullable Counter skipped;

    private enum Operation {
        INSERT,
        UPDATE,
        DELETE,
        OTHER;

        private final byte[] word = name().getBytes(StandardCharsets.US_ASCII);

        private boolean is(byte[] data, int start, int length) {
            if (length != word.length) {
                return false;
            }
            for (int i = 0; i < length; i++) {
                if ((data[start + i] & ~0x20) != word[i]) {
                    return false;
                }
            }
            return true;
        }
    }

    /** @param normalized a Normalize follows, which supplies images before */
    public FromChangelogOperator(PlanNode.FromChangelog node, Schema input, boolean normalized) {
        this.node = node;
        this.normalized = normalized;
        this.database = bytes(node.database());
        this.table = bytes(node.table());
        this.builder = new BatchBuilder(node.schema());
        if (node.schema().size() != node.keep().size() + 1 || input.size() <= node.data()) {
            throw AlluviumException.internal(
                    "schema " + node.schema() + " of " + node.id() + " does not fit its input");
        }
    }

    private static byte[] bytes(@Nullable NameFilter filter) {
        return filter == null ? new byte[0] : filter.name().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void open(OperatorContext opened) {
        context = opened;
        skipped = opened.counter("skipped");
    }

    @Override
    public void process(int input, RowBatch batch, Output output) {
        if (skipped == null) {
            throw new IllegalStateException("operator " + node.id() + " is not open");
        }
        for (int row = 0; row < batch.size(); row++) {
            Operation operation =
                    isWanted(batch, row) ? operation(batch.bytes(node.operation()), row) : Operation.OTHER;
            if (operation == Operation.OTHER || !expand(batch, row, operation)) {
                skipped.add(batch.weight(row));
            }
            if (builder.isFull()) {
                output.emit(builder.build());
            }
        }
        if (!builder.isEmpty()) {
            output.emit(builder.build());
        }
    }

    private boolean isWanted(RowBatch batch, int row) {
        return isNamed(node.database(), database, batch, row) && isNamed(node.table(), table, batch, row);
    }

    private static boolean isNamed(@Nullable NameFilter filter, byte[] wanted, RowBatch batch, int row) {
        if (filter == null) {
            return true;
        }
        BytesColumn column = batch.bytes(filter.column());
        if (column.isNull(row)) {
            return false;
        }
        int start = column.starts()[row];
        return Arrays.equals(column.data(), start, start + column.lengths()[row], wanted, 0, wanted.length);
    }

    private static Operation operation(BytesColumn column, int row) {
        if (column.isNull(row)) {
            return Operation.OTHER;
        }
        byte[] data = column.data();
        int start = column.starts()[row];
        int length = column.lengths()[row];
        if (Operation.INSERT.is(data, start, length)) {
            return Operation.INSERT;
        }
        if (Operation.UPDATE.is(data, start, length)) {
            return Operation.UPDATE;
        }
        return Operation.DELETE.is(data, start, length) ? Operation.DELETE : Operation.OTHER;
    }

    /** Appends the changes of an envelope; false where it has no data. */
    private boolean expand(RowBatch batch, int row, Operation operation) {
        BytesColumn data = batch.bytes(node.data());
        if (data.isNull(row)) {
            return false;
        }
        int array = data.starts()[row];
        int size = NestedValues.arraySize(data.data(), array);
        RowCodec elements = NestedValues.codec(ColumnKind.BYTES, size);
        for (int i = 0; i < size; i++) {
            if (elements.isNull(data.data(), array + 4, i)) {
                reject(batch, row, "element " + i + " of data is NULL");
                continue;
            }
            int start = elements.bytesStart(data.data(), array + 4, i);
            int length = elements.bytesLength(data.data(), array + 4, i);
            switch (operation) {
                case INSERT -> append(batch, row, data.data(), start, length, batch.weight(row));
                case DELETE -> append(batch, row, data.data(), start, length, -batch.weight(row));
                case UPDATE -> update(batch, row, data.data(), start, length, i);
                case OTHER -> throw new AssertionError(operation);
            }
        }
        return size > 0;
    }

    private void update(RowBatch batch, int row, byte[] data, int start, int length, int index) {
        BytesColumn old = node.old() < 0 ? null : batch.bytes(node.old());
        boolean known = false;
        if (old != null && !old.isNull(row)) {
            int array = old.starts()[row];
            int size = NestedValues.arraySize(old.data(), array);
            RowCodec elements = NestedValues.codec(ColumnKind.BYTES, size);
            known = index < size && !elements.isNull(old.data(), array + 4, index);
            if (known) {
                keep(batch, row);
                int oldStart = elements.bytesStart(old.data(), array + 4, index);
                maps.appendOverlaid(
                        data,
                        start,
                        old.data(),
                        oldStart,
                        builder.column(node.keep().size()));
                builder.endRow(-batch.weight(row));
            }
        }
        if (known || normalized) {
            append(batch, row, data, start, length, batch.weight(row));
        } else {
            reject(batch, row, "an UPDATE does not say what element " + index + " of data was before");
        }
    }

    private void append(RowBatch batch, int row, byte[] data, int start, int length, long weight) {
        keep(batch, row);
        builder.column(node.keep().size()).appendBytes(data, start, length);
        builder.endRow(weight);
    }

    private void keep(RowBatch batch, int row) {
        for (int i = 0; i < node.keep().size(); i++) {
            builder.column(i).appendFrom(batch.column(node.keep().get(i)), row);
        }
    }

    private void reject(RowBatch batch, int row, String problem) {
        if (context == null) {
            throw new IllegalStateException("operator " + node.id() + " is not open");
        }
        AlluviumException error = new AlluviumException(
                ErrorCode.RECORD_INVALID,
                problem,
                "read the change log with PARTITION BY its key, so that the last image is remembered");
        String text = FailedRows.text(batch, row, context.zone());
        context.deadLetters().report(new DeadLetter(context.node(), text, null, null, batch.weight(row), error));
    }

    @Override
    public void endEpoch(EpochEnd epoch, Output output) {
        // everything was emitted as it came
    }
}

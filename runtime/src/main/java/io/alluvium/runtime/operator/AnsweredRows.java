package io.alluvium.runtime.operator;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.operator.Output;
import io.alluvium.core.operator.StateReader;
import io.alluvium.core.operator.StateWriter;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowCodec;
import io.alluvium.core.type.ColumnKind;
import io.alluvium.core.type.Schema;
import io.alluvium.runtime.expression.RowErrors;
import io.alluvium.runtime.state.ByteArena;
import io.alluvium.runtime.state.BytesCells;
import io.alluvium.runtime.state.IntList;
import io.alluvium.runtime.state.KeyHashes;
import io.alluvium.runtime.state.KeyedTable;
import io.alluvium.runtime.state.LongCells;
import java.util.Arrays;

/**
 * Rows with multiplicities and, while that is above zero, the answer of the epoch in which they appeared: encoded rows of the
 * columns behind the input's, each behind an int with its length; none where an outer look-up found nothing; or, behind an int
 * of -1, the error for which there is no answer.
 */
final class AnsweredRows {
    private static final int FAILURE = -1;

    private final Schema input;
    private final Schema output;
    private final boolean outer;
    private final int[] columns;
    private final KeyHashes hash;
    private final KeyedTable table;
    private final LongCells weights;
    private final BytesCells answers;
    private final RowCodec answerCodec;
    private long[] before = new long[64];
    private int[] slots = new int[0];
    private final IntList freshSlots = new IntList();
    private byte[] scratch = new byte[256];

    AnsweredRows(Schema input, Schema output, int[] routing, boolean outer) {
        this.input = input;
        this.output = output;
        this.outer = outer;
        this.columns = new int[input.size()];
        Arrays.setAll(columns, i -> i);
        this.hash = new KeyHashes(columns, routing);
        ColumnKind[] kinds = new ColumnKind[columns.length];
        for (int i = 0; i < kinds.length; i++) {
            kinds[i] = input.type(i).kind();
        }
        this.table = new KeyedTable("answers", kinds);
        this.weights = table.addLongs();
        this.answers = table.addBytes();
        int[] looked = new int[output.size() - input.size()];
        Arrays.setAll(looked, i -> input.size() + i);
        this.answerCodec = RowCodec.of(output, looked);
    }

    void add(RowBatch batch) {
        if (slots.length < batch.size()) {
            slots = new int[Math.max(batch.size(), RowBatch.TARGET_ROWS)];
        }
        table.upsert(KeyHashes.columns(batch, columns), hash.hash(batch), batch.size(), slots);
        for (int row = 0; row < batch.size(); row++) {
            int slot = slots[row];
            int ordinal = table.touched().size();
            if (table.touch(slot)) {
                if (ordinal == before.length) {
                    before = Arrays.copyOf(before, ordinal * 2);
                }
                before[ordinal] = weights.get(slot);
            }
            weights.set(slot, Math.addExact(weights.get(slot), batch.weight(row)));
        }
    }

    /** Emits the changes of rows that have an answer, reports those of rows that failed; forgets the answers of rows that are gone. */
    void emitKnown(Output out, RowErrors errors) {
        freshSlots.clear();
        BatchBuilder builder = new BatchBuilder(output);
        for (int i = 0; i < table.touched().size(); i++) {
            int slot = table.touched().get(i);
            long was = Math.max(0, before[i]);
            long is = Math.max(0, weights.get(slot));
            if (was == 0 && is > 0) {
                freshSlots.add(slot);
            } else if (was != is) {
                if (isFailure(slot)) {
                    reportFailure(slot, is - was, errors);
                } else {
                    append(slot, is - was, builder);
                }
                if (builder.isFull()) {
                    out.emit(builder.build());
                }
                if (is == 0) {
                    answers.clear(slot);
                }
            }
        }
        if (!builder.isEmpty()) {
            out.emit(builder.build());
        }
    }

    private boolean isFailure(int slot) {
        return answers.length(slot) >= 4
                && (int) ByteArena.INTS.get(answers.page(slot), answers.start(slot)) == FAILURE;
    }

    private void reportFailure(int slot, long weight, RowErrors errors) {
        BatchBuilder row = new BatchBuilder(input);
        appendInput(slot, row);
        row.endRow(weight);
        int start = answers.start(slot) + 4;
        errors.failed(row.build(), 0, StoredError.decode(answers.page(slot), start, answers.length(slot) - 4));
    }

    private void append(int slot, long weight, BatchBuilder builder) {
        int end = answers.start(slot) + answers.length(slot);
        int position = answers.start(slot);
        if (position == end && outer) {
            appendInput(slot, builder);
            for (int i = input.size(); i < output.size(); i++) {
                builder.column(i).appendNull();
            }
            builder.endRow(weight);
        }
        while (position < end) {
            byte[] page = answers.page(slot);
            appendInput(slot, builder);
            answerCodec.appendRow(page, position + 4, builder, input.size());
            builder.endRow(weight);
            position += 4 + (int) ByteArena.INTS.get(page, position);
        }
    }

    private void appendInput(int slot, BatchBuilder builder) {
        for (int i = 0; i < input.size(); i++) {
            table.appendKey(i, slot, builder.column(i));
        }
    }

    /** How many rows appeared in this epoch. */
    int freshCount() {
        return freshSlots.size();
    }

    /** Some of the rows that appeared in this epoch, under their weights. */
    RowBatch fresh(int first, int count) {
        BatchBuilder builder = new BatchBuilder(input);
        for (int i = first; i < first + count; i++) {
            appendInput(freshSlots.get(i), builder);
            builder.endRow(weights.get(freshSlots.get(i)));
        }
        return builder.build();
    }

    /** Remembers the answers of fresh rows and emits these. */
    void remember(int first, int rows, LookupPairs.Pairs pairs, Output out) {
        Column[] looked = new Column[answerCodec.columns()];
        for (int i = 0; i < looked.length; i++) {
            looked[i] = pairs.batch().column(input.size() + i);
        }
        int count = pairs.batch().size();
        long[] outputWeights = new long[count];
        int next = 0;
        for (int i = 0; i < rows; i++) {
            int slot = freshSlots.get(first + i);
            int length = 0;
            for (; next < count && pairs.sources()[next] == i; next++) {
                outputWeights[next] = weights.get(slot);
                if (pairs.matched()[next]) {
                    length = encode(looked, next, length);
                }
            }
            answers.set(slot, scratch, 0, length);
        }
        if (count > 0) {
            out.emit(new RowBatch(output, pairs.batch().columns(), count, outputWeights));
        }
    }

    /** Remembers that a fresh row has no answer. */
    void rememberFailure(int fresh, AlluviumException error) {
        byte[] stored = StoredError.encode(error);
        room(4 + stored.length);
        ByteArena.INTS.set(scratch, 0, FAILURE);
        System.arraycopy(stored, 0, scratch, 4, stored.length);
        answers.set(freshSlots.get(fresh), scratch, 0, 4 + stored.length);
    }

    private int encode(Column[] looked, int row, int position) {
        int size = answerCodec.encodedSize(looked, row);
        room(position + 4 + size);
        ByteArena.INTS.set(scratch, position, size);
        return answerCodec.encode(looked, row, scratch, position + 4);
    }

    private void room(int length) {
        if (scratch.length < length) {
            scratch = Arrays.copyOf(scratch, Math.max(length, scratch.length * 2));
        }
    }

    void endEpoch() {
        int count = table.touched().size();
        for (int i = 0; i < count; i++) {
            int slot = table.touched().get(i);
            if (weights.get(slot) == 0) {
                table.remove(slot);
            }
        }
        table.endEpoch();
    }

    void snapshot(StateWriter writer) {
        table.snapshot(writer);
    }

    void restore(StateReader reader) {
        table.restore(reader);
    }

    long bytesHeld() {
        return table.bytesHeld();
    }
}

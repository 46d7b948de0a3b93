package io.alluvium.runtime.engine;

import io.alluvium.core.connector.ChangeBatch;
import io.alluvium.core.operator.StateWriter;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowCodec;
import io.alluvium.core.row.RowHash;
import io.alluvium.core.type.Schema;
import io.alluvium.runtime.checkpoint.ByteSink;
import io.alluvium.runtime.checkpoint.StateFile;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The pending commit of a sink as state: an entry a change, in order. Key: int number of the change. Value: int length of the row
 * before (-1 for none) and its canonical bytes, then the same for the row after.
 */
final class ChangeCodec {
    static final String PENDING = "$commit";

    private ChangeCodec() {}

    static void write(Schema schema, List<ChangeBatch> changes, StateWriter writer) {
        RowCodec codec = RowCodec.of(schema);
        int number = 0;
        for (ChangeBatch batch : changes) {
            Column[] columns = batch.rows().columns().toArray(new Column[0]);
            for (int i = 0; i < batch.size(); i++) {
                ByteSink value = new ByteSink(128);
                writeRow(codec, columns, batch.before()[i], value);
                writeRow(codec, columns, batch.after()[i], value);
                byte[] key = ByteBuffer.allocate(4).putInt(number++).array();
                writer.put(PENDING, 0, key, value.toBytes());
            }
        }
    }

    static List<ChangeBatch> read(Schema schema, String sink, List<StateFile> files) {
        List<ChangeBatch> changes = new ArrayList<>();
        Collecting collecting = new Collecting(schema, changes);
        for (StateFile file : files) {
            file.read(sink, PENDING, 0, RowHash.KEY_GROUPS, (group, key, keyStart, keyLength, value, start, length) -> {
                if (value == null) {
                    throw new IllegalStateException("a pending change of sink " + sink + " was removed");
                }
                collecting.add(ByteBuffer.wrap(value, start, length));
            });
        }
        collecting.flush();
        return changes;
    }

    private static void writeRow(RowCodec codec, Column[] columns, int row, ByteSink value) {
        if (row < 0) {
            value.writeInt(-1);
        } else {
            byte[] bytes = codec.encode(columns, row);
            value.writeInt(bytes.length);
            value.write(bytes);
        }
    }

    private static final class Collecting {
        private final RowCodec codec;
        private final BatchBuilder rows;
        private final List<ChangeBatch> target;
        private int[] before = new int[RowBatch.TARGET_ROWS];
        private int[] after = new int[RowBatch.TARGET_ROWS];
        private int size;

        Collecting(Schema schema, List<ChangeBatch> target) {
            this.codec = RowCodec.of(schema);
            this.rows = new BatchBuilder(schema);
            this.target = target;
        }

        void add(ByteBuffer value) {
            before[size] = row(value);
            after[size++] = row(value);
            if (size == RowBatch.TARGET_ROWS) {
                flush();
            }
        }

        void flush() {
            if (size > 0) {
                target.add(new ChangeBatch(rows.build(), before, after, size));
                before = new int[RowBatch.TARGET_ROWS];
                after = new int[RowBatch.TARGET_ROWS];
                size = 0;
            }
        }

        private int row(ByteBuffer value) {
            int length = value.getInt();
            if (length < 0) {
                return -1;
            }
            codec.appendRow(value.array(), value.arrayOffset() + value.position(), rows, 0);
            rows.endRow(1);
            value.position(value.position() + length);
            return rows.size() - 1;
        }
    }
}

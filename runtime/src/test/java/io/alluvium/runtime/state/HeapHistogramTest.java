package io.alluvium.runtime.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.Schema;
import io.alluvium.testkit.harness.SchemaText;
import java.nio.charset.StandardCharsets;
import javax.management.JMException;
import org.junit.jupiter.api.Test;

/** A million keys must be pages of primitives, not objects: the heap's histogram before and after says so. */
class HeapHistogramTest {
    private static final int KEYS = 1_000_000;

    @Test
    void aMillionKeysAreSomeThousandObjects() throws JMException {
        Schema schema = SchemaText.parse("id BIGINT, name STRING");
        HeapHistogram before = HeapHistogram.now();
        KeyedTable table =
                new KeyedTable("t", schema.type(0).kind(), schema.type(1).kind());
        LongCells counts = table.addLongs();
        BytesCells texts = table.addBytes();
        KeyHashes hashes = new KeyHashes(new int[] {0, 1}, new int[] {0, 1});
        int[] slots = new int[RowBatch.TARGET_ROWS];
        BatchBuilder builder = new BatchBuilder(schema);
        for (int key = 0; key < KEYS; key++) {
            byte[] name = ("name-" + key).getBytes(StandardCharsets.UTF_8);
            builder.column(0).appendLong(key);
            builder.column(1).appendBytes(name);
            builder.endRow(1);
            if (builder.size() == RowBatch.TARGET_ROWS || key == KEYS - 1) {
                RowBatch batch = builder.build();
                table.upsert(KeyHashes.columns(batch, new int[] {0, 1}), hashes.hash(batch), batch.size(), slots);
                for (int row = 0; row < batch.size(); row++) {
                    table.touch(slots[row]);
                    counts.add(slots[row], 1);
                    texts.set(slots[row], name, 0, name.length);
                }
            }
        }
        table.endEpoch();
        assertEquals(KEYS, table.size());
        before.assertFewNewObjects();
        assertTrue(table.bytesHeld() < KEYS * 160L, "bytes held: " + table.bytesHeld());
        assertEquals(1, counts.get(slots[0]));
    }
}

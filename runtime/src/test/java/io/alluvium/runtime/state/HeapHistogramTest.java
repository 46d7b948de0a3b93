package io.alluvium.runtime.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.Schema;
import io.alluvium.testkit.harness.SchemaText;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/** A million keys must be pages of primitives, not objects: the heap's histogram before and after says so. */
class HeapHistogramTest {
    private static final int KEYS = 1_000_000;

    @Test
    void aMillionKeysAreSomeThousandObjects() throws JMException {
        Schema schema = SchemaText.parse("id BIGINT, name STRING");
        Map<String, Long> before = instances();
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
        Map<String, Long> after = instances();
        Map<String, Long> grown = new TreeMap<>();
        long total = 0;
        for (Map.Entry<String, Long> type : after.entrySet()) {
            long more = type.getValue() - before.getOrDefault(type.getKey(), 0L);
            if (more > 100) {
                grown.put(type.getKey(), more);
                total += more;
            }
        }
        // 8,192 slots a page, 3,000 directory entries a segment, 256 KB a page of bytes
        assertTrue(total < 20_000, "objects that a million keys brought: " + grown);
        assertTrue(table.bytesHeld() < KEYS * 160L, "bytes held: " + table.bytesHeld());
        assertEquals(1, counts.get(slots[0]));
    }

    private static Map<String, Long> instances() throws JMException {
        String histogram = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
        Map<String, Long> counts = new TreeMap<>();
        for (String line : histogram.split("\n")) {
            String[] words = line.strip().split("\\s+");
            if (words.length >= 4 && words[0].endsWith(":")) {
                counts.merge(words[3], Long.parseLong(words[1]), Long::sum);
            }
        }
        return counts;
    }
}

package io.alluvium.runtime.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.Int128;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.ColumnKind;
import io.alluvium.core.type.Schema;
import io.alluvium.testkit.harness.SchemaText;
import io.alluvium.testkit.harness.SnapshotBytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KeyedTableTest {
    private static final String[] SHAPES = {
        "a BIGINT",
        "a BIGINT, b BIGINT",
        "a BIGINT, b STRING",
        "a STRING, b DOUBLE, c DECIMAL(30, 2)",
        "a BIGINT, b STRING, c BIGINT, d STRING, e DOUBLE"
    };

    /** A table against a hash map: random additions, removals, snapshots and restores, for every shape of key. */
    @Test
    void behavesLikeAMap() {
        for (String shape : SHAPES) {
            for (long seed = 1; seed <= 2; seed++) {
                Schema schema = SchemaText.parse(shape);
                new Walk(schema, seed).run();
            }
        }
    }

    private static final class Walk {
        private final Schema schema;
        private final Random random;
        private final long seed;
        private final int[] columns;
        private final KeyHashes hashes;
        private final Map<String, Long> expected = new HashMap<>();
        private final SnapshotBytes snapshots = new SnapshotBytes();
        private KeyedTable table;
        private LongCells counts;
        private BytesCells texts;

        Walk(Schema schema, long seed) {
            this.schema = schema;
            this.seed = seed;
            this.random = new Random(seed);
            this.columns = new int[schema.size()];
            Arrays.setAll(columns, i -> i);
            this.hashes = new KeyHashes(columns, new int[] {0});
            open();
        }

        private void open() {
            ColumnKind[] kinds =
                    schema.fields().stream().map(field -> field.type().kind()).toArray(ColumnKind[]::new);
            table = new KeyedTable("t", kinds);
            counts = table.addLongs();
            texts = table.addBytes();
        }

        void run() {
            for (int epoch = 0; epoch < 30; epoch++) {
                for (int batch = 0; batch < 3; batch++) {
                    fold(1 + random.nextInt(700), epoch);
                }
                sweep();
                if (random.nextInt(3) == 0) {
                    table.snapshot(snapshots);
                    assertEquals(expected.size(), snapshots.liveEntries(), () -> schema + " seed " + seed);
                    if (random.nextBoolean()) {
                        open();
                        table.restore(snapshots.reader(0, 1));
                    }
                }
                assertEquals(expected.size(), table.size(), () -> schema + " seed " + seed);
            }
        }

        private void fold(int size, int epoch) {
            BatchBuilder builder = new BatchBuilder(schema);
            String[] names = new String[size];
            for (int row = 0; row < size; row++) {
                int key = random.nextInt(100 + epoch * 100);
                @Nullable Object[] values = new @Nullable Object[schema.size()];
                StringBuilder name = new StringBuilder();
                for (int i = 0; i < values.length; i++) {
                    boolean isNull = (key + i) % 17 == 0;
                    values[i] = isNull ? null : value(i, i == 0 ? key % 37 + (schema.size() == 1 ? key : 0) : key);
                    name.append(isNull ? "NULL" : i == 0 ? key % 37 + (schema.size() == 1 ? key : 0) : key)
                            .append('|');
                }
                names[row] = name.toString();
                builder.appendRow(1, values);
            }
            RowBatch batch = builder.build();
            int[] slots = new int[size];
            table.upsert(KeyHashes.columns(batch, columns), hashes.hash(batch), size, slots);
            for (int row = 0; row < size; row++) {
                table.touch(slots[row]);
                long before = expected.getOrDefault(names[row], 0L);
                assertEquals(before, counts.get(slots[row]), names[row]);
                long after = random.nextInt(4) == 0 ? 0 : before + 1;
                counts.set(slots[row], after);
                byte[] text = "x".repeat((int) after * 7 % 300).getBytes(StandardCharsets.UTF_8);
                if (before > 0) {
                    assertEquals((int) before * 7 % 300, texts.length(slots[row]));
                }
                texts.set(slots[row], text, 0, text.length);
                if (after == 0) {
                    expected.remove(names[row]);
                } else {
                    expected.put(names[row], after);
                }
            }
            int[] found = new int[size];
            table.find(KeyHashes.columns(batch, columns), hashes.hash(batch), size, found);
            assertTrue(Arrays.equals(slots, found));
        }

        private Object value(int column, int key) {
            return switch (schema.type(column).kind()) {
                case LONG -> (long) key;
                case DOUBLE -> key + 0.5;
                case INT128 -> new Int128(key, -key);
                case BYTES -> ("key" + key).getBytes(StandardCharsets.UTF_8);
            };
        }

        private void sweep() {
            IntList touched = table.touched();
            int count = touched.size();
            for (int i = 0; i < count; i++) {
                if (table.isLive(touched.get(i)) && counts.get(touched.get(i)) == 0) {
                    table.remove(touched.get(i));
                }
            }
            table.endEpoch();
        }
    }

    /** A snapshot writes what changed since the last one, and nothing else. */
    @Test
    void snapshotsAreIncremental() {
        Schema schema = SchemaText.parse("a BIGINT");
        KeyedTable table = new KeyedTable("t", schema.type(0).kind());
        LongCells counts = table.addLongs();
        KeyHashes hashes = new KeyHashes(new int[] {0}, new int[] {0});
        BatchBuilder builder = new BatchBuilder(schema);
        for (long key = 0; key < 1000; key++) {
            builder.appendRow(1, key);
        }
        RowBatch batch = builder.build();
        int[] slots = new int[1000];
        table.upsert(KeyHashes.columns(batch, new int[] {0}), hashes.hash(batch), 1000, slots);
        for (int slot : slots) {
            table.touch(slot);
            counts.set(slot, 1);
        }
        table.endEpoch();
        SnapshotBytes first = new SnapshotBytes();
        table.snapshot(first);
        assertEquals(1000, first.puts());
        table.touch(slots[5]);
        counts.set(slots[5], 2);
        table.remove(slots[6]);
        table.endEpoch();
        SnapshotBytes second = new SnapshotBytes();
        table.snapshot(second);
        assertEquals(1, second.puts());
        assertEquals(1, second.removals());
        SnapshotBytes third = new SnapshotBytes();
        table.snapshot(third);
        assertEquals(0, third.puts() + third.removals());
    }
}

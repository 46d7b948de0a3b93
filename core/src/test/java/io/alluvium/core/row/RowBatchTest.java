package io.alluvium.core.row;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowBatchTest {
    private static final Schema SCHEMA = Schema.of(
            new Field("id", DataType.bigint()),
            new Field("rate", DataType.doubles()),
            new Field("total", DataType.decimal(38, 2)),
            new Field("name", DataType.string()));

    @Test
    void gathersRowsWithTheirWeightsInTheAskedOrder() {
        BatchBuilder builder = new BatchBuilder(SCHEMA);
        builder.appendRow(1, 10L, 0.1, Int128.of(100), utf8("a"));
        builder.appendRow(-1, 11L, null, Int128.of(101), null);
        builder.appendRow(4, null, 0.3, null, utf8("cc"));
        RowBatch batch = builder.build().gather(new int[] {2, 0, 2, 99}, 3);
        assertEquals(3, batch.size());
        assertArrayEquals(new long[] {4, 1, 4}, new long[] {batch.weight(0), batch.weight(1), batch.weight(2)});
        assertEquals(9, batch.totalWeight());
        assertTrue(batch.column(0).isNull(0));
        assertEquals(10L, batch.column(0).value(1));
        assertEquals(0.3, batch.doubles(1).value(2));
        assertTrue(batch.int128s(2).isNull(2));
        assertEquals(Int128.of(100), batch.int128s(2).value(1));
        assertArrayEquals(utf8("cc"), batch.bytes(3).value(0));
        assertNull(batch.bytes(3).nulls(), "no chosen name is NULL");
    }

    @Test
    void countsEachInsertOnce() {
        RowBatch batch = new RowBatch(
                Schema.of(new Field("id", DataType.bigint())),
                List.of(new LongColumn(new long[] {1, 2, 0, 0}, null)),
                2,
                null);
        assertEquals(2, batch.totalWeight());
        assertEquals(1, batch.weight(1));
        assertNull(batch.gather(new int[] {1}, 1).weights());
    }

    @Test
    void doesNotCountWhatLiesBehindNulls() {
        Column texts = new BytesColumn(
                new byte[3], new int[] {0, 0}, new int[] {3, Integer.MAX_VALUE}, new boolean[] {false, true});
        RowBatch batch = new RowBatch(Schema.of(new Field("name", DataType.string())), List.of(texts), 2, null);
        assertEquals(2 * 8 + 3, batch.bytesHeld());
    }

    @Test
    void refusesAnotherNumberOfColumns() {
        assertThrows(IllegalArgumentException.class, () -> new RowBatch(SCHEMA, List.of(), 0, null));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

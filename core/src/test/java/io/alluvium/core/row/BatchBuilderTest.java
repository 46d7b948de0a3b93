package io.alluvium.core.row;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BatchBuilderTest {
    private static final Schema SCHEMA = Schema.of(
            new Field("id", DataType.bigint()),
            new Field("rate", DataType.doubles()),
            new Field("total", DataType.decimal(38, 2)),
            new Field("name", DataType.string()));

    private final BatchBuilder builder = new BatchBuilder(SCHEMA);

    @Test
    void keepsRowsOfEveryKindThroughGrowth() {
        for (int row = 0; row < 1000; row++) {
            boolean nulls = row % 3 == 1;
            builder.appendRow(
                    1,
                    nulls ? null : (Object) (long) row,
                    nulls ? null : (Object) (row / 2.0),
                    nulls ? null : new Int128(row, -row),
                    nulls ? null : utf8("name " + row));
        }
        assertEquals(1000, builder.size());
        RowBatch batch = builder.build();
        assertEquals(1000, batch.size());
        assertNull(batch.weights(), "a batch of inserts carries no weights");
        for (int row = 0; row < 1000; row++) {
            if (row % 3 == 1) {
                for (Column column : batch.columns()) {
                    assertTrue(column.isNull(row));
                }
            } else {
                assertEquals((long) row, batch.column(0).value(row));
                assertEquals(row / 2.0, batch.column(1).value(row));
                assertEquals(new Int128(row, -row), batch.column(2).value(row));
                assertArrayEquals(utf8("name " + row), batch.bytes(3).value(row));
            }
        }
    }

    @Test
    void carriesWeightsOnceOneIsNotAnInsert() {
        for (int row = 0; row < 200; row++) {
            append(row == 150 ? -3 : 1, row, "n");
        }
        RowBatch batch = builder.build();
        assertEquals(1, batch.weight(0));
        assertEquals(-3, batch.weight(150));
        assertEquals(1, batch.weight(199));
        assertEquals(196, batch.totalWeight());
        append(1, 0, "n");
        assertNull(builder.build().weights(), "the next batch starts anew");
    }

    @Test
    void aBuiltBatchDoesNotChangeWithTheNext() {
        append(-1, 1, "first");
        RowBatch first = builder.build();
        assertTrue(builder.isEmpty());
        append(7, 2, "second");
        RowBatch second = builder.build();
        assertEquals(1L, first.column(0).value(0));
        assertArrayEquals(utf8("first"), first.bytes(3).value(0));
        assertEquals(-1, first.weight(0));
        assertEquals(7, second.weight(0));
        assertFalse(second.column(0).isNull(0));
    }

    @Test
    void takesBackAHalfWrittenRow() {
        append(1, 1, "kept");
        builder.column(0).appendLong(2);
        builder.column(3).appendBytes(utf8("half"));
        builder.truncate(1);
        append(1, 3, "next");
        RowBatch batch = builder.build();
        assertEquals(2, batch.size());
        assertEquals(3L, batch.column(0).value(1));
        assertArrayEquals(utf8("kept"), batch.bytes(3).value(0));
        assertArrayEquals(utf8("next"), batch.bytes(3).value(1));
    }

    @Test
    void takesBackRowsWithTheirNullsBytesAndWeights() {
        append(1, 1, "kept");
        builder.appendRow(-1, null, null, null, null);
        append(-1, 2, "gone");
        builder.column(0).appendNull();
        builder.truncate(1);
        assertEquals(1, builder.size());
        assertEquals(4, builder.column(3).dataSize(), "bytes of rows behind a NULL are given back too");
        append(1, 3, "next");
        RowBatch batch = builder.build();
        for (Column column : batch.columns()) {
            assertFalse(column.isNull(1));
        }
        assertArrayEquals(utf8("next"), batch.bytes(3).value(1));
        assertNull(batch.weights(), "no removal is left");
    }

    @Test
    void keepsTheWeightsOfTheRowsThatStay() {
        append(-1, 1, "a");
        append(1, 2, "b");
        builder.truncate(1);
        append(1, 3, "c");
        RowBatch batch = builder.build();
        assertEquals(-1, batch.weight(0));
        assertEquals(1, batch.weight(1));
    }

    @Test
    void truncatingToWhatIsThereChangesNothing() {
        append(1, 1, "a");
        builder.truncate(1);
        builder.truncate(5);
        assertEquals(1, builder.size());
        builder.truncate(0);
        assertTrue(builder.isEmpty());
        assertEquals(0, builder.build().size());
    }

    @Test
    void isFullByRows() {
        for (int row = 0; row < RowBatch.TARGET_ROWS - 1; row++) {
            append(1, row, "");
        }
        assertFalse(builder.isFull());
        append(1, 0, "");
        assertTrue(builder.isFull());
        builder.build();
        assertFalse(builder.isFull());
    }

    @Test
    void isFullByBytes() {
        append(1, 0, "x".repeat((1 << 20) - 1));
        assertFalse(builder.isFull());
        append(1, 1, "y");
        assertTrue(builder.isFull());
        builder.truncate(1);
        assertFalse(builder.isFull());
    }

    @Test
    void copiesRowsOfAnotherBatchUnderAnotherWeight() {
        append(5, 1, "a");
        builder.appendRow(1, null, null, null, null);
        RowBatch source = builder.build();
        builder.appendFrom(source, 1, -2);
        builder.appendFrom(source, 0, 1);
        RowBatch copy = builder.build();
        for (Column column : copy.columns()) {
            assertTrue(column.isNull(0));
        }
        assertEquals(1L, copy.column(0).value(1));
        assertEquals(0.5, copy.column(1).value(1));
        assertEquals(Int128.of(1), copy.column(2).value(1));
        assertArrayEquals(utf8("a"), copy.bytes(3).value(1));
        assertArrayEquals(new long[] {-2, 1}, new long[] {copy.weight(0), copy.weight(1)});
    }

    @Test
    void refusesABatchWithAnUnevenColumn() {
        builder.column(0).appendLong(1);
        builder.endRow(1);
        IllegalStateException e = assertThrows(IllegalStateException.class, builder::build);
        assertEquals("column 1 (rate) has 0 values in a batch of 1 rows", e.getMessage());
    }

    private void append(long weight, long id, String name) {
        builder.appendRow(weight, id, 0.5, Int128.of(id), utf8(name));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

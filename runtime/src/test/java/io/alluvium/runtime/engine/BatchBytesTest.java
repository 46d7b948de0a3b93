package io.alluvium.runtime.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.Int128;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.Schema;
import io.alluvium.testkit.harness.SchemaText;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What waits on disk comes back bit for bit. */
class BatchBytesTest {
    private static final Schema ALL = SchemaText.parse("l BIGINT, d DOUBLE, w DECIMAL(38, 2), t STRING");

    @Test
    void everyKindOfColumnComesBack() throws IOException {
        Random random = new Random(7);
        for (int rows : new int[] {1, 2, 63, 2048}) {
            BatchBuilder builder = new BatchBuilder(ALL);
            for (int row = 0; row < rows; row++) {
                byte[] text = new byte[random.nextInt(5)];
                random.nextBytes(text);
                builder.appendRow(
                        row % 3 == 1 ? -2 : 1,
                        row % 4 == 1 ? null : random.nextLong(),
                        row % 5 == 1 ? null : row % 7 == 0 ? Double.valueOf(-0.0) : Double.valueOf(random.nextDouble()),
                        row % 6 == 1 ? null : new Int128(random.nextLong(), random.nextLong()),
                        row % 7 == 1 ? null : text);
            }
            assertSame(builder.build());
        }
    }

    @Test
    void insertionsStayWithoutWeightsAndColumnsWithoutNulls() throws IOException {
        BatchBuilder builder = new BatchBuilder(ALL);
        builder.appendRow(1, 1L, Double.NaN, new Int128(-1, 3), new byte[] {1, 2});
        RowBatch back = assertSame(builder.build());
        assertNull(back.weights());
        back.columns().forEach(column -> assertNull(column.nulls()));
    }

    @Test
    void chosenRowsThatShareTheirBytesComeBack() throws IOException {
        BatchBuilder builder = new BatchBuilder(ALL);
        for (long row = 0; row < 10; row++) {
            builder.appendRow(
                    row + 1, row, null, null, ("text " + row).getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        assertSame(builder.build().gather(new int[] {9, 3, 3, 0}, 4));
    }

    @Test
    void aFileThatWasCutOffIsNoticed() throws IOException {
        BatchBuilder builder = new BatchBuilder(ALL);
        builder.appendRow(1, 1L, 1.0, new Int128(0, 3), new byte[] {1, 2});
        byte[] bytes = bytes(builder.build());
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThrows(EOFException.class, () -> BatchBytes.read(ALL, new ByteArrayInputStream(cut)));
        }
    }

    private static RowBatch assertSame(RowBatch batch) throws IOException {
        RowBatch back = BatchBytes.read(batch.schema(), new ByteArrayInputStream(bytes(batch)));
        assertEquals(batch.size(), back.size());
        for (int row = 0; row < batch.size(); row++) {
            assertEquals(batch.weight(row), back.weight(row));
            for (int column = 0; column < batch.columns().size(); column++) {
                Object expected = batch.column(column).value(row);
                Object actual = back.column(column).value(row);
                if (expected instanceof byte[] bytes) {
                    assertArrayEquals(bytes, (byte[]) actual);
                } else {
                    assertEquals(expected, actual);
                }
            }
        }
        return back;
    }

    private static byte[] bytes(RowBatch batch) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BatchBytes.write(batch, out);
        return out.toByteArray();
    }
}

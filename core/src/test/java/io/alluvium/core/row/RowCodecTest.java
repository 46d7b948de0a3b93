package io.alluvium.core.row;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.type.ColumnKind;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowCodecTest {
    private static final RowCodec EACH_KIND =
            new RowCodec(ColumnKind.LONG, ColumnKind.DOUBLE, ColumnKind.INT128, ColumnKind.BYTES, ColumnKind.BYTES);

    /** Version 1 of the format: these bytes are in snapshots. */
    @Test
    void writesTheDocumentedBytes() {
        byte[] row = EACH_KIND.encodeValues(-2L, 1.5, new Int128(1, 2), utf8("ab"), utf8("c"));
        assertEquals(
                "00" + "feffffffffffffff"
                        + "000000000000f83f"
                        + "02000000000000000100000000000000"
                        + "31000000" + "02000000"
                        + "33000000" + "01000000"
                        + "6162" + "63",
                HexFormat.of().formatHex(row));
    }

    @Test
    void marksNullsByBitAndLeavesTheirSlotsZero() {
        byte[] row = new RowCodec(ColumnKind.LONG, ColumnKind.BYTES).encodeValues(null, null);
        assertEquals("03" + "00".repeat(16), HexFormat.of().formatHex(row));
    }

    @Test
    void readsBackEveryKind() {
        @Nullable
        Object[][] rows = {
            {0L, 0.0, Int128.of(0), utf8(""), utf8("x")},
            {Long.MIN_VALUE, Double.MIN_VALUE, new Int128(Long.MIN_VALUE, 0), utf8("订单"), new byte[] {0, -1}},
            {Long.MAX_VALUE, Double.NEGATIVE_INFINITY, new Int128(Long.MAX_VALUE, -1), new byte[5000], utf8("")},
            {null, null, null, null, null},
            {1L, null, Int128.of(-1), null, utf8("last")},
        };
        for (@Nullable Object[] row : rows) {
            byte[] bytes = EACH_KIND.encodeValues(row);
            for (int column = 0; column < row.length; column++) {
                assertValue(row[column], EACH_KIND.value(bytes, 0, column));
                assertEquals(row[column] == null, EACH_KIND.isNull(bytes, 0, column));
            }
        }
    }

    @Test
    void rowsAreEqualExactlyWhenTheirBytesAre() {
        RowCodec codec = new RowCodec(ColumnKind.DOUBLE);
        assertArrayEquals(codec.encodeValues(0.0), codec.encodeValues(-0.0));
        double otherNan = Double.longBitsToDouble(0xFFF8000000000123L);
        assertTrue(Double.isNaN(otherNan));
        assertArrayEquals(codec.encodeValues(Double.NaN), codec.encodeValues(otherNan));
        assertFalse(Arrays.equals(codec.encodeValues(0.0), codec.encodeValues((Object) null)));
        assertFalse(Arrays.equals(codec.encodeValues(1.0), codec.encodeValues(-1.0)));
        RowCodec texts = new RowCodec(ColumnKind.BYTES, ColumnKind.BYTES);
        assertFalse(
                Arrays.equals(texts.encodeValues(utf8("ab"), utf8("c")), texts.encodeValues(utf8("a"), utf8("bc"))));
        assertFalse(Arrays.equals(texts.encodeValues(utf8(""), null), texts.encodeValues(null, utf8(""))));
    }

    /** What lies in the arrays at NULL rows must not reach the bytes. */
    @Test
    void valuesBehindNullsDoNotMatter() {
        Column dirty = new LongColumn(new long[] {77}, new boolean[] {true});
        Column dirtyText = new BytesColumn(utf8("rest"), new int[] {1}, new int[] {3}, new boolean[] {true});
        RowCodec codec = new RowCodec(ColumnKind.LONG, ColumnKind.BYTES);
        Column[] columns = {dirty, dirtyText};
        assertEquals(codec.fixedSize(), codec.encodedSize(columns, 0));
        assertArrayEquals(codec.encodeValues(null, null), codec.encode(columns, 0));
    }

    @Test
    void readsAndWritesAtAnyOffset() {
        byte[] alone = EACH_KIND.encodeValues(7L, -3.25, Int128.of(9), utf8("left"), utf8("right"));
        for (int offset : new int[] {1, 3, 8, 13}) {
            Column[] columns = columnsOf(EACH_KIND, 7L, -3.25, Int128.of(9), utf8("left"), utf8("right"));
            byte[] target = new byte[offset + alone.length + 2];
            Arrays.fill(target, (byte) 0x5A);
            int behind = EACH_KIND.encode(columns, 0, target, offset);
            assertEquals(offset + alone.length, behind);
            assertArrayEquals(alone, Arrays.copyOfRange(target, offset, behind));
            assertEquals(0x5A, target[offset - 1]);
            assertEquals(0x5A, target[behind]);
            assertEquals(alone.length, EACH_KIND.sizeAt(target, offset));
            assertEquals(7, EACH_KIND.longAt(target, offset, 0));
            assertEquals(-3.25, EACH_KIND.doubleAt(target, offset, 1));
            assertEquals(0, EACH_KIND.int128HighAt(target, offset, 2));
            assertEquals(9, EACH_KIND.int128LowAt(target, offset, 2));
            int start = EACH_KIND.bytesStart(target, offset, 4);
            int length = EACH_KIND.bytesLength(target, offset, 4);
            assertEquals("right", new String(target, start, length, StandardCharsets.UTF_8));
            assertValue(utf8("left"), EACH_KIND.value(target, offset, 3));
        }
    }

    @Test
    void sizesAreTheBytesWritten() {
        assertEquals(1 + 8 + 8 + 16 + 8 + 8, EACH_KIND.fixedSize());
        assertEquals(0, new RowCodec().fixedSize());
        assertEquals(1 + 8 * 8, longs(8).fixedSize());
        assertEquals(2 + 9 * 8, longs(9).fixedSize());
        Column[] columns = columnsOf(EACH_KIND, 1L, null, null, utf8("abc"), null);
        assertEquals(EACH_KIND.fixedSize() + 3, EACH_KIND.encodedSize(columns, 0));
        assertEquals(EACH_KIND.fixedSize() + 3, EACH_KIND.encode(columns, 0).length);
    }

    @Test
    void holdsAThousandColumnsWithNullsBetween() {
        Random random = new Random(20240611);
        ColumnKind[] kinds = new ColumnKind[1000];
        @Nullable Object[] values = new Object[1000];
        for (int i = 0; i < kinds.length; i++) {
            kinds[i] = ColumnKind.values()[random.nextInt(4)];
            values[i] = random.nextInt(3) == 0 ? null : randomValue(kinds[i], random);
        }
        RowCodec codec = new RowCodec(kinds);
        byte[] bytes = codec.encodeValues(values);
        assertEquals(bytes.length, codec.sizeAt(bytes, 0));
        for (int i = 0; i < kinds.length; i++) {
            assertValue(values[i], codec.value(bytes, 0, i));
        }
    }

    @Test
    void appendsRowsToABatchBehindOtherColumns() {
        Schema schema = Schema.of(
                new Field("before", DataType.bigint()),
                new Field("id", DataType.bigint()),
                new Field("rate", DataType.doubles()),
                new Field("total", DataType.decimal(38, 2)),
                new Field("name", DataType.string()));
        RowCodec codec = RowCodec.of(schema, new int[] {1, 2, 3, 4});
        assertEquals(4, codec.columns());
        assertEquals(ColumnKind.INT128, codec.kind(2));
        BatchBuilder builder = new BatchBuilder(schema);
        byte[] full = codec.encodeValues(5L, 0.5, Int128.of(-7), utf8("ann"));
        byte[] empty = codec.encodeValues(null, null, null, null);
        byte[] shifted = new byte[full.length + 6];
        System.arraycopy(full, 0, shifted, 6, full.length);
        builder.column(0).appendLong(1);
        codec.appendRow(shifted, 6, builder, 1);
        builder.endRow(1);
        builder.column(0).appendLong(2);
        codec.appendRow(empty, 0, builder, 1);
        builder.endRow(1);
        RowBatch batch = builder.build();
        assertEquals(5L, batch.column(1).value(0));
        assertEquals(0.5, batch.column(2).value(0));
        assertEquals(Int128.of(-7), batch.column(3).value(0));
        assertArrayEquals(utf8("ann"), batch.bytes(4).value(0));
        for (int column = 1; column < 5; column++) {
            assertNull(batch.column(column).value(1));
        }
    }

    private static RowCodec longs(int columns) {
        ColumnKind[] kinds = new ColumnKind[columns];
        Arrays.fill(kinds, ColumnKind.LONG);
        return new RowCodec(kinds);
    }

    private static Column[] columnsOf(RowCodec codec, @Nullable Object... values) {
        Column[] columns = new Column[values.length];
        for (int i = 0; i < values.length; i++) {
            ColumnBuilder builder = new ColumnBuilder(codec.kind(i));
            builder.append(values[i]);
            columns[i] = builder.build();
        }
        return columns;
    }

    private static Object randomValue(ColumnKind kind, Random random) {
        return switch (kind) {
            case LONG -> random.nextLong();
            case DOUBLE -> random.nextDouble();
            case INT128 -> new Int128(random.nextLong(), random.nextLong());
            case BYTES -> {
                byte[] bytes = new byte[random.nextInt(20)];
                random.nextBytes(bytes);
                yield bytes;
            }
        };
    }

    private static void assertValue(@Nullable Object expected, @Nullable Object actual) {
        if (expected instanceof byte[] bytes) {
            assertArrayEquals(bytes, (byte[]) actual);
        } else {
            assertEquals(expected, actual);
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

package io.alluvium.core.row;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.alluvium.core.type.ColumnKind;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NestedValuesTest {
    private static final DataType.MapOf TEXT_TO_TEXT =
            (DataType.MapOf) DataType.map(DataType.string(), DataType.string());

    /** Version 1 of the format: these bytes are in snapshots. */
    @Test
    void writesTheDocumentedBytes() {
        assertEquals("00000000", hex(NestedValues.array(ColumnKind.LONG, List.of())));
        assertEquals(
                "02000000" + "02" + "0500000000000000" + "0000000000000000",
                hex(NestedValues.array(ColumnKind.LONG, Arrays.asList(5L, null))));
        assertEquals(
                "0e000000" + ("01000000" + "00" + "0900000001000000" + "6b") + ("01000000" + "01" + "00".repeat(8)),
                hex(NestedValues.map(TEXT_TO_TEXT, Collections.singletonMap(utf8("k"), null))));
    }

    @Test
    void readsBackArraysOfEachKind() {
        assertElements(ColumnKind.LONG, Arrays.asList(1L, null, Long.MIN_VALUE));
        assertElements(ColumnKind.DOUBLE, Arrays.asList(0.5, null, Double.NaN));
        assertElements(ColumnKind.INT128, Arrays.asList(new Int128(3, -1), null));
        assertElements(ColumnKind.BYTES, Arrays.asList(utf8("a"), null, utf8(""), utf8("订单")));
        assertElements(ColumnKind.BYTES, List.of());
    }

    @Test
    void readsBackArraysAroundAndBeyondTheReadyCodecs() {
        for (int size : new int[] {63, 64, 65, 66, 1000}) {
            List<@Nullable Object> longs = new ArrayList<>();
            List<@Nullable Object> texts = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                longs.add(i % 7 == 3 ? null : (long) i * i);
                texts.add(i % 5 == 2 ? null : utf8("element " + i));
            }
            assertElements(ColumnKind.LONG, longs);
            assertElements(ColumnKind.BYTES, texts);
        }
        assertSame(NestedValues.codec(ColumnKind.BYTES, 64), NestedValues.codec(ColumnKind.BYTES, 64));
        assertEquals(65, NestedValues.codec(ColumnKind.INT128, 65).columns());
        assertEquals(
                ColumnKind.INT128, NestedValues.codec(ColumnKind.INT128, 65).kind(64));
    }

    @Test
    void sortsMapsByTheBytesOfTheirKeys() {
        Map<Object, @Nullable Object> written = new LinkedHashMap<>();
        for (String key : List.of("z", "", "b", "订", "ab", "a")) {
            written.put(utf8(key), utf8(key + "!"));
        }
        byte[] map = NestedValues.map(TEXT_TO_TEXT, written);
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            String key = text(NestedValues.mapKey(TEXT_TO_TEXT, map, 0, i));
            keys.add(key);
            assertEquals(key + "!", text(NestedValues.mapValue(TEXT_TO_TEXT, map, 0, i)));
        }
        assertEquals(List.of("", "a", "ab", "b", "z", "订"), keys);
    }

    @Test
    void mapsAreEqualWhateverTheOrderTheyWereMadeIn() {
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            keys.add("key" + i);
        }
        byte[] first = mapOf(keys);
        Collections.shuffle(keys, new Random(7));
        assertArrayEquals(first, mapOf(keys));
        DataType.MapOf numbers = (DataType.MapOf) DataType.map(DataType.bigint(), DataType.bigint());
        byte[] descending = NestedValues.map(numbers, new TreeMap<>(Map.of(-1L, 1L, 300L, 2L, 5L, 3L)).descendingMap());
        assertArrayEquals(NestedValues.map(numbers, new TreeMap<>(Map.of(-1L, 1L, 300L, 2L, 5L, 3L))), descending);
    }

    @Test
    void theLaterOfTwoEqualKeysWins() {
        Map<Object, @Nullable Object> written = new LinkedHashMap<>();
        written.put(utf8("k"), utf8("old"));
        written.put(utf8("k"), utf8("new"));
        byte[] map = NestedValues.map(TEXT_TO_TEXT, written);
        assertEquals(1, NestedValues.arraySize(map, NestedValues.mapKeys(0)));
        assertEquals("new", text(NestedValues.mapValue(TEXT_TO_TEXT, map, 0, 0)));
    }

    @Test
    void findsEachKeyAndNoOther() {
        for (int size : new int[] {0, 1, 2, 3, 64, 65, 200}) {
            List<String> keys = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                keys.add("k" + i * 2);
            }
            byte[] map = mapOf(keys);
            byte[] shifted = new byte[map.length + 5];
            System.arraycopy(map, 0, shifted, 5, map.length);
            for (int i = 0; i < size; i++) {
                byte[] key = utf8("<k" + i * 2 + ">");
                int found = NestedValues.findKey(shifted, 5, key, 1, key.length - 2);
                assertEquals("k" + i * 2, text(NestedValues.mapKey(TEXT_TO_TEXT, shifted, 5, found)));
                byte[] absent = utf8("k" + (i * 2 + 1));
                assertEquals(-1, NestedValues.findKey(shifted, 5, absent, 0, absent.length));
            }
            assertEquals(-1, NestedValues.findKey(shifted, 5, new byte[0], 0, 0));
            assertEquals(-1, NestedValues.findKey(shifted, 5, utf8("zzz"), 0, 3));
        }
    }

    @Test
    void keepsNullsInMapsApartFromAbsentKeys() {
        Map<Object, @Nullable Object> written = new LinkedHashMap<>();
        written.put(utf8("set"), utf8("v"));
        written.put(utf8("null"), null);
        byte[] map = NestedValues.map(TEXT_TO_TEXT, written);
        int found = NestedValues.findKey(map, 0, utf8("null"), 0, 4);
        assertEquals(0, found);
        assertNull(NestedValues.mapValue(TEXT_TO_TEXT, map, 0, found));
        assertEquals(-1, NestedValues.findKey(map, 0, utf8("gone"), 0, 4));
    }

    /** ARRAY of ROWs that hold a MAP of ARRAYs. */
    @Test
    void nestsToAnyDepth() {
        DataType.MapOf lists = (DataType.MapOf) DataType.map(DataType.string(), DataType.array(DataType.bigint()));
        DataType.Row row = (DataType.Row) DataType.row(new Field("id", DataType.bigint()), new Field("lists", lists));
        RowCodec rowCodec = RowCodec.of(row);
        byte[] odd = NestedValues.array(ColumnKind.LONG, List.of(1L, 3L));
        byte[] map = NestedValues.map(lists, Map.of(utf8("odd"), odd));
        byte[] array = NestedValues.array(
                ColumnKind.BYTES,
                Arrays.asList(rowCodec.encodeValues(10L, map), null, rowCodec.encodeValues(11L, null)));

        assertEquals(3, NestedValues.arraySize(array, 0));
        assertNull(NestedValues.element(ColumnKind.BYTES, array, 0, 1));
        byte[] first = bytes(NestedValues.element(ColumnKind.BYTES, array, 0, 0));
        assertEquals(10L, rowCodec.value(first, 0, 0));
        // in place, without a copy
        int rowStart = NestedValues.codec(ColumnKind.BYTES, 3).bytesStart(array, 4, 0);
        int mapStart = rowCodec.bytesStart(array, rowStart, 1);
        int found = NestedValues.findKey(array, mapStart, utf8("odd"), 0, 3);
        assertArrayEquals(odd, bytes(NestedValues.mapValue(lists, array, mapStart, found)));
        assertEquals(3L, NestedValues.element(ColumnKind.LONG, odd, 0, 1));
        byte[] last = bytes(NestedValues.element(ColumnKind.BYTES, array, 0, 2));
        assertNull(rowCodec.value(last, 0, 1));
    }

    @Test
    void doublesInsideAreCanonical() {
        assertArrayEquals(
                NestedValues.array(ColumnKind.DOUBLE, List.of(0.0)),
                NestedValues.array(ColumnKind.DOUBLE, List.of(-0.0)));
    }

    private static byte[] mapOf(List<String> keys) {
        Map<Object, @Nullable Object> entries = new LinkedHashMap<>();
        keys.forEach(key -> entries.put(utf8(key), utf8("value of " + key)));
        return NestedValues.map(TEXT_TO_TEXT, entries);
    }

    private static void assertElements(ColumnKind kind, List<? extends @Nullable Object> elements) {
        byte[] array = NestedValues.array(kind, elements);
        byte[] shifted = new byte[array.length + 3];
        System.arraycopy(array, 0, shifted, 3, array.length);
        assertEquals(elements.size(), NestedValues.arraySize(shifted, 3));
        for (int i = 0; i < elements.size(); i++) {
            Object expected = elements.get(i);
            Object actual = NestedValues.element(kind, shifted, 3, i);
            if (expected instanceof byte[] expectedBytes) {
                assertArrayEquals(expectedBytes, bytes(actual));
            } else {
                assertEquals(expected, actual);
            }
        }
    }

    private static byte[] bytes(@Nullable Object value) {
        assertNotNull(value);
        return (byte[]) Objects.requireNonNull(value);
    }

    private static String text(@Nullable Object value) {
        return new String(bytes(value), StandardCharsets.UTF_8);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

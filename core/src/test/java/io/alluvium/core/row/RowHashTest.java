package io.alluvium.core.row;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.type.ColumnKind;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The values here are frozen: snapshots are filed by them. A change of one is a change of the snapshot format, never a repair of
 * this test.
 */
class RowHashTest {

    @Test
    void numbersHaveFrozenHashes() {
        assertArrayEquals(
                new long[] {
                    0xb800bd6c02472607L,
                    0xd6031e7d6c60d1a4L,
                    0xfbe71a26e8e39141L,
                    0x4e024630292b97bbL,
                    0x736fba5ed768ed90L,
                    0xb40e0308d17c5591L,
                    0x1186d528dfd999c1L
                },
                hashes(DataType.bigint(), 0L, 1L, -1L, 42L, Long.MIN_VALUE, Long.MAX_VALUE, null));
        assertArrayEquals(
                new long[] {
                    0xb800bd6c02472607L,
                    0xafcf1eaf9bb4827fL,
                    0xf456efb3d4b1ede1L,
                    0xd6031e7d6c60d1a4L,
                    0xfbd84e1564daad78L,
                    0xcf1040e9294fd1d1L,
                    0x1186d528dfd999c1L
                },
                hashes(
                        DataType.doubles(),
                        0.0,
                        1.0,
                        -1.5,
                        Double.MIN_VALUE,
                        Double.POSITIVE_INFINITY,
                        Double.NaN,
                        null));
        assertArrayEquals(
                new long[] {
                    0xb800bd6c02472607L,
                    0xa814714d18965048L,
                    0xaa2ab9feff7959c7L,
                    0x42eee48b0a39868dL,
                    0x8243eb1a4ed805b4L,
                    0xb1a06528e5d0207dL,
                    0x1186d528dfd999c1L
                },
                hashes(
                        DataType.decimal(38, 0),
                        Int128.of(0),
                        new Int128(0, -1),
                        new Int128(1, 0),
                        new Int128(-2, 5),
                        new Int128(Long.MIN_VALUE, 0),
                        new Int128(Long.MAX_VALUE, -1),
                        null));
    }

    @Test
    void textOfEachLengthHasItsFrozenHash() {
        List<Object> prefixes = new ArrayList<>();
        for (int length = 0; length <= 17; length++) {
            prefixes.add("abcdefghijklmnopq".substring(0, length).getBytes(StandardCharsets.UTF_8));
        }
        prefixes.add("订单".getBytes(StandardCharsets.UTF_8));
        prefixes.add(new byte[] {-1, -128, 127, 0, 0});
        assertArrayEquals(
                new long[] {
                    0xb800bd6c02472607L,
                    0xff26b06c52f9b095L,
                    0x147eb0509f1cdcb0L,
                    0xccbfe3d3ad5c3bf4L,
                    0x91611157378075bcL,
                    0x00ccd3ba43c7b197L,
                    0x88d890bd2785b499L,
                    0xd25fb24043555b53L,
                    0x86b843ea8b72de63L,
                    0x7435a7e2e782e7dbL,
                    0x0c4228290dd226adL,
                    0x63113893ba3b3342L,
                    0x6a7dea63e5364422L,
                    0x3785fe8e2951d133L,
                    0x1978e9de556d9b32L,
                    0x8ded23818d78ad9aL,
                    0xd1ec64a68412ffdaL,
                    0x95184ee8015fb7bbL,
                    0x351979e1ff028a70L,
                    0x14ee75e0836c9da9L
                },
                hashes(DataType.string(), prefixes.toArray()));
    }

    @Test
    void severalKeysHaveFrozenHashesThatDependOnTheirOrder() {
        Schema schema = Schema.of(new Field("a", DataType.bigint()), new Field("b", DataType.string()));
        BatchBuilder builder = new BatchBuilder(schema);
        builder.appendRow(1, 7L, "x".getBytes(StandardCharsets.UTF_8));
        builder.appendRow(1, null, "x".getBytes(StandardCharsets.UTF_8));
        builder.appendRow(1, 7L, null);
        RowBatch batch = builder.build();
        long[] forward = new long[3];
        RowHash.hash(batch, new int[] {0, 1}, forward);
        assertArrayEquals(new long[] {0x6e882392ec6bbccdL, 0x2c2b2cd2ebbd539dL, 0xe8eb7663cdea48ffL}, forward);
        long[] backward = new long[3];
        RowHash.hash(batch, new int[] {1, 0}, backward);
        for (int row = 0; row < 3; row++) {
            assertNotEquals(forward[row], backward[row]);
        }
        long[] none = {1, 2, 3, 4};
        RowHash.hash(batch, new int[0], none);
        assertArrayEquals(new long[] {RowHash.emptyKey(), RowHash.emptyKey(), RowHash.emptyKey(), 4}, none);
        assertEquals(0x2545F4914F6CDD1DL, RowHash.emptyKey());
    }

    @Test
    void equalValuesHashAlike() {
        long[] doubles =
                hashes(DataType.doubles(), 0.0, -0.0, Double.NaN, Double.longBitsToDouble(0xFFF8000000000123L));
        assertEquals(doubles[0], doubles[1]);
        assertEquals(doubles[2], doubles[3]);
        long[] narrow = hashes(DataType.decimal(18, 2), -5L, 123_456_789L, null);
        long[] wide = hashes(DataType.decimal(38, 2), Int128.of(-5), Int128.of(123_456_789), null);
        assertArrayEquals(narrow, wide);
    }

    /** Where the bytes lie in their array, and what stands around them, must not matter. */
    @Test
    void positionOfTheBytesDoesNotMatter() {
        byte[] text = "abcdefghijklmnopq".getBytes(StandardCharsets.UTF_8);
        for (int length = 0; length <= text.length; length++) {
            long alone = RowHash.hashBytes(Arrays.copyOf(text, length), 0, length);
            for (int start = 1; start < 9; start++) {
                byte[] inside = new byte[40];
                Arrays.fill(inside, (byte) 0x77);
                System.arraycopy(text, 0, inside, start, length);
                assertEquals(alone, RowHash.hashBytes(inside, start, length));
            }
        }
    }

    @Test
    void trailingZeroBytesAreTold() {
        long[] hashes =
                hashes(DataType.bytes(), new byte[0], new byte[1], new byte[7], new byte[8], new byte[9], new byte[16]);
        assertEquals(hashes.length, Arrays.stream(hashes).distinct().count());
    }

    @Test
    void valuesBehindNullsDoNotMatter() {
        Schema schema = Schema.of(new Field("a", DataType.bigint()), new Field("b", DataType.string()));
        Column numbers = new LongColumn(new long[] {1, 2}, new boolean[] {true, true});
        Column texts = new BytesColumn(new byte[8], new int[] {0, 3}, new int[] {2, 4}, new boolean[] {true, true});
        long[] hashes = new long[2];
        RowHash.hash(new RowBatch(schema, List.of(numbers, texts), 2, null), new int[] {0, 1}, hashes);
        assertEquals(hashes[0], hashes[1]);
    }

    @Test
    void keyGroupsAreTheUpperSevenBits() {
        assertEquals(0, RowHash.keyGroup(0));
        assertEquals(127, RowHash.keyGroup(-1));
        assertEquals(64, RowHash.keyGroup(Long.MIN_VALUE));
        assertEquals(18, RowHash.keyGroup(RowHash.emptyKey()));
    }

    @Test
    void keysSpreadOverAllKeyGroups() {
        int[] counts = new int[RowHash.KEY_GROUPS];
        @Nullable Object[] numbers = new Object[128_000];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = (long) i;
        }
        for (long hash : hashes(DataType.bigint(), numbers)) {
            counts[RowHash.keyGroup(hash)]++;
        }
        for (int count : counts) {
            assertTrue(count > 850 && count < 1150, "1000 expected in each group, was " + Arrays.toString(counts));
        }
    }

    @Test
    void eachWorkerOwnsOneRangeOfKeyGroups() {
        for (int parallelism = 1; parallelism <= RowHash.KEY_GROUPS; parallelism++) {
            int[] owned = new int[parallelism];
            int before = 0;
            for (int group = 0; group < RowHash.KEY_GROUPS; group++) {
                int worker = RowHash.workerOf(group, parallelism);
                assertTrue(worker == before || worker == before + 1, "ranges are contiguous");
                before = worker;
                owned[worker]++;
            }
            assertEquals(0, RowHash.workerOf(0, parallelism));
            assertEquals(parallelism - 1, before, "the last worker owns the last group");
            int least = Arrays.stream(owned).min().orElseThrow();
            int most = Arrays.stream(owned).max().orElseThrow();
            assertTrue(least > 0 && most - least <= 1, "balanced, was " + Arrays.toString(owned));
        }
    }

    private static long[] hashes(DataType type, @Nullable Object... values) {
        BatchBuilder builder = new BatchBuilder(Schema.of(new Field("key", type)));
        for (Object value : values) {
            builder.appendRow(1, value);
        }
        assertTrue(type.kind() == ColumnKind.BYTES || values.length > 0);
        long[] hashes = new long[values.length];
        RowHash.hash(builder.build(), new int[] {0}, hashes);
        return hashes;
    }
}

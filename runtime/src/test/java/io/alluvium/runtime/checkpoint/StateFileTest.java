package io.alluvium.runtime.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.RowHash;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** State files: what is written comes back, any damage is noticed, and a merge means the same as the files it replaces. */
class StateFileTest {
    private final WrittenFiles written = new WrittenFiles();

    @Test
    void entriesComeBackByOperatorStateAndKeyGroupInOrder() {
        StateFileWriter writer = written.writer();
        writer.operator("a").put("s", 5, bytes("k"), bytes("1"));
        writer.operator("b").put("s", 5, bytes("other"), bytes("9"));
        writer.operator("a").put("t", 5, bytes("k"), bytes(""));
        writer.operator("a").remove("s", 5, bytes("k"));
        writer.operator("a").put("s", 7, bytes("seven"), bytes("7"));
        StateFile file = StateFile.parse("x", written.of(writer).get(0));
        assertEquals(List.of("k=1", "k=null"), entries(file, "a", "s", 0, 6));
        assertEquals(List.of("seven=7"), entries(file, "a", "s", 6, 128));
        assertEquals(List.of("k="), entries(file, "a", "t", 0, 128));
        assertEquals(List.of(), written.of(writer), "the writer is empty afterwards");
    }

    /** 200 MB of entries over all key groups, and of one, pass through a buffer of 1 MB. */
    @ParameterizedTest
    @ValueSource(ints = {1, RowHash.KEY_GROUPS})
    void aLargeCheckpointNeedsNoMemoryOfItsSize(int groups) {
        long fileBytes = 1 << 20;
        long[] seen = new long[3];
        StateFileWriter.Target counting = file -> {
            seen[0]++;
            seen[1] += file.bytes();
            seen[2] = Math.max(seen[2], file.bytes());
        };
        StateFileWriter writer = new StateFileWriter(fileBytes, counting);
        byte[] value = new byte[10_000];
        long most = 0;
        for (int i = 0; i < 20_000; i++) {
            writer.operator("op").put("s", i % groups, bytes("key" + i), value);
            if (i % 100 == 0) {
                most = Math.max(most, writer.heldBytes());
            }
        }
        writer.finish(counting);
        assertTrue(seen[1] > 200_000_000, seen[1] + " bytes were written");
        assertTrue(seen[0] >= 180 && seen[2] < fileBytes + 30_000, seen[0] + " files, the largest of " + seen[2]);
        assertTrue(most < 4 * fileBytes, "held " + most);
    }

    @Test
    void entriesOfAKeyGroupKeepTheirOrderAcrossFiles() {
        StateFileWriter writer = new StateFileWriter(30, written);
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            writer.operator("op" + i % 2).put("s", 3, bytes("k" + i % 5), bytes("v" + i));
            if (i % 2 == 1) {
                expected.add("k" + i % 5 + "=v" + i);
            }
        }
        List<String> found = new ArrayList<>();
        List<byte[]> contents = written.of(writer);
        for (byte[] content : contents) {
            found.addAll(entries(StateFile.parse("x", content), "op1", "s", 0, 128));
        }
        assertEquals(expected, found);
        assertTrue(contents.size() > 5, contents.size() + " files");
    }

    @Test
    void everyDamagedByteAndEveryCutIsNoticed() {
        StateFileWriter writer = written.writer();
        for (int i = 0; i < 20; i++) {
            writer.operator("op" + i % 3).put("state", i, bytes("key" + i), bytes("value" + i));
        }
        byte[] good = written.of(writer).get(0);
        for (int i = 0; i < good.length; i++) {
            byte[] bad = good.clone();
            bad[i] ^= 0x10;
            AlluviumException failure =
                    assertThrows(AlluviumException.class, () -> StateFile.parse("x", bad), "byte " + i);
            assertTrue(
                    failure.code() == ErrorCode.STATE_CORRUPT || failure.code() == ErrorCode.STATE_VERSION,
                    failure.getMessage());
            int length = i;
            byte[] cut = java.util.Arrays.copyOf(good, length);
            assertThrows(AlluviumException.class, () -> StateFile.parse("x", cut), "cut at " + i);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void aMergeMeansTheSameAsItsFiles(long seed) {
        Random random = new Random(seed);
        Map<String, String> expected = new TreeMap<>();
        List<StateFile> files = new ArrayList<>();
        for (int number = 0; number < 8; number++) {
            StateFileWriter writer = written.writer();
            writer.operator("op").put("$transient", 0, bytes("x"), bytes("y"));
            for (int i = 0; i < 50; i++) {
                String key = "key" + random.nextInt(40);
                int group = Math.floorMod(key.hashCode(), RowHash.KEY_GROUPS);
                if (random.nextInt(3) == 0) {
                    writer.operator("op").remove("state", group, bytes(key));
                    expected.remove(key);
                } else {
                    String value = "value" + random.nextInt(1000);
                    writer.operator("op").put("state", group, bytes(key), bytes(value));
                    expected.put(key, value);
                }
            }
            files.add(StateFile.parse("f" + number, written.of(writer).get(0)));
        }
        List<String> merged = new ArrayList<>();
        StateFileWriter bases = new StateFileWriter(200, written);
        assertTrue(StateMerge.merge(files, bases, () -> true));
        for (byte[] content : written.of(bases)) {
            StateFile base = StateFile.parse("base", content);
            merged.addAll(entries(base, "op", "state", 0, RowHash.KEY_GROUPS));
            assertEquals(List.of(), entries(base, "op", "$transient", 0, RowHash.KEY_GROUPS));
        }
        assertEquals(
                expected.entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .sorted()
                        .toList(),
                merged.stream().sorted().toList());
    }

    private static List<String> entries(StateFile file, String operator, String state, int from, int to) {
        List<String> entries = new ArrayList<>();
        file.read(
                operator,
                state,
                from,
                to,
                (group, key, keyStart, keyLength, value, start, length) ->
                        entries.add(new String(key, keyStart, keyLength, StandardCharsets.UTF_8) + "="
                                + (value == null ? null : new String(value, start, length, StandardCharsets.UTF_8))));
        return entries;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

package io.alluvium.benchmarks.nexmark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EventStreamTest {
    private final EventStream stream = new EventStream(20_000, 42, 250);

    /** The hashes are those of the files that the generator of the engines measured beside ours writes. */
    @Test
    void aSmallStreamIsTheSameByteForByte() throws Exception {
        assertEquals(
                "ab0f0134570fa7f5a2fdfd2345085b737213d179cc61932908763478443d72f7",
                hash(new EventStream(10_000, 42, 250)));
    }

    @Test
    void aLargerStreamAtABenchmarkRateIsTheSameByteForByte() throws Exception {
        assertEquals(
                "760d0dd92625ba4c8c25f7009a50a493b87c92539e2f6775eb48bc62f7f382d1",
                hash(new EventStream(200_000, 42, 100_000)));
    }

    @ParameterizedTest
    @EnumSource
    void anySplitOfTheNumbersGivesTheSameEvents(EventKind kind) {
        List<String> whole = rows(stream.cursor(kind, -1, 0, 1), 1000);
        for (int parts : new int[] {2, 3, 7, 50, 60}) {
            List<String> split = IntStream.range(0, parts)
                    .boxed()
                    .flatMap(part -> rows(stream.cursor(kind, -1, part, parts), 64).stream())
                    .sorted()
                    .toList();
            assertEquals(whole.stream().sorted().toList(), split, parts + " parts");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aColumnIsTheSameWhateverElseIsAskedFor(EventKind kind) {
        EventBlock all = block(stream.cursor(kind, -1, 0, 1), 500);
        int width = kind.schema().size();
        for (int columns = 0; columns < 1 << width; columns++) {
            EventBlock some = block(stream.cursor(kind, columns, 0, 1), 50);
            for (int column = 0; column < width; column++) {
                if (!some.has(column)) {
                    assertEquals(0, some.longs(column).length + some.starts(column).length);
                    continue;
                }
                for (int row = 0; row < some.size(); row++) {
                    assertEquals(
                            value(all, column, row),
                            value(some, column, row),
                            "column " + column + ", columns asked for " + columns);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCursorContinuesAtAPosition(EventKind kind) {
        List<String> whole = rows(stream.cursor(kind, -1, 1, 3), 64);
        EventCursor first = stream.cursor(kind, -1, 1, 3);
        List<String> read = new ArrayList<>();
        EventBlock block = first.block(17);
        first.next(block);
        append(block, read);
        EventCursor second = stream.cursor(kind, -1, 1, 3);
        second.seek(first.position());
        read.addAll(rows(second, 64));
        assertEquals(whole, read);
    }

    @Test
    void timesFollowFromTheNumberAtAnyRate() {
        for (long rate : new long[] {1, 7, 250, 999, 100_000, 12_345_678}) {
            EventStream timed = new EventStream(5_000, 42, rate);
            EventBlock block = block(timed.cursor(EventKind.BID, 1 << BidColumns.TIME, 1, 3), 5_000);
            for (int row = 0; row < block.size(); row++) {
                assertEquals(
                        timed.timeMillis(block.numbers()[row]) * 1000,
                        block.longs(BidColumns.TIME)[row],
                        "rate " + rate + ", row " + row);
            }
        }
    }

    @Test
    void theEndIsAnEmptyBlockAndStaysSo() {
        EventCursor cursor = new EventStream(3, 42, 250).cursor(EventKind.BID, -1, 0, 1);
        EventBlock block = cursor.block(8);
        assertEquals(0, cursor.next(block));
        assertEquals(3, cursor.position());
        assertEquals(0, cursor.next(block));
    }

    @Test
    void impossibleStreamsAndSharesAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new EventStream(-1, 42, 250));
        assertThrows(IllegalArgumentException.class, () -> new EventStream(1, 42, 0));
        assertThrows(IllegalArgumentException.class, () -> stream.cursor(EventKind.BID, -1, 2, 2));
    }

    @Test
    void anotherSeedGivesOtherEvents() throws Exception {
        assertFalse(hash(new EventStream(100, 42, 250)).equals(hash(new EventStream(100, 43, 250))));
        assertTrue(hash(new EventStream(100, 43, 250)).equals(hash(new EventStream(100, 43, 250))));
    }

    private static EventBlock block(EventCursor cursor, int capacity) {
        EventBlock block = cursor.block(capacity);
        cursor.next(block);
        return block;
    }

    private static List<String> rows(EventCursor cursor, int capacity) {
        List<String> rows = new ArrayList<>();
        EventBlock block = cursor.block(capacity);
        while (cursor.next(block) > 0) {
            append(block, rows);
        }
        return rows;
    }

    private static void append(EventBlock block, List<String> rows) {
        for (int row = 0; row < block.size(); row++) {
            StringBuilder text = new StringBuilder().append(block.numbers()[row]);
            for (int column = 0; column < block.kind().schema().size(); column++) {
                text.append('|').append(value(block, column, row));
            }
            rows.add(text.toString());
        }
    }

    private static String value(EventBlock block, int column, int row) {
        if (block.longs(column).length > 0) {
            return Long.toString(block.longs(column)[row]);
        }
        return new String(
                block.bytes(column), block.starts(column)[row], block.lengths(column)[row], StandardCharsets.US_ASCII);
    }

    private static String hash(EventStream stream) throws IOException, NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        new StreamFile(stream).write(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
        return HexFormat.of().formatHex(digest.digest());
    }
}

package io.alluvium.connector.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.connector.conformance.DeclarationChecks;
import io.alluvium.connector.conformance.Installed;
import io.alluvium.connector.conformance.RandomRows;
import io.alluvium.connector.conformance.RecordedContext;
import io.alluvium.connector.conformance.RowTexts;
import io.alluvium.connector.conformance.SinkChecks;
import io.alluvium.connector.conformance.SourceChecks;
import io.alluvium.connector.conformance.TestTable;
import io.alluvium.core.connector.ChangeBatch;
import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.RowTag;
import io.alluvium.core.connector.Sink;
import io.alluvium.core.connector.Source;
import io.alluvium.core.connector.SplitReader;
import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilesConnectorTest {
    private static final ConnectorFactory FILES = Installed.connector("filesystem");

    @TempDir
    Path folder;

    private long millis = 1_700_000_000_000L;

    @Test
    void theConnectorIsDeclared() {
        DeclarationChecks.connectors("filesystem");
    }

    @Test
    void changesAreWrittenWithTheirCommitAndReadBack() throws IOException {
        TestTable table = new TestTable(table("out").schema())
                .named("dwd.orders")
                .key("id")
                .in(folder)
                .with("path", "out")
                .with("format", "canal-json");
        assertTrue(FILES.traits(table.spec("filesystem"), new Installed()).changing());
        assertTrue(FILES.traits(table.spec("filesystem"), new Installed()).acceptsChanges());
        BatchBuilder builder = new BatchBuilder(table.schema());
        builder.appendRow(1, 1L, "a".getBytes(StandardCharsets.UTF_8));
        builder.appendRow(1, 1L, "b".getBytes(StandardCharsets.UTF_8));
        builder.appendRow(1, 2L, null);
        RowBatch rows = builder.build();
        Sink.Commit one = new Sink.Commit("j", 1_700_000_000_001L, 1);
        Sink.Commit two = new Sink.Commit("j", 1_700_000_000_002L, 1);
        try (Sink.Transactional sink = (Sink.Transactional) table.sink(FILES);
                Sink.Transactional.Writer writer = sink.writer(0, 1)) {
            writer.write(new ChangeBatch(rows, new int[] {-1, -1}, new int[] {0, 2}, 2));
            sink.commit(one, writer.prepare(one));
            writer.write(new ChangeBatch(rows, new int[] {0, 2}, new int[] {1, -1}, 2));
            sink.commit(two, writer.prepare(two));
        }
        SourceChecks.readsAndRestores(
                () -> table.source(FILES, "es", "type"),
                List.of(
                        "+ 1|a|1700000000001|INSERT",
                        "+ 2|NULL|1700000000001|INSERT",
                        "- 1|a|1700000000002|UPDATE",
                        "+ 1|b|1700000000002|UPDATE",
                        "- 2|NULL|1700000000002|DELETE"));
    }

    @Test
    void quotedTextOfCsvMayHoldLines() {
        TestTable table = new TestTable(RandomRows.everyTypeAndNested())
                .in(folder)
                .with("path", "out")
                .with("format", "csv")
                .with("csv.header", "true");
        RowBatch rows = new RandomRows(3).batch(table.schema(), 500, true);
        Sink.Commit commit = new Sink.Commit("j", 1, 1);
        try (Sink.Transactional sink = (Sink.Transactional) table.sink(FILES);
                Sink.Transactional.Writer writer = sink.writer(0, 1)) {
            writer.write(SinkChecks.inserts(rows));
            sink.commit(commit, writer.prepare(commit));
        }
        SourceChecks.readsAndRestores(() -> table.source(FILES), RowTexts.of(rows));
    }

    @Test
    void aRawTextWithALineBreakIsRefused() {
        TestTable table = TestTable.of(new Field("line", DataType.string()))
                .in(folder)
                .with("path", "out")
                .with("format", "raw");
        BatchBuilder builder = new BatchBuilder(table.schema());
        builder.appendRow(1, (Object) "two\nlines".getBytes(StandardCharsets.UTF_8));
        try (Sink.Transactional sink = (Sink.Transactional) table.sink(FILES);
                Sink.Transactional.Writer writer = sink.writer(0, 1)) {
            assertThrows(AlluviumException.class, () -> writer.write(SinkChecks.inserts(builder.build())));
        }
    }

    @Test
    void filesAreReadInNameOrderAndFromAnyPosition() throws IOException {
        List<String> expected = new ArrayList<>();
        for (int file = 0; file < 3; file++) {
            StringBuilder lines = new StringBuilder();
            for (int row = 0; row < 5000; row++) {
                lines.append("{\"id\":")
                        .append(row)
                        .append(",\"name\":\"f")
                        .append(file)
                        .append("\"}\n");
                expected.add("+ " + row + "|f" + file);
            }
            write("in/part-" + file + ".json", lines.toString());
        }
        SourceChecks.readsAndRestores(() -> table("in").source(FILES), expected);
    }

    @Test
    void oneFileCanBeATable() throws IOException {
        write("orders.json", row(1, "a") + row(2, "b"));
        write("other.json", row(3, "c"));
        SourceChecks.readsAndRestores(() -> table("orders.json").source(FILES), List.of("+ 1|a", "+ 2|b"));
        assertEquals(
                List.of("+ 1|a", "+ 2|b"),
                read(table(folder.resolve("orders.json").toUri().toString())));
    }

    @Test
    void aLastLineWithoutNewlineIsARecordWhenTheFileIsReadOnce() throws IOException {
        write(
                "in/a.json",
                "\uFEFF" + row(1, "a").trim() + "\r\n\n" + row(2, "b").trim());
        write("in/b.json", row(3, "c"));
        write("in/.hidden.json", row(4, "d"));
        write("in/_success", "");
        assertEquals(List.of("+ 1|a", "+ 2|b", "+ 3|c"), read(table("in")));
    }

    @Test
    void eachFileCanBeASplit() throws IOException {
        write("in/a.json", row(1, "a"));
        write("in/sub/b.json", row(2, "b"));
        TestTable table = table("in").with("source.split", "file");
        try (Source source = table.source(FILES)) {
            assertEquals(List.of("a.json", "sub/b.json"), source.splits());
        }
        SourceChecks.readsAndRestores(
                () -> table("in").with("source.split", "file").source(FILES), List.of("+ 1|a", "+ 2|b"));
    }

    @Test
    void compressedFilesAreRead() throws IOException {
        Files.createDirectories(folder.resolve("in"));
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("in/a.json.gz")))) {
            for (int i = 0; i < 9000; i++) {
                out.write(row(i, "z").getBytes(StandardCharsets.UTF_8));
            }
        }
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 9000; i++) {
            expected.add("+ " + i + "|z");
        }
        SourceChecks.readsAndRestores(() -> table("in").source(FILES), expected);
    }

    @Test
    void badLinesAreDeadLettersWithTheirPlace() throws IOException {
        write("in/a.json", row(1, "a") + "{\"id\":\"x\"}\n" + row(2, "b") + "{broken\n");
        RecordedContext context = new RecordedContext();
        try (Source source = table("in").source(FILES)) {
            assertEquals(List.of("+ 1|a", "+ 2|b"), RowTexts.read(source, context));
        }
        assertEquals(2, context.letters().size());
        var letter = context.letters().get(0);
        int offset = row(1, "a").length();
        assertEquals("file:a.json:2 offset " + offset, letter.position());
        assertEquals("{\"id\":\"x\"}", new String(letter.raw(), StandardCharsets.UTF_8));
        assertArrayEquals(RowTag.of(0, 0, offset, 0), letter.rowTag());
        assertEquals(ErrorCode.RECORD_INVALID, letter.error().code());
    }

    @Test
    void aRecordThatIsTooLongIsADeadLetterAndReadingGoesOn() throws IOException {
        String longName = "n".repeat(700_000);
        write("in/a.json", row(1, "a") + row(2, longName) + row(3, "c") + "x".repeat(3_000_000));
        RecordedContext context = new RecordedContext();
        try (Source source = table("in").with("source.max-record-size", "10kb").source(FILES)) {
            assertEquals(List.of("+ 1|a", "+ 3|c"), RowTexts.read(source, context));
        }
        assertEquals(
                List.of(
                        "file:a.json:2 offset 20",
                        "file:a.json:4 offset " + (20 + row(2, longName).length() + 20)),
                context.letters().stream().map(letter -> letter.position()).toList());
    }

    @Test
    void tagsOrderTheRowsOfASplit() throws IOException {
        write("in/a.json", row(1, "a") + row(2, "b"));
        write("in/b.json", row(3, "c"));
        List<byte[]> tags = new ArrayList<>();
        try (Source source = table("in").source(FILES, "row_tag", "file", "offset", "idx", "partition");
                SplitReader reader = source.open("folder", null, new RecordedContext())) {
            RowBatch batch = reader.poll();
            for (int row = 0; row < batch.size(); row++) {
                tags.add((byte[]) batch.column(2).value(row));
            }
            assertEquals("3|c|" + hex(tags.get(2)) + "|b.json|0|0|0", RowTexts.row(batch, 2));
            assertEquals("2|b|" + hex(tags.get(1)) + "|a.json|20|0|0", RowTexts.row(batch, 1));
        }
        assertTrue(Arrays.compareUnsigned(tags.get(0), tags.get(1)) < 0);
        assertTrue(Arrays.compareUnsigned(tags.get(1), tags.get(2)) < 0);
    }

    @Test
    void aGrowingFolderIsFollowed() throws IOException {
        write("in/a.json", row(1, "a") + "{\"id\":2,");
        TestTable table = table("in").with("source.monitor-interval", "1s").clock(() -> millis * 1000);
        byte[] position;
        try (Source source = table.source(FILES);
                SplitReader reader = source.open("folder", null, new RecordedContext())) {
            assertEquals(List.of("+ 1|a"), lines(reader.poll()));
            assertNull(reader.poll());
            append("in/a.json", "\"name\":\"b\"}\n");
            assertEquals(List.of("+ 2|b"), lines(reader.poll()));
            append("in/a.json", row(3, "c").trim());
            write("in/b.json", row(4, "d"));
            assertNull(reader.poll(), "the interval has not passed");
            millis += 1000;
            assertEquals(List.of("+ 3|c", "+ 4|d"), lines(reader.poll()), "a later file completes the last line");
            assertFalse(reader.finished());
            position = reader.position();
        }
        append("in/b.json", row(5, "e"));
        try (Source source = table.source(FILES);
                SplitReader reader = source.open("folder", position, new RecordedContext())) {
            assertEquals(List.of("+ 5|e"), lines(reader.poll()));
        }
    }

    @Test
    void aReplacedFileIsReadAsANewGeneration() throws IOException {
        write("in/a.json", row(1, "a") + row(2, "b"));
        TestTable table = table("in").with("source.monitor-interval", "1s").clock(() -> millis * 1000);
        RecordedContext context = new RecordedContext();
        try (Source source = table.source(FILES, "generation");
                SplitReader reader = source.open("folder", null, context)) {
            assertEquals(List.of("+ 1|a|0", "+ 2|b|0"), lines(reader.poll()));
            write("in/a.json", row(3, "c"));
            millis += 1000;
            List<String> read = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                read.addAll(lines(reader.poll()));
            }
            assertEquals(List.of("+ 3|c|1"), read);
            assertEquals(1L, context.counts().get("file_replaced"));
        }
    }

    @Test
    void linesBehindTheEndOfAReadFileAreReadByTheNextRun() throws IOException {
        TestTable table = table("in");
        write("in/a.json", row(1, "a"));
        write("in/b.json", row(2, "b"));
        byte[] position;
        try (Source source = table.source(FILES);
                SplitReader reader = source.open("folder", null, new RecordedContext())) {
            assertEquals(List.of("+ 1|a", "+ 2|b"), lines(reader.poll()));
            assertTrue(reader.finished());
            position = reader.position();
        }
        append("in/a.json", row(3, "c"));
        write("in/c.json", row(4, "d"));
        try (Source source = table.source(FILES);
                SplitReader reader = source.open("folder", position, new RecordedContext())) {
            assertEquals(List.of("+ 3|c", "+ 4|d"), lines(reader.poll()));
            assertTrue(reader.finished());
            position = reader.position();
        }
        try (Source source = table.source(FILES);
                SplitReader reader = source.open("folder", position, new RecordedContext())) {
            assertNull(reader.poll(), "nothing is read twice");
        }
    }

    @Test
    void linesBehindTheEndOfAReadFileAreFollowed() throws IOException {
        TestTable table = table("in").with("source.monitor-interval", "1s").clock(() -> millis * 1000);
        write("in/a.json", row(1, "a"));
        write("in/b.json", row(2, "b"));
        try (Source source = table.source(FILES);
                SplitReader reader = source.open("folder", null, new RecordedContext())) {
            List<String> read = new ArrayList<>();
            for (int look = 0; look < 6; look++) {
                if (look == 3) {
                    append("in/a.json", row(3, "c"));
                }
                millis += 1000;
                RowBatch batch = reader.poll();
                if (batch != null) {
                    read.addAll(lines(batch));
                }
            }
            write("in/c.json", row(4, "d"));
            for (int look = 0; look < 4; look++) {
                millis += 1000;
                RowBatch batch = reader.poll();
                if (batch != null) {
                    read.addAll(lines(batch));
                }
            }
            assertEquals(List.of("+ 1|a", "+ 2|b", "+ 3|c", "+ 4|d"), read);
        }
    }

    @Test
    void growthOfTheOldestOfManyFilesIsSeen() throws IOException {
        TestTable table = table("in").with("source.monitor-interval", "1s").clock(() -> millis * 1000);
        for (int i = 0; i < 300; i++) {
            write(String.format("in/%03d.json", i), row(i, "a"));
        }
        try (Source source = table.source(FILES);
                SplitReader reader = source.open("folder", null, new RecordedContext())) {
            assertEquals(300, readFor(reader, 3).size());
            append("in/000.json", row(1000, "late"));
            assertEquals(List.of("+ 1000|late"), readFor(reader, 6));
        }
    }

    @Test
    void aFileThatIsASplitIsReadOnWhereItWasLeft() throws IOException {
        TestTable table = table("in")
                .with("source.monitor-interval", "1s")
                .with("source.split", "file")
                .clock(() -> millis * 1000);
        write("in/a.json", row(1, "a") + "{\"id\":2,");
        try (Source source = table.source(FILES);
                SplitReader reader = source.open(source.splits().get(0), null, new RecordedContext())) {
            assertEquals(List.of("+ 1|a"), readFor(reader, 3));
            append("in/a.json", "\"name\":\"b\"}\n" + row(3, "c"));
            assertEquals(List.of("+ 2|b", "+ 3|c"), readFor(reader, 3));
            byte[] position = reader.position();
            append("in/a.json", row(4, "d"));
            try (SplitReader again = source.open(source.splits().get(0), position, new RecordedContext())) {
                assertEquals(List.of("+ 4|d"), readFor(again, 3));
            }
        }
    }

    /** One that can still grow has not ended: it becomes idle. What never grows has, and holds no watermark. */
    @Test
    void aFollowedFileThatIsASplitEndsOnlyWhereItNeverGrows() throws IOException {
        TestTable table = table("in")
                .with("source.monitor-interval", "1s")
                .with("source.split", "file")
                .clock(() -> millis * 1000);
        write("in/a.json", row(1, "a"));
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("in/b.json.gz")))) {
            out.write(row(2, "b").getBytes(StandardCharsets.UTF_8));
        }
        try (Source source = table.source(FILES);
                SplitReader grows = source.open("a.json", null, new RecordedContext());
                SplitReader ends = source.open("b.json.gz", null, new RecordedContext())) {
            assertEquals(false, ends.finished());
            assertEquals(List.of("+ 1|a"), readFor(grows, 3));
            assertEquals(List.of("+ 2|b"), readFor(ends, 3));
            assertEquals(false, grows.finished());
            assertEquals(true, ends.finished());
            try (SplitReader again = source.open("b.json.gz", ends.position(), new RecordedContext())) {
                assertEquals(List.of(), readFor(again, 2));
                assertEquals(true, again.finished());
            }
        }
    }

    @Test
    void filesThatAreFollowedAsSplitsAreIdleAfterAMinute() {
        Map<String, String> options = new HashMap<>(Map.of("path", "in", "format", "json", "source.split", "file"));
        assertEquals(0, FILES.traits(spec(options)).idleTimeoutMillis(), "it is read once, to its end");
        options.put("source.monitor-interval", "1s");
        assertEquals(60_000, FILES.traits(spec(options)).idleTimeoutMillis());
        options.put("source.split", "folder");
        assertEquals(0, FILES.traits(spec(options)).idleTimeoutMillis());
    }

    private static TableSpec spec(Map<String, String> options) {
        return new TableSpec("t", "filesystem", Schema.of(new Field("id", DataType.bigint())), List.of(), options);
    }

    private List<String> readFor(SplitReader reader, int looks) {
        List<String> read = new ArrayList<>();
        for (int look = 0; look < looks; look++) {
            millis += 1000;
            for (RowBatch batch = reader.poll(); batch != null; batch = reader.poll()) {
                read.addAll(lines(batch));
            }
        }
        return read;
    }

    @Test
    void aLinkToAFolderIsThatFolder() throws IOException {
        write("real/sub/a.json", row(1, "a"));
        write("real/_hidden/b.json", row(2, "b"));
        Files.createSymbolicLink(folder.resolve("in"), folder.resolve("real"));
        assertEquals(List.of("+ 1|a"), read(table("in")));
    }

    @Test
    void aLineWithoutEndHoldsUpNoOtherFile() throws IOException {
        TestTable table = table("in").with("source.monitor-interval", "1s").clock(() -> millis * 1000);
        write("in/a.json", row(1, "a"));
        write("in/b.json", row(2, "b") + "{\"id\":3,");
        List<String> read = new ArrayList<>();
        try (Source source = table.source(FILES);
                SplitReader reader = source.open("folder", null, new RecordedContext())) {
            for (int look = 0; look < 24; look++) {
                if (look == 8) {
                    append("in/a.json", row(4, "d"));
                } else if (look == 16) {
                    append("in/b.json", "\"name\":\"c\"}\n");
                }
                millis += 1000;
                read.addAll(lines(reader.poll()));
            }
        }
        assertEquals(List.of("+ 1|a", "+ 2|b", "+ 4|d", "+ 3|c"), read);
    }

    @Test
    void partsOfACommitThatAppearOutOfOrderAreAllRead() throws IOException {
        TestTable table = table("in").with("source.monitor-interval", "1s").clock(() -> millis * 1000);
        try (Source source = table.source(FILES);
                SplitReader reader = source.open("folder", null, new RecordedContext())) {
            assertNull(reader.poll(), "a folder that is not there yet is empty");
            write("in/commit-0000000000007-0001.json", row(1, "a"));
            millis += 1000;
            assertEquals(List.of("+ 1|a"), lines(reader.poll()));
            write("in/commit-0000000000007-0000.json", row(2, "b"));
            millis += 1000;
            assertEquals(List.of("+ 2|b"), lines(reader.poll()));
            byte[] position = reader.position();
            write("in/commit-0000000000006-0000.json", row(3, "c"));
            try (SplitReader again = source.open("folder", position, new RecordedContext())) {
                assertEquals(List.of("+ 3|c"), lines(again.poll()));
            }
        }
    }

    @Test
    void aMissingPathIsAnError() {
        AlluviumException error = assertThrows(AlluviumException.class, () -> read(table("nowhere")));
        assertEquals(ErrorCode.FILE_NOT_FOUND, error.code());
        assertTrue(error.problem().contains("nowhere"), error.problem());
    }

    @Test
    void commitsAreSeenWholeAndOnce() {
        RandomRows random = new RandomRows(7);
        RowBatch first = random.batch(RandomRows.everyTypeAndNested(), 300, true);
        RowBatch second = random.batch(RandomRows.everyTypeAndNested(), 300, true);
        TestTable table = new TestTable(RandomRows.everyTypeAndNested())
                .in(folder)
                .with("path", "out")
                .with("format", "json");
        SinkChecks.transactional(
                () -> (Sink.Transactional) table.sink(FILES),
                () -> RowTexts.table(RowTexts.read(table.source(FILES), new RecordedContext())),
                first,
                second);
    }

    @Test
    void commitFilesAreNamedByVersionAndPart() throws IOException {
        TestTable table = table("out");
        RowBatch rows = new RandomRows(1).batch(table.schema(), 2, false);
        Sink.Commit commit = new Sink.Commit("j", 1_700_000_000_123L, 1);
        try (Sink.Transactional sink = (Sink.Transactional) table.sink(FILES);
                Sink.Transactional.Writer writer = sink.writer(3, 1)) {
            writer.write(SinkChecks.inserts(rows));
            sink.commit(commit, writer.prepare(commit));
        }
        try (var files = Files.list(folder.resolve("out"))) {
            List<String> names =
                    files.map(file -> file.getFileName().toString()).toList();
            assertEquals(1, names.size());
            assertTrue(names.get(0).matches("commit-1700000000123-0003-[0-9a-f]{12}\\.json"), names.get(0));
        }
    }

    @Test
    void twoTablesAndTwoJobsMayAppendToOneFolderInTheSameCommit() {
        TestTable one = table("out").named("ods.one");
        TestTable two = table("out").named("ods.two");
        RowBatch rows = new RandomRows(1).batch(one.schema(), 2, false);
        Sink.Commit commit = new Sink.Commit("j", 5, 1);
        Sink.Commit other = new Sink.Commit("k", 5, 1);
        try (Sink.Transactional first = (Sink.Transactional) one.sink(FILES);
                Sink.Transactional second = (Sink.Transactional) two.sink(FILES);
                Sink.Transactional third = (Sink.Transactional) one.sink(FILES)) {
            byte[] a = prepared(first, rows, commit);
            byte[] b = prepared(second, rows, commit);
            byte[] c = prepared(third, rows, other);
            first.commit(commit, a);
            first.abortDangling("j");
            second.commit(commit, b);
            third.commit(other, c);
        }
        assertEquals(6, read(one).size());
    }

    private static byte[] prepared(Sink.Transactional sink, RowBatch rows, Sink.Commit commit) {
        sink.abortDangling(commit.job());
        try (Sink.Transactional.Writer writer = sink.writer(0, commit.attempt())) {
            writer.write(SinkChecks.inserts(rows));
            byte[] prepared = writer.prepare(commit);
            assertNotNull(prepared);
            return prepared;
        }
    }

    @Test
    void anotherJobsUnfinishedFilesStay() throws IOException {
        TestTable table = table("out");
        RowBatch rows = new RandomRows(1).batch(table.schema(), 2, false);
        Sink.Commit commit = new Sink.Commit("a-1", 1, 1);
        try (Sink.Transactional sink = (Sink.Transactional) table.sink(FILES)) {
            Sink.Transactional.Writer writer = sink.writer(0, 1);
            writer.write(SinkChecks.inserts(rows));
            byte[] prepared = writer.prepare(commit);
            try (Sink.Transactional other = (Sink.Transactional) table.sink(FILES)) {
                other.abortDangling("a");
            }
            sink.commit(commit, prepared);
        }
        assertEquals(2, read(table).size());
    }

    private TestTable table(String path) {
        return TestTable.of(new Field("id", DataType.integer()), new Field("name", DataType.string()))
                .in(folder)
                .with("path", path)
                .with("format", "json");
    }

    private static List<String> read(TestTable table) {
        try (Source source = table.source(FILES)) {
            return RowTexts.read(source, new RecordedContext());
        }
    }

    private static List<String> lines(RowBatch batch) {
        return batch == null ? List.of() : RowTexts.of(batch);
    }

    private static String row(int id, String name) {
        return "{\"id\":" + id + ",\"name\":\"" + name + "\"}\n";
    }

    private static String hex(byte[] bytes) {
        return java.util.HexFormat.of().formatHex(bytes);
    }

    private void write(String name, String content) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    private void append(String name, String content) throws IOException {
        Files.writeString(folder.resolve(name), content, StandardOpenOption.APPEND);
    }
}

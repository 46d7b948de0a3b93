package io.alluvium.server.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.server.Warehouse;
import io.alluvium.server.output.OutputStyle;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** In which order the jobs and queries of scripts run, on real files. */
class SessionRunTest {
    private static final String ENDS =
            "CREATE TABLE IF NOT EXISTS ods.words (word STRING) WITH ('connector' = 'filesystem', 'path' = 'words', 'format' = 'csv');\n";
    private static final String NEVER_ENDS = ENDS.replace("'csv'", "'csv', 'source.monitor-interval' = '20ms'");
    private static final String COPY =
            "CREATE TABLE IF NOT EXISTS dwd.copy (word STRING) WITH ('connector' = 'filesystem', 'path' = 'copy', 'format' = 'csv');\n"
                    + "INSERT INTO dwd.copy SELECT word FROM ods.words;\n";
    private static final String COPY_OF_COPY =
            "CREATE TABLE IF NOT EXISTS dws.copy (word STRING) WITH ('connector' = 'filesystem', 'path' = 'copy2', 'format' = 'csv');\n"
                    + "INSERT INTO dws.copy SELECT word FROM dwd.copy;\n";
    private static final String ASK = "SELECT COUNT(*) AS n FROM dwd.copy;\n";

    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void aQuerySeesWhatTheJobsBeforeItWrote() throws IOException {
        words("a", "b");
        run(RunMode.UNTIL_STOPPED, ENDS + COPY + ASK);
        assertTrue(shown().contains("2"), shown());
    }

    @Test
    void aQueryAlsoRunsAfterTheJobsThatFeedThoseBeforeIt() throws IOException {
        words("a", "b", "c");
        String before = COPY_OF_COPY.replace(
                "INSERT",
                "CREATE TABLE dwd.copy (word STRING) WITH ("
                        + "'connector' = 'filesystem', 'path' = 'copy', 'format' = 'csv');\nINSERT");
        run(RunMode.UNTIL_STOPPED, ENDS + before + "SELECT COUNT(*) AS n FROM dws.copy;\n", COPY);
        assertTrue(shown().contains("3"), shown());
    }

    @Test
    void untilCaughtUpAQueryMayStandBehindAJobThatFollowsAFolder() throws IOException {
        words("a", "b");
        run(RunMode.UNTIL_CAUGHT_UP, NEVER_ENDS + COPY + ASK);
        assertTrue(shown().contains("2"), shown());
    }

    @Test
    void aQueryBehindAJobThatNeverEndsIsRefusedBeforeAnythingStarts() throws IOException {
        words("a");
        AlluviumException refused = refused(() -> run(RunMode.UNTIL_STOPPED, NEVER_ENDS + COPY + ASK));
        assertTrue(refused.getMessage().contains("job \"dwd.copy\", which never ends"), refused.getMessage());
        assertTrue(refused.getMessage().contains("1.sql:4:1"), refused.getMessage());
        assertFalse(Files.exists(folder.resolve("copy")));
    }

    @Test
    void sqlRefusesWhatWouldNeverRun() throws IOException {
        words("a");
        AlluviumException query = refused(() -> sql(NEVER_ENDS + COPY + ASK));
        assertTrue(query.getMessage().contains("this query stands behind job"), query.getMessage());
        AlluviumException job = refused(() -> sql(NEVER_ENDS + COPY + COPY_OF_COPY));
        assertTrue(job.getMessage().contains("\"dws.copy\" stands behind job \"dwd.copy\""), job.getMessage());
        assertFalse(Files.exists(folder.resolve("copy")));
    }

    /** The job that fails stands behind one that never ends. */
    @Test
    @Timeout(60)
    void aJobGivenUpEndsTheRunWithItsError() throws IOException {
        words("a");
        Files.createDirectories(folder.resolve("numbers"));
        Files.writeString(folder.resolve("numbers/1.csv"), "1\nx\n");
        String strict =
                """
                CREATE TABLE ods.numbers (n INT) WITH ('connector' = 'filesystem', 'path' = 'numbers', 'format' = 'csv',
                  'source.monitor-interval' = '20ms');
                CREATE TABLE dwd.numbers (n INT) WITH ('connector' = 'filesystem', 'path' = 'out', 'format' = 'csv');
                SET 'job.bad-data' = 'strict';
                INSERT INTO dwd.numbers SELECT n FROM ods.numbers;
                """;
        AlluviumException failed =
                assertThrows(AlluviumException.class, () -> run(RunMode.UNTIL_STOPPED, NEVER_ENDS + COPY + strict));
        assertEquals(ErrorCode.RECORD_INVALID, failed.code(), failed.getMessage());
    }

    /** A DWD script may read DIM, which comes behind it, and a view what is made later still. */
    @Test
    void scriptsFindWhatLaterOnesCreate() throws IOException {
        words("a", "b");
        write(
                "dwd/a.sql",
                "CREATE VIEW dwd.seen AS SELECT word FROM dwd.chosen;\n" + COPY.replace("ods.words", "dwd.seen"));
        write("dwd/b.sql", "CREATE VIEW dwd.chosen AS SELECT word FROM dim.words WHERE word <> 'a';\n");
        write("dim/words.sql", ENDS.replace("ods.words", "dim.words"));
        write("ads/ask.sql", ASK);
        write("other/ask.sql", "no script");
        write("loose.sql", "no script either");
        assertEquals(
                "not run: loose.sql, other/ask.sql; scripts of a warehouse lie in default, ods, dwd, dim, dws, app, ads, others are run by name",
                WarehouseScripts.warning(folder));
        run(
                RunMode.UNTIL_STOPPED,
                WarehouseScripts.of(folder).stream().map(SessionRunTest::read).toArray(String[]::new));
        assertTrue(shown().contains("1"), shown());
    }

    @Test
    void whatNoScriptCreatesIsRefusedWhereItStands() {
        AlluviumException missing = assertThrows(
                AlluviumException.class,
                () -> run(RunMode.UNTIL_STOPPED, "CREATE VIEW dwd.v AS SELECT word\nFROM dim.nowhere;"));
        assertEquals(ErrorCode.TABLE_NOT_FOUND, missing.code());
        assertTrue(missing.getMessage().contains("1.sql:2:6"), missing.getMessage());
    }

    @Test
    void rowsBeforeTheirCheckpointAreRefusedWithTheWayToHaveThemSoon() {
        String table = "CREATE TABLE dwd.t (id INT) WITH ('connector' = 'blackhole',\n  'sink.delivery' = '%s');";
        AlluviumException refused =
                assertThrows(AlluviumException.class, () -> run(RunMode.UNTIL_STOPPED, table.formatted("immediate")));
        assertEquals(ErrorCode.UNSUPPORTED, refused.code());
        assertTrue(refused.getMessage().contains("1.sql:2:3"), refused.getMessage());
        assertTrue(String.valueOf(refused.hint()).contains("execution.checkpointing.interval"), refused.hint());
        run(RunMode.UNTIL_STOPPED, table.formatted("checkpoint"));
    }

    /** Each file is a split of its own: the one that is written no more holds no window open. */
    @Test
    @Timeout(60)
    void aFileThatGrowsNoMoreHoldsNoWindowOpen() throws Exception {
        write("pings/a.csv", "1,2024-03-01 10:00:10\n");
        write("pings/b.csv", "2,2024-03-01 10:00:20\n3,2024-03-01 10:05:00\n");
        String windows =
                """
                CREATE TABLE ods.pings (id INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'filesystem',
                  'path' = 'pings', 'format' = 'csv', 'source.monitor-interval' = '20ms', 'source.split' = 'file',
                  'scan.watermark.idle-timeout' = '100ms');
                CREATE TABLE dwd.pings (start TIMESTAMP(3), n BIGINT)
                  WITH ('connector' = 'filesystem', 'path' = 'counts', 'format' = 'csv');
                SET 'execution.checkpointing.interval' = '100ms';
                INSERT INTO dwd.pings SELECT window_start, COUNT(*)
                  FROM TABLE(TUMBLE(TABLE ods.pings, DESCRIPTOR(ts), INTERVAL '1' MINUTE)) GROUP BY window_start, window_end;
                """;
        try (Session session = Session.open(Warehouse.open(folder), Map.of())) {
            CompletableFuture<Void> ended = CompletableFuture.runAsync(
                    () -> session.run(named(windows), RunMode.UNTIL_STOPPED, List.of(), stream()));
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(50);
            while (!written("counts").contains("10:00:00")) {
                assertThrows(TimeoutException.class, () -> ended.get(20, TimeUnit.MILLISECONDS), "the job ended early");
                assertTrue(System.nanoTime() < deadline, "a holds the window open");
            }
            assertTrue(written("counts").strip().endsWith(",2"), written("counts"));
            assertFalse(written("counts").contains("10:05:00"), "b is the last to be waited for");
            session.running().stop("dwd.pings");
            ended.join();
        }
    }

    private String written(String table) throws IOException {
        if (!Files.exists(folder.resolve(table))) {
            return "";
        }
        try (Stream<Path> files = Files.list(folder.resolve(table))) {
            return files.filter(file -> file.getFileName().toString().startsWith("commit-"))
                    .map(SessionRunTest::read)
                    .collect(Collectors.joining());
        }
    }

    private void write(String file, String text) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static AlluviumException refused(org.junit.jupiter.api.function.Executable action) {
        AlluviumException refused = assertThrows(AlluviumException.class, action);
        assertEquals(ErrorCode.UNSUPPORTED, refused.code(), refused.getMessage());
        return refused;
    }

    private void words(String... lines) throws IOException {
        Files.createDirectories(folder.resolve("words"));
        Files.writeString(folder.resolve("words/1.csv"), String.join("\n", lines) + "\n");
    }

    private void run(RunMode mode, String... scripts) {
        try (Session session = Session.open(Warehouse.open(folder), Map.of())) {
            session.run(named(scripts), mode, List.of(), stream());
        }
    }

    private void sql(String script) {
        try (Session session = Session.open(Warehouse.open(folder), Map.of())) {
            session.execute(named(script), OutputStyle.TSV, stream());
        }
    }

    private static List<ScriptText> named(String... scripts) {
        return Arrays.stream(scripts)
                .map(text -> new ScriptText(Arrays.asList(scripts).indexOf(text) + 1 + ".sql", text))
                .toList();
    }

    private PrintStream stream() {
        return new PrintStream(out, true, StandardCharsets.UTF_8);
    }

    private String shown() {
        return out.toString(StandardCharsets.UTF_8);
    }
}

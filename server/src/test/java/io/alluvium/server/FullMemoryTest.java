package io.alluvium.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A heap that is too small for the state is no bug: the process says so and ends as for any missing resource. */
class FullMemoryTest {
    private static final String SOURCE =
            """
            CREATE TABLE dwd.words (word STRING) WITH ('connector' = 'datagen', 'rows-per-second' = '100000000',
              'number-of-rows' = '20000000');
            """;

    @TempDir
    Path folder;

    @Test
    void aQueryThatDoesNotFitIsAnErrorWithAHint() throws IOException, InterruptedException {
        full(small().run("sql", "-e", SOURCE + "SELECT COUNT(DISTINCT word) AS n FROM dwd.words;"));
    }

    @Test
    void aJobThatDoesNotFitEndsTheRun() throws IOException, InterruptedException {
        Files.writeString(
                folder.resolve("words.sql"),
                SOURCE
                        + "CREATE TABLE dws.words (n BIGINT) WITH ('connector' = 'blackhole');\n"
                        + "INSERT INTO dws.words SELECT COUNT(DISTINCT word) FROM dwd.words;\n");
        full(small().run("run", "words.sql"));
    }

    private ForkedAlluvium small() {
        return new ForkedAlluvium(folder, "-Xmx48m");
    }

    private static void full(ForkedAlluvium.Outcome outcome) {
        assertEquals(2, outcome.exitCode(), outcome.err());
        assertTrue(outcome.err().contains("MEMORY_FULL: memory is full"), outcome.err());
        assertTrue(outcome.err().contains("the heap may take 4"), outcome.err());
        assertTrue(outcome.err().contains("ALLUVIUM_JAVA_OPTIONS=-Xmx"), outcome.err());
        assertFalse(outcome.err().contains("bug of Alluvium"), outcome.err());
    }
}

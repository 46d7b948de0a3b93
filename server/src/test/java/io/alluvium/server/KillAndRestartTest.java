package io.alluvium.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real process with real files and a real H2, killed without warning again and again: the answer is the same. */
class KillAndRestartTest {
    private static final int KILLS = 4;
    private static final int ORDERS_A_ROUND = 20_000;
    private static final String SCRIPT =
            """
            CREATE TABLE IF NOT EXISTS ods.orders (
              id BIGINT, province STRING, amount DECIMAL(10, 2), PRIMARY KEY (id) NOT ENFORCED)
            WITH ('connector' = 'filesystem', 'path' = 'orders', 'format' = 'canal-json',
                  'source.monitor-interval' = '50ms');
            CREATE TABLE IF NOT EXISTS dwd.gmv (
              province STRING, orders BIGINT, amount DECIMAL(38, 2), PRIMARY KEY (province) NOT ENFORCED)
            WITH ('connector' = 'jdbc', 'url' = 'jdbc:h2:file:${warehouse}/gmv', 'table-name' = 'gmv');
            SET 'execution.checkpointing.interval' = '100ms';
            INSERT INTO dwd.gmv SELECT province, COUNT(*), SUM(amount) FROM ods.orders GROUP BY province;
            """;

    @TempDir
    Path folder;

    @Test
    void killedAtAnyMomentTheAnswerIsThatOfOneRun() throws IOException, InterruptedException {
        Path script = folder.resolve("gmv.sql");
        Files.writeString(script, SCRIPT);
        Files.createDirectories(folder.resolve("orders"));
        ForkedAlluvium alluvium = new ForkedAlluvium(folder);
        for (int round = 0; round < KILLS; round++) {
            feed(round);
            Path err = folder.resolve("err-" + round + ".txt");
            Process process = alluvium.start(folder.resolve("out-" + round + ".txt"), err, "run", "gmv.sql");
            waitForCheckpoint(process, err, round);
            process.destroyForcibly();
            assertTrue(process.waitFor(30, TimeUnit.SECONDS));
        }
        feed(KILLS);
        ForkedAlluvium.Outcome last = alluvium.run("run", "gmv.sql", "--until", "caught-up");
        assertEquals(0, last.exitCode(), last.err());
        ForkedAlluvium.Outcome answer =
                alluvium.run("sql", "-w", folder.toString(), "--output", "tsv", "-e", "SELECT * FROM dwd.gmv");
        assertEquals(expected(), answer.out(), answer.err());
    }

    /** Adds a file with inserts of this round, and updates that move every tenth order of the round before. */
    private void feed(int round) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < ORDERS_A_ROUND; i++) {
            long id = (long) round * ORDERS_A_ROUND + i;
            lines.append("{\"data\":[{\"id\":\"")
                    .append(id)
                    .append("\",\"province\":\"")
                    .append(province(id));
            lines.append(
                    "\",\"amount\":\"1.50\"}],\"old\":null,\"pkNames\":[\"id\"],\"table\":\"orders\",\"type\":\"INSERT\"}\n");
            if (round > 0 && i % 10 == 0) {
                long moved = id - ORDERS_A_ROUND;
                lines.append("{\"data\":[{\"id\":\"")
                        .append(moved)
                        .append("\",\"province\":\"西藏\",\"amount\":\"2.00\"}],");
                lines.append("\"old\":[{\"province\":\"")
                        .append(province(moved))
                        .append("\",\"amount\":\"1.50\"}],");
                lines.append("\"pkNames\":[\"id\"],\"table\":\"orders\",\"type\":\"UPDATE\"}\n");
            }
        }
        Path pending = folder.resolve("part.tmp");
        Files.writeString(pending, lines, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);
        Files.move(pending, folder.resolve("orders").resolve("part-" + round + ".json"));
    }

    private static String province(long id) {
        return id % 3 == 0 ? "北京" : "上海";
    }

    private static String expected() {
        long[] orders = new long[3];
        long moved = 0;
        for (long id = 0; id < (long) (KILLS + 1) * ORDERS_A_ROUND; id++) {
            boolean isMoved = id < (long) KILLS * ORDERS_A_ROUND && id % 10 == 0;
            moved += isMoved ? 1 : 0;
            orders[isMoved ? 2 : province(id).equals("北京") ? 0 : 1]++;
        }
        return "province\torders\tamount\n"
                + line("上海", orders[1], orders[1] * 150)
                + line("北京", orders[0], orders[0] * 150)
                + line("西藏", moved, moved * 200);
    }

    private static String line(String province, long orders, long cents) {
        return province + "\t" + orders + "\t"
                + java.math.BigDecimal.valueOf(cents, 2).toPlainString() + "\n";
    }

    /** Waits until the process has published a checkpoint of its own, and then for a moment that differs by round. */
    private void waitForCheckpoint(Process process, Path err, int round) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        long before = newestCheckpoint();
        while (newestCheckpoint() <= before) {
            assertTrue(process.isAlive(), () -> "ended early: " + contents(err));
            assertTrue(System.nanoTime() < deadline, () -> "no checkpoint: " + contents(err));
            process.waitFor(5, TimeUnit.MILLISECONDS);
        }
        process.waitFor(37L * round, TimeUnit.MILLISECONDS);
    }

    /** Number of the newest published checkpoint, 0 for none. */
    private long newestCheckpoint() throws IOException {
        Path state = folder.resolve(".alluvium").resolve("state");
        if (!Files.isDirectory(state)) {
            return 0;
        }
        try (Stream<Path> files = Files.walk(state)) {
            return files.filter(file -> file.toString().contains("manifests/"))
                    .map(file -> file.getFileName().toString())
                    .filter(name -> name.matches("\\d+-\\d+\\.json"))
                    .mapToLong(name -> Long.parseLong(name.substring(0, name.indexOf('-'))))
                    .max()
                    .orElse(0);
        } catch (UncheckedIOException e) {
            return 0; // a file was merged away while the folder was listed
        }
    }

    private static String contents(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }
}

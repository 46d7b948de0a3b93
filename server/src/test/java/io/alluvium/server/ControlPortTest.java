package io.alluvium.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that runs a warehouse's jobs answers the command line of other processes. */
class ControlPortTest {
    private static final String SCRIPT =
            """
            CREATE TABLE ods.orders (id BIGINT, amount DECIMAL(10, 2))
            WITH ('connector' = 'filesystem', 'path' = 'orders', 'format' = 'json', 'source.monitor-interval' = '20ms');
            CREATE TABLE dwd.total (k INT, orders BIGINT, amount DECIMAL(38, 2), PRIMARY KEY (k) NOT ENFORCED)
            WITH ('connector' = 'jdbc', 'url' = 'jdbc:h2:file:${warehouse}/total', 'table-name' = 'total');
            SET 'execution.checkpointing.interval' = '100ms';
            INSERT INTO dwd.total SELECT 1, COUNT(*), SUM(amount) FROM ods.orders;
            """;

    @TempDir
    Path folder;

    private ForkedAlluvium alluvium;
    private Process running;
    private Path err;

    @BeforeEach
    void run() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("total.sql"), SCRIPT);
        Files.createDirectories(folder.resolve("orders"));
        Files.writeString(folder.resolve("orders/1.json"), "{\"id\": 1, \"amount\": 2.50}\n");
        alluvium = new ForkedAlluvium(folder);
        err = folder.resolve("run-err.txt");
        running = alluvium.start(folder.resolve("run-out.txt"), err, "run", "total.sql");
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!Files.exists(folder.resolve("total.mv.db"))) {
            assertTrue(running.isAlive() && System.nanoTime() < deadline, () -> contents(err));
            running.waitFor(5, TimeUnit.MILLISECONDS);
        }
    }

    @AfterEach
    void kill() throws InterruptedException {
        running.destroyForcibly();
        assertTrue(running.waitFor(30, TimeUnit.SECONDS));
    }

    @Test
    void anotherProcessReadsAndStopsWhatRuns() throws IOException, InterruptedException {
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(control())));
        String first = total();
        for (int look = 0; look < 10 && !first.contains("1\t2.50"); look++) {
            first = total(); // the first commit was still on its way
        }
        assertEquals("orders\tamount\n1\t2.50\n", first);

        ForkedAlluvium.Outcome wrong = alluvium.run("sql", "-w", ".", "-e", "SELECT nmae FROM dwd.total");
        assertEquals(1, wrong.exitCode());
        assertTrue(wrong.err().startsWith("COLUMN_NOT_FOUND at 1:8:"), wrong.err());

        strangerIsRefused();
        ForkedAlluvium.Outcome jobs = alluvium.run("jobs", "list", "-w", ".");
        assertTrue(jobs.out().contains("dwd.total") && jobs.out().contains("running"), jobs.out());

        ForkedAlluvium.Outcome twice = alluvium.run(
                "sql", "-w", ".", "-e", "INSERT INTO dwd.total SELECT 1, COUNT(*), SUM(amount) FROM ods.orders");
        assertEquals(1, twice.exitCode());
        assertTrue(twice.err().contains("JOB_RUNNING"), twice.err());

        assertEquals(0, alluvium.run("jobs", "stop", "-w", ".", "dwd.total").exitCode());
        assertTrue(running.waitFor(30, TimeUnit.SECONDS));
        assertEquals(0, running.exitValue(), () -> contents(err));
        assertFalse(Files.exists(control()));
        assertEquals("orders\tamount\n1\t2.50\n", total());
    }

    @Test
    void theFileOfAKilledProcessIsNotBelieved() throws IOException, InterruptedException {
        running.destroyForcibly();
        assertTrue(running.waitFor(30, TimeUnit.SECONDS));
        assertTrue(Files.exists(control()));
        ForkedAlluvium.Outcome tables = alluvium.run("sql", "-w", ".", "--output", "tsv", "-e", "SHOW TABLES FROM dwd");
        assertTrue(tables.out().contains("total"), tables.err());
        assertEquals(1, alluvium.run("jobs", "stop", "-w", ".", "dwd.total").exitCode());
    }

    private String total() throws IOException, InterruptedException {
        ForkedAlluvium.Outcome answer = alluvium.run(
                "sql", "-w", ".", "--output", "tsv", "-e", "SELECT orders, amount FROM dwd.total WHERE orders > 0");
        assertEquals(0, answer.exitCode(), answer.err());
        return answer.out();
    }

    /** Whoever calls without the token gets no answer, and the process goes on. */
    private void strangerIsRefused() throws IOException {
        Properties values = new Properties();
        values.load(new StringReader(Files.readString(control())));
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(values.getProperty("port")))) {
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            out.writeInt(1);
            for (String text : new String[] {"0".repeat(64), "STOP"}) {
                out.writeInt(text.length());
                out.write(text.getBytes(StandardCharsets.UTF_8));
            }
            out.flush();
            assertEquals(-1, socket.getInputStream().read());
        }
    }

    private Path control() {
        return folder.resolve(".alluvium").resolve("control");
    }

    private static String contents(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }
}

package io.alluvium.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.testkit.servers.kafka.KafkaBroker;
import io.alluvium.testkit.servers.kafka.TestTopic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files to a topic, the topic to changes in another one, and those to H2, by three jobs of one process that is killed with
 * transactions open: every layer has each row exactly once.
 */
class KafkaPipelineTest {
    private static final int KILLS = 2;
    private static final int ORDERS_A_ROUND = 5_000;
    private static final String SCRIPT =
            """
            CREATE TABLE IF NOT EXISTS ods.orders (id BIGINT, province STRING, amount DECIMAL(10, 2))
            WITH ('connector' = 'filesystem', 'path' = 'orders', 'format' = 'json', 'source.monitor-interval' = '50ms');
            CREATE TABLE IF NOT EXISTS dwd.orders (id BIGINT, province STRING, amount DECIMAL(10, 2))
            WITH ('connector' = 'kafka', 'topic' = '$ORDERS', 'properties.bootstrap.servers' = '$SERVERS',
                  'key.fields' = 'id', 'format' = 'json');
            CREATE TABLE IF NOT EXISTS dws.gmv (
              province STRING, orders BIGINT, amount DECIMAL(38, 2), PRIMARY KEY (province) NOT ENFORCED)
            WITH ('connector' = 'kafka', 'topic' = '$GMV', 'properties.bootstrap.servers' = '$SERVERS',
                  'format' = 'canal-json');
            CREATE TABLE IF NOT EXISTS app.gmv (
              province STRING, orders BIGINT, amount DECIMAL(38, 2), PRIMARY KEY (province) NOT ENFORCED)
            WITH ('connector' = 'jdbc', 'url' = 'jdbc:h2:file:${warehouse}/gmv', 'table-name' = 'gmv');
            SET 'execution.checkpointing.interval' = '100ms';
            SET 'parallelism.default' = '2';
            INSERT INTO dwd.orders SELECT id, province, amount FROM ods.orders;
            INSERT INTO dws.gmv SELECT province, COUNT(*), SUM(amount) FROM dwd.orders GROUP BY province;
            INSERT INTO app.gmv SELECT province, orders, amount FROM dws.gmv;
            """;

    @TempDir
    Path folder;

    @Test
    void killedWithOpenTransactionsEveryLayerIsExact() throws IOException, InterruptedException {
        KafkaBroker broker = KafkaBroker.shared();
        try (TestTopic orders = TestTopic.create(broker, "orders", 2);
                TestTopic gmv = TestTopic.create(broker, "gmv", 2)) {
            Files.writeString(
                    folder.resolve("gmv.sql"),
                    SCRIPT.replace("$ORDERS", orders.name())
                            .replace("$GMV", gmv.name())
                            .replace("$SERVERS", broker.address()));
            Files.createDirectories(folder.resolve("orders"));
            ForkedAlluvium alluvium = new ForkedAlluvium(folder);
            for (int round = 0; round < KILLS; round++) {
                feed(round);
                Path err = folder.resolve("err-" + round + ".txt");
                long before = orders.endOffset(false);
                Process process = alluvium.start(folder.resolve("out-" + round + ".txt"), err, "run", "gmv.sql");
                waitForRows(process, err, orders, before);
                process.destroyForcibly();
                assertTrue(process.waitFor(30, TimeUnit.SECONDS));
            }
            feed(KILLS);
            ForkedAlluvium.Outcome run = alluvium.run("run", "gmv.sql", "--until", "caught-up");
            assertEquals(0, run.exitCode(), run.err());
            int count = (KILLS + 1) * ORDERS_A_ROUND;
            int beijing = (count + 2) / 3;
            List<String> rows = orders.committedValues();
            Set<String> distinct = new HashSet<>(rows);
            assertEquals(count, rows.size(), "rows in the topic");
            assertEquals(count, distinct.size(), "different rows in the topic");
            ForkedAlluvium.Outcome answer =
                    alluvium.run("sql", "-w", folder.toString(), "--output", "tsv", "-e", "SELECT * FROM app.gmv");
            assertEquals(
                    "province\torders\tamount\n" + line("上海", count - beijing) + line("北京", beijing),
                    answer.out(),
                    answer.err());
        }
    }

    private static String line(String province, int orders) {
        return province + "\t" + orders + "\t"
                + java.math.BigDecimal.valueOf(orders * 150L, 2).toPlainString() + "\n";
    }

    private void feed(int round) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < ORDERS_A_ROUND; i++) {
            int id = round * ORDERS_A_ROUND + i;
            lines.append("{\"id\":").append(id).append(",\"province\":\"");
            lines.append(id % 3 == 0 ? "北京" : "上海").append("\",\"amount\":1.50}\n");
        }
        Path pending = folder.resolve("part.tmp");
        Files.writeString(pending, lines);
        Files.move(pending, folder.resolve("orders").resolve("part-" + round + ".json"));
    }

    /** Waits until the process has sent rows, which stand in a transaction that is open or just committed. */
    private static void waitForRows(Process process, Path err, TestTopic orders, long before)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (orders.endOffset(false) <= before) {
            assertTrue(process.isAlive(), "ended early: " + Files.readString(err));
            assertTrue(System.nanoTime() < deadline, "no rows: " + Files.readString(err));
            process.waitFor(5, TimeUnit.MILLISECONDS);
        }
    }
}

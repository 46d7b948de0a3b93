package io.alluvium.testkit.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Live traffic while everything dies, for as long as one likes: {@code -Dpipeline.kills=30} kills the engine so often, the broker
 * three times, MySQL and Canal twice. In the end MySQL has its own answers in APP, and a reader of committed records has seen every
 * change of every layer once, in the order of its key.
 */
class KillTest {
    private static final int TRANSACTIONS_A_SECOND = 30;
    private static final long DEADLINE_SECONDS = 240;

    @TempDir
    Path folder;

    @Test
    void nothingIsLostDoubledOrOvertakenWhateverDies() throws IOException, SQLException {
        int kills = Integer.getInteger("pipeline.kills", 0);
        assumeTrue(kills > 0, "-Dpipeline.kills=30 is not given: nothing is killed for long");
        long seed = Long.getLong("pipeline.seed", System.nanoTime());
        Random random = new Random(seed);
        RealServers servers = RealServers.shared();
        servers.makeTopics(1, List.of("ods_busy"));
        List<String> statements = new ArrayList<>(List.of("SET SESSION sql_mode = ''"));
        ShopWarehouse.statements("shop.sql").forEach(line -> statements.add(line.replaceAll("\\bshop\\b", "busy")));
        servers.mysql().executeScript(statements);
        ShopWarehouse busy = ShopWarehouse.of(servers, folder, "busy");
        ShopTraffic traffic = new ShopTraffic(servers.mysql(), "busy", seed);
        long start = System.nanoTime();
        int done;
        try (Engine engine = new Engine(folder)) {
            LiveTraffic live = LiveTraffic.start(servers.mysql(), traffic, TRANSACTIONS_A_SECOND);
            try (live) {
                engine.start(busy.scripts());
                for (int kill = 1; kill <= kills; kill++) {
                    if (kill % 2 == 1) {
                        awaitProgress(servers, engine);
                    }
                    live.await(1 + random.nextInt(3 * TRANSACTIONS_A_SECOND));
                    if (killAnother(servers, kill, kills)) {
                        live.await(1 + random.nextInt(3 * TRANSACTIONS_A_SECOND));
                    }
                    engine.kill();
                    engine.start(busy.scripts());
                }
                awaitProgress(servers, engine);
            }
            done = live.done();
            GenuinePipelineTest.awaitTheSame(busy, engine, DEADLINE_SECONDS);
            engine.kill();
            System.out.printf(
                    "pipeline: seed=%d kills=%d transactions=%d in %d s, %d connections to MySQL lost or refused%n",
                    seed, kills, done, (System.nanoTime() - start) / 1_000_000_000L, live.interruptions());
        }
        int changes = busy.followChanges();
        System.out.printf("pipeline: %d changes in the layers in Kafka, each once%n", changes);
        assertTrue(changes > done / 2, "changes");
        assertEquals(List.of(), busy.differences());
    }

    /** Under the running engine: the broker three times, MySQL and Canal twice. */
    private static boolean killAnother(RealServers servers, int kill, int kills) throws IOException {
        if (isAt(kill, kills, 4, 3)) {
            servers.broker().kill();
            servers.broker().start();
        } else if (isAt(kill - 1, kills, 3, 2)) {
            servers.canal().kill();
            servers.canal().restart();
        } else if (isAt(kill - 2, kills, 3, 2)) {
            servers.mysql().kill();
            servers.mysql().restart();
        } else {
            return false;
        }
        return true;
    }

    /** True at so many of the kills, at equal parts of all of them. */
    private static boolean isAt(int kill, int kills, int parts, int times) {
        for (int i = 1; i <= times; i++) {
            if (kill == Math.max(1, kills * i / parts)) {
                return true;
            }
        }
        return false;
    }

    /** Waits until the engine has committed something that was not there yet. */
    private static void awaitProgress(RealServers servers, Engine engine) {
        long before = servers.topic("dws_busy_order_wide").endOffset(true);
        Deadline.ofSeconds(DEADLINE_SECONDS)
                .await(
                        () -> !engine.isAlive()
                                || servers.topic("dws_busy_order_wide").endOffset(true) > before,
                        engine::log);
        assertTrue(engine.isAlive(), engine::log);
    }
}

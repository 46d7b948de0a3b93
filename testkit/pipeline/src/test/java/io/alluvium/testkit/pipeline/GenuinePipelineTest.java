package io.alluvium.testkit.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** MySQL to Canal to Kafka to the engine's layers in Kafka to MySQL, each of them a real one, and each of them killed on the way. */
class GenuinePipelineTest {
    private static final long DEADLINE_SECONDS = 150;

    @TempDir
    Path folder;

    @Test
    void everyLayerHoldsWhatMySqlHoldsWhateverIsKilled() throws IOException, SQLException {
        RealServers servers = RealServers.shared();
        servers.makeTopics(1, List.of("ods_shop"));
        List<String> statements = new ArrayList<>(List.of("SET SESSION sql_mode = ''"));
        statements.addAll(ShopWarehouse.statements("shop.sql"));
        servers.mysql().executeScript(statements);
        ShopWarehouse shop = ShopWarehouse.of(servers, folder, "shop");
        ShopTraffic traffic = new ShopTraffic(servers.mysql(), "shop", 20240618);
        try (Engine engine = new Engine(folder)) {
            traffic.run(300);
            engine.start(shop.scripts());
            Deadline.ofSeconds(DEADLINE_SECONDS)
                    .await(
                            () -> servers.topic("dws_shop_order_wide").endOffset(false) > 0 || !engine.isAlive(),
                            engine::log);
            engine.kill();
            traffic.run(200);
            servers.canal().kill();
            engine.start(shop.scripts());
            traffic.run(200);
            servers.canal().restart();
            servers.broker().kill();
            traffic.run(200);
            servers.broker().start();
            traffic.run(100);
            awaitTheSame(shop, engine, DEADLINE_SECONDS);
            engine.kill();
            traffic.run(100);
            engine.start(shop.scripts());
            awaitTheSame(shop, engine, DEADLINE_SECONDS);
        }
        assertTrue(shop.followChanges() > 1000);
        assertEquals(List.of(), shop.differences());
    }

    /** The statements behind the captured messages of genuine Canals: their pauses let Canal read each definition in time. */
    @Test
    void theGenuineStatementsMakeTheTablesThatMySqlHolds() throws IOException {
        String cases = System.getProperty("alluvium.cases");
        assumeTrue(cases != null, "-Dalluvium.cases=FOLDER is not given: the genuine statements are not run");
        RealServers servers = RealServers.shared();
        servers.makeTopics(1, List.of("ods_genuine"));
        Path source = Path.of(cases).resolve("canal-genuine").resolve("source.sql");
        servers.mysql()
                .executeScript(Files.readAllLines(source).stream()
                        .map(line -> line.replaceAll("\\bshop\\b", "genuine").replaceAll("\\bcrm\\b", "genuine_crm"))
                        .toList());
        // not said in the log: the values that ALTER TABLE gives to rows that are there, and which rows TRUNCATE takes
        List<String> tables = List.of("Weird-Name", "all_types", "gen_tab", "order_detail", "order_info", "user_info");
        ShopWarehouse genuine = ShopWarehouse.copies(servers, folder, "genuine", tables, Set.of("level", "label"));
        try (Engine engine = new Engine(folder)) {
            engine.start(genuine.scripts());
            awaitTheSame(genuine, engine, DEADLINE_SECONDS);
        }
        assertTrue(genuine.followChanges() > 50);
    }

    static void awaitTheSame(ShopWarehouse shop, Engine engine, long seconds) {
        Deadline.ofSeconds(seconds)
                .await(
                        () -> !engine.isAlive() || shop.differences().isEmpty(),
                        () -> shop.differences() + engine.log());
        assertTrue(engine.isAlive(), engine::log);
    }
}

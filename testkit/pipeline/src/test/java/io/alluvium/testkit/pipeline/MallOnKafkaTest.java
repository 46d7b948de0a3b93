package io.alluvium.testkit.pipeline;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.alluvium.testkit.servers.kafka.TestTopic;
import io.alluvium.testkit.servers.mysql.MySqlServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of {@code examples/mall/kafka} as they are, with the mall's data in a MySQL of its own and its log in a topic. */
class MallOnKafkaTest {
    private static final Path MALL = Path.of("..", "..", "examples", "mall");
    private static final String PASSWORD = "mall-s3cret";
    private static final long DEADLINE_SECONDS = 150;

    @TempDir
    Path folder;

    @Test
    void theAnswersOfTheMallStandInMySql() throws IOException, SQLException {
        RealServers servers = RealServers.shared();
        for (String line : Files.readAllLines(MALL.resolve("kafka/topics.txt"))) {
            if (!line.startsWith("#")) {
                servers.makeTopics(Integer.parseInt(line.split(" ")[1]), List.of(line.split(" ")[0]));
            }
        }
        servers.mysql()
                .execute(
                        "CREATE DATABASE mall_app",
                        "CREATE USER mall IDENTIFIED BY '" + PASSWORD + "'",
                        "GRANT ALL ON mall_app.* TO mall");
        replay(servers.mysql(), "mall");
        replay(servers.mysql(), "crm");
        Map<String, String> variables = Map.of(
                "MALL_KAFKA",
                servers.broker().address(),
                "MALL_MYSQL",
                "127.0.0.1:" + servers.mysql().port(),
                "MALL_MYSQL_USER",
                "mall",
                "MALL_MYSQL_PASSWORD",
                PASSWORD);
        copyScripts();
        try (Engine engine = new Engine(folder, variables)) {
            engine.start("-w", folder.toString());
            TestTopic log = servers.topic("ods_log");
            for (String line : lines("ods_log")) {
                log.sendLater(0, null, line);
            }
            log.flush();
            Deadline.ofSeconds(DEADLINE_SECONDS)
                    .await(
                            () -> !engine.isAlive()
                                    || differences(servers.mysql()).isEmpty(),
                            () -> differences(servers.mysql()) + engine.log());
            assertTrue(engine.isAlive(), engine::log);
        }
        for (String table : List.of("dwd_order_info", "dim_user", "dws_order", "dws_order_wide", "dws_visit_minute")) {
            assertTrue(ChangeLog.follow(servers.topic(table)).rows() > 10, table);
        }
    }

    private void copyScripts() throws IOException {
        Path scripts = MALL.resolve("kafka");
        try (Stream<Path> files = Files.walk(scripts)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = folder.resolve(scripts.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    /** Does in MySQL what the messages of a topic say was done: first all definitions, then the rows. */
    private static void replay(MySqlServer mysql, String database) throws IOException, SQLException {
        List<JsonNode> rows = new ArrayList<>();
        try (Connection connection = mysql.connect()) {
            SqlReplay replay = new SqlReplay(connection, database);
            for (String line : lines("ods_" + database)) {
                JsonNode message = SqlReplay.read(line);
                if (message != null && message.path("database").asText().equals(database)) {
                    if (message.path("isDdl").asBoolean()) {
                        replay.define(message);
                    } else {
                        rows.add(message);
                    }
                }
            }
            for (JsonNode message : rows) {
                replay.change(message);
            }
            replay.end();
        }
    }

    private static List<String> lines(String topic) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(MALL.resolve("data/ods").resolve(topic))) {
            for (Path file : files.sorted().toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        }
        return lines;
    }

    /** The tables of APP that are not what {@code expected} says. */
    private static List<String> differences(MySqlServer mysql) {
        List<String> differences = new ArrayList<>();
        try (Stream<Path> files = Files.list(MALL.resolve("expected"))) {
            for (Path file : files.filter(file -> file.getFileName().toString().startsWith("app_"))
                    .sorted()
                    .toList()) {
                List<String> lines = Files.readAllLines(file);
                String table = file.getFileName().toString().replace(".tsv", "");
                String columns = "CAST(`" + lines.get(0).replace("\t", "` AS CHAR), CAST(`") + "` AS CHAR)";
                List<String> expected = lines.subList(1, lines.size()).stream()
                        .map(line -> line.replace('\t', '|').replace("\\N", "NULL"))
                        .sorted()
                        .toList();
                List<String> held = new HeldRows(mysql).query("SELECT " + columns + " FROM mall_app." + table);
                if (!held.equals(expected)) {
                    List<String> missing = new ArrayList<>(expected);
                    missing.removeAll(held);
                    differences.add(table + ": " + held.size() + " rows instead of " + expected.size()
                            + ", missing are " + missing.subList(0, Math.min(3, missing.size())));
                }
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return differences;
    }
}

package io.alluvium.testkit.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Canal of the tests is a real one: its messages, its topics, and what it sends again after a kill. */
class CanalServerTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    @Test
    void changesReachTheTopicOfTheirDatabaseAndAKilledCanalLosesNone() throws IOException {
        try (RealServers servers = RealServers.start(folder, "shop", "crm")) {
            servers.mysql()
                    .execute(
                            "CREATE DATABASE shop",
                            "CREATE DATABASE crm",
                            "CREATE TABLE shop.t (id INT PRIMARY KEY, color ENUM('red', 'green'), price DECIMAL(10, 2))",
                            "CREATE TABLE crm.t (id INT PRIMARY KEY)",
                            "INSERT INTO shop.t VALUES (1, 'green', 1.00), (2, NULL, 2.50)",
                            "INSERT INTO crm.t VALUES (9)");
            awaitMessages(servers, "shop", 1);
            awaitMessages(servers, "crm", 1);
            JsonNode insert = messages(servers, "shop").get(0);
            assertEquals(
                    "INSERT shop.t",
                    text(insert, "type") + " " + text(insert, "database") + "." + text(insert, "table"));
            assertEquals(
                    "[{\"id\":\"1\",\"color\":\"2\",\"price\":\"1.0\"},{\"id\":\"2\",\"color\":null,\"price\":\"2.50\"}]",
                    insert.get("data").toString());
            servers.canal().kill();
            servers.mysql().execute("UPDATE shop.t SET price = 3 WHERE id = 1", "DELETE FROM shop.t WHERE id = 2");
            servers.canal().restart();
            Deadline.ofSeconds(60).await(() -> types(servers).contains("DELETE"), () -> types(servers)
                    .toString());
            List<String> types = types(servers);
            assertEquals(List.of("UPDATE", "DELETE"), types.subList(types.size() - 2, types.size()), types.toString());
            assertFalse(types.subList(0, types.size() - 2).stream().anyMatch(type -> !type.equals("INSERT")));
            assertTrue(servers.canal().isAlive());
        }
    }

    private static void awaitMessages(RealServers servers, String database, int count) {
        Deadline.ofSeconds(60)
                .await(() -> messages(servers, database).size() >= count, () -> messages(servers, database)
                        .toString());
    }

    private static List<String> types(RealServers servers) {
        return messages(servers, "shop").stream()
                .map(message -> text(message, "type"))
                .toList();
    }

    private static String text(JsonNode message, String field) {
        return message.get(field).asText();
    }

    /** What is no DDL. */
    private static List<JsonNode> messages(RealServers servers, String database) {
        List<JsonNode> messages = new ArrayList<>();
        for (String value : servers.ods(database).committedValues()) {
            try {
                JsonNode message = JSON.readTree(value);
                if (!message.get("isDdl").asBoolean()) {
                    messages.add(message);
                }
            } catch (IOException e) {
                throw new AssertionError(value, e);
            }
        }
        return messages;
    }
}

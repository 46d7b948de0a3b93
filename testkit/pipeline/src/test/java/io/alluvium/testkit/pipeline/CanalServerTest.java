package io.alluvium.testkit.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The Canal of the tests is a real one: its messages, its topics, and what it sends again after a kill. */
class CanalServerTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void changesReachTheTopicOfTheirDatabaseAndAKilledCanalLosesNone() throws IOException {
        RealServers servers = RealServers.shared();
        servers.makeTopics(1, List.of("ods_capture"));
        servers.mysql()
                .execute(
                        "CREATE DATABASE capture",
                        "CREATE TABLE capture.t (id INT PRIMARY KEY, color ENUM('red', 'green'), price DECIMAL(10, 2))",
                        "INSERT INTO capture.t VALUES (1, 'green', 1.00), (2, NULL, 2.50)");
        await(servers, "INSERT");
        JsonNode insert = messages(servers).get(0);
        assertEquals(
                "INSERT capture.t",
                text(insert, "type") + " " + text(insert, "database") + "." + text(insert, "table"));
        assertEquals(
                "[{\"id\":\"1\",\"color\":\"2\",\"price\":\"1.0\"},{\"id\":\"2\",\"color\":null,\"price\":\"2.50\"}]",
                insert.get("data").toString());
        servers.canal().kill();
        servers.mysql().execute("UPDATE capture.t SET price = 3 WHERE id = 1", "DELETE FROM capture.t WHERE id = 2");
        servers.canal().restart();
        await(servers, "DELETE");
        List<String> types = types(servers);
        assertEquals(List.of("UPDATE", "DELETE"), types.subList(types.size() - 2, types.size()), types.toString());
        assertFalse(types.subList(0, types.size() - 2).stream().anyMatch(type -> !type.equals("INSERT")));
        assertTrue(servers.canal().isAlive());
    }

    private static void await(RealServers servers, String type) {
        Deadline.ofSeconds(60)
                .await(() -> types(servers).contains(type), () -> types(servers).toString());
    }

    private static List<String> types(RealServers servers) {
        return messages(servers).stream().map(message -> text(message, "type")).toList();
    }

    private static String text(JsonNode message, String field) {
        return message.get(field).asText();
    }

    /** What is no DDL. */
    private static List<JsonNode> messages(RealServers servers) {
        List<JsonNode> messages = new ArrayList<>();
        for (String value : servers.topic("ods_capture").committedValues()) {
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

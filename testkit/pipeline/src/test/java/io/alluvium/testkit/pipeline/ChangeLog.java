package io.alluvium.testkit.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.alluvium.testkit.servers.kafka.TestTopic;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The changes in a topic that a job has written, followed key by key by a reader of committed records. Each has to begin where the
 * one before ended: a change that is there twice, that is missing, or that has overtaken another one of its key is noticed.
 */
final class ChangeLog {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final TestTopic topic;
    private final Map<String, JsonNode> rows = new HashMap<>();
    private final Map<String, Integer> partitions = new HashMap<>();
    private int changes;

    private ChangeLog(TestTopic topic) {
        this.topic = topic;
    }

    /** Follows all that is committed. @throws AssertionError naming the first change that does not follow from those before */
    static ChangeLog follow(TestTopic topic) throws IOException {
        ChangeLog log = new ChangeLog(topic);
        for (ConsumerRecord<byte[], byte[]> record : topic.committed()) {
            log.add(record);
        }
        return log;
    }

    /** How many rows there are in the end. */
    int rows() {
        return rows.size();
    }

    int changes() {
        return changes;
    }

    private void add(ConsumerRecord<byte[], byte[]> record) throws IOException {
        JsonNode message = JSON.readTree(record.value());
        ObjectNode after = (ObjectNode) message.get("data").get(0);
        StringBuilder name = new StringBuilder();
        message.get("pkNames")
                .forEach(column -> name.append(after.get(column.asText())).append('|'));
        String key = name.toString();
        Integer partition = partitions.putIfAbsent(key, record.partition());
        require(partition == null || partition == record.partition(), "is in another partition", record, message);
        changes++;
        JsonNode held = rows.get(key);
        switch (message.get("type").asText()) {
            case "INSERT" -> {
                require(held == null, "is there already as " + held, record, message);
                rows.put(key, after);
            }
            case "UPDATE" -> {
                ObjectNode before = after.deepCopy();
                before.setAll((ObjectNode) message.get("old").get(0));
                require(before.equals(held), "was " + held, record, message);
                rows.put(key, after);
            }
            case "DELETE" -> {
                require(after.equals(held), "was " + held, record, message);
                rows.remove(key);
            }
            default -> throw new AssertionError(message);
        }
    }

    private void require(boolean follows, String problem, ConsumerRecord<byte[], byte[]> record, JsonNode message) {
        if (!follows) {
            throw new AssertionError(topic.name() + "-" + record.partition() + "@" + record.offset() + ": the row "
                    + problem + ", but here is " + message);
        }
    }
}

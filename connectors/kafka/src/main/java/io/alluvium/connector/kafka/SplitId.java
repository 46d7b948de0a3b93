package io.alluvium.connector.kafka;

import io.alluvium.core.error.AlluviumException;
import org.apache.kafka.common.TopicPartition;

/**
 * A partition of one life of a topic: {@code topic:generation:topicId:partition}. A topic that was deleted and made again has
 * another id, and the next generation.
 */
record SplitId(String topic, int generation, String topicId, int partition) {

    static SplitId parse(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length != 4) {
            throw AlluviumException.internal("split \"" + text + "\" is none of a Kafka topic");
        }
        return new SplitId(parts[0], Integer.parseInt(parts[1]), parts[2], Integer.parseInt(parts[3]));
    }

    TopicPartition topicPartition() {
        return new TopicPartition(topic, partition);
    }

    @Override
    public String toString() {
        return topic + ":" + generation + ":" + topicId + ":" + partition;
    }
}

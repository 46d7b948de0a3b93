package io.alluvium.connector.kafka;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** Asks the brokers about topics and offsets; every call waits for its answer. Thread-safe. */
final class Topics implements AutoCloseable {
    private final KafkaClients clients;
    private final Admin admin;
    private final IsolationLevel isolation;

    Topics(KafkaClients clients) {
        this.clients = clients;
        this.admin = clients.admin();
        this.isolation = clients.readCommitted() ? IsolationLevel.READ_COMMITTED : IsolationLevel.READ_UNCOMMITTED;
    }

    /** A topic as it is now. */
    record Topic(String name, String id, int partitions) {}

    /** @throws AlluviumException EXTERNAL_FAILED where a topic does not exist or the brokers do not answer */
    Map<String, Topic> describe(List<String> names) {
        String doing = "looking for topic \"" + String.join("\", \"", names) + "\"";
        Map<String, TopicDescription> found =
                wait(doing, admin.describeTopics(names).allTopicNames());
        Map<String, Topic> topics = new TreeMap<>();
        found.forEach((name, topic) -> topics.put(
                name,
                new Topic(name, topic.topicId().toString(), topic.partitions().size())));
        return topics;
    }

    Map<TopicPartition, Long> offsets(Collection<TopicPartition> partitions, OffsetSpec spec) {
        Map<TopicPartition, Long> found = new HashMap<>();
        details(partitions, spec).forEach((partition, info) -> found.put(partition, info.offset()));
        return found;
    }

    /** Offset of the first record at or after a time; the end where there is none. */
    Map<TopicPartition, Long> offsetsAt(Collection<TopicPartition> partitions, long millis) {
        Map<TopicPartition, Long> ends = offsets(partitions, OffsetSpec.latest());
        Map<TopicPartition, Long> found = new HashMap<>();
        details(partitions, OffsetSpec.forTimestamp(millis))
                .forEach((partition, info) ->
                        found.put(partition, info.offset() >= 0 ? info.offset() : ends.getOrDefault(partition, 0L)));
        return found;
    }

    /** Where a consumer group stands; nothing for partitions where it never was. */
    Map<TopicPartition, Long> committed(String group) {
        Map<TopicPartition, OffsetAndMetadata> all = wait(
                "asking for the offsets of group \"" + group + "\"",
                admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
        Map<TopicPartition, Long> found = new HashMap<>();
        all.forEach((partition, offset) -> {
            if (offset != null) {
                found.put(partition, offset.offset());
            }
        });
        return found;
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(1));
    }

    private Map<TopicPartition, ListOffsetsResultInfo> details(Collection<TopicPartition> partitions, OffsetSpec spec) {
        Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
        partitions.forEach(partition -> wanted.put(partition, spec));
        return wait(
                "asking for offsets of " + partitions,
                admin.listOffsets(wanted, new ListOffsetsOptions(isolation)).all());
    }

    private <T> T wait(String doing, KafkaFuture<T> future) {
        try {
            return future.get();
        } catch (ExecutionException | KafkaException e) {
            throw clients.failed(doing, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AlluviumException(ErrorCode.EXTERNAL_FAILED, "interrupted while " + doing, null, e);
        }
    }
}

package io.alluvium.testkit.servers.kafka;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** A topic of a test, with a writer and a reader that know nothing of the connector under test. Used by one thread. */
public final class TestTopic implements AutoCloseable {
    private static final AtomicInteger NUMBERS = new AtomicInteger();
    private static final long DEADLINE_SECONDS = 60;

    private final String address;
    private final String name;
    private final Admin admin;
    private final KafkaProducer<byte[], byte[]> producer;

    private TestTopic(String address, String name) {
        this.address = address;
        this.name = name;
        this.admin = Admin.create(properties(address));
        this.producer = new KafkaProducer<>(properties(address), new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** A new topic with a name of its own. */
    public static TestTopic create(KafkaBroker broker, String prefix, int partitions) {
        return create(broker, prefix, partitions, Map.of());
    }

    /** A new topic of exactly this name. */
    public static TestTopic named(KafkaBroker broker, String name, int partitions) {
        TestTopic topic = new TestTopic(broker.address(), name);
        topic.make(partitions);
        return topic;
    }

    /** @param settings the topic's own settings, such as {@code max.message.bytes} */
    public static TestTopic create(KafkaBroker broker, String prefix, int partitions, Map<String, String> settings) {
        TestTopic topic = new TestTopic(broker.address(), prefix + "-" + NUMBERS.incrementAndGet());
        topic.make(partitions, settings);
        return topic;
    }

    public String name() {
        return name;
    }

    public void make(int partitions) {
        make(partitions, Map.of());
    }

    private void make(int partitions, Map<String, String> settings) {
        wait(admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1).configs(settings)))
                .all());
        awaitPartitions(partitions);
    }

    /** Deletes the topic and returns when nobody sees it any more. */
    public void delete() {
        wait(admin.deleteTopics(List.of(name)).all());
        awaitPartitions(0);
    }

    public void growTo(int partitions) {
        wait(admin.createPartitions(Map.of(name, NewPartitions.increaseTo(partitions)))
                .all());
        awaitPartitions(partitions);
    }

    /** Lets the records before an offset expire. */
    public void expireBefore(int partition, long offset) {
        wait(admin.deleteRecords(Map.of(new TopicPartition(name, partition), RecordsToDelete.beforeOffset(offset)))
                .all());
    }

    /** Appends a record and returns its offset when the broker has it. */
    public long send(int partition, @Nullable String key, @Nullable String value) {
        return send(new ProducerRecord<>(name, partition, bytes(key), bytes(value)));
    }

    public long send(ProducerRecord<byte[], byte[]> record) {
        try {
            return producer.send(record).get(DEADLINE_SECONDS, TimeUnit.SECONDS).offset();
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError("a record could not be sent to " + name, e);
        }
    }

    /** Appends a record soon; see {@link #flush}. */
    public void sendLater(int partition, @Nullable String key, @Nullable String value) {
        var unused = producer.send(new ProducerRecord<>(name, partition, bytes(key), bytes(value)));
    }

    /** Returns when the broker has all records. */
    public void flush() {
        producer.flush();
    }

    /** A writer with transactions, as another program would have it. */
    public KafkaProducer<byte[], byte[]> transactions(String id, int timeoutMillis) {
        Properties properties = properties(address);
        properties.setProperty("transactional.id", id);
        properties.setProperty("transaction.timeout.ms", Integer.toString(timeoutMillis));
        KafkaProducer<byte[], byte[]> writer =
                new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
        writer.initTransactions();
        return writer;
    }

    public ProducerRecord<byte[], byte[]> record(int partition, @Nullable String key, @Nullable String value) {
        return new ProducerRecord<>(name, partition, bytes(key), bytes(value));
    }

    /** All that a reader of committed records sees now, partition by partition. */
    public List<ConsumerRecord<byte[], byte[]>> committed() {
        return read("read_committed");
    }

    /** All records that are there now, of open and aborted transactions too. */
    public List<ConsumerRecord<byte[], byte[]>> all() {
        return read("read_uncommitted");
    }

    /** The values that a reader of committed records sees now, as text, partition by partition. */
    public List<String> committedValues() {
        return committed().stream()
                .map(record -> record.value() == null ? "null" : text(record.value()))
                .toList();
    }

    public static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Sum of the partitions' ends, for a reader of committed records or of all. */
    public long endOffset(boolean committed) {
        Map<TopicPartition, OffsetSpec> all = new HashMap<>();
        for (int partition = 0; partition < partitions(); partition++) {
            all.put(new TopicPartition(name, partition), OffsetSpec.latest());
        }
        ListOffsetsOptions options =
                new ListOffsetsOptions(committed ? IsolationLevel.READ_COMMITTED : IsolationLevel.READ_UNCOMMITTED);
        return wait(admin.listOffsets(all, options).all()).values().stream()
                .mapToLong(info -> info.offset())
                .sum();
    }

    /** Transactional ids with this beginning that the broker knows. */
    public long transactionalIds(String prefix) {
        return wait(admin.listTransactions().all()).stream()
                .filter(listing -> listing.transactionalId().startsWith(prefix))
                .count();
    }

    /** Where a group stands, by partition. */
    public Map<Integer, Long> groupOffsets(String group) {
        Map<Integer, Long> offsets = new HashMap<>();
        wait(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
                .forEach((partition, offset) -> {
                    if (offset != null && partition.topic().equals(name)) {
                        offsets.put(partition.partition(), offset.offset());
                    }
                });
        return offsets;
    }

    public void groupOffset(String group, int partition, long offset) {
        wait(admin.alterConsumerGroupOffsets(
                        group,
                        Map.of(
                                new TopicPartition(name, partition),
                                new org.apache.kafka.clients.consumer.OffsetAndMetadata(offset)))
                .all());
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(1));
        admin.close(Duration.ofSeconds(1));
    }

    private List<ConsumerRecord<byte[], byte[]>> read(String isolation) {
        Properties properties = properties(address);
        properties.setProperty("isolation.level", isolation);
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(name).stream()
                    .map(info -> new TopicPartition(name, info.partition()))
                    .sorted(Comparator.comparingInt(TopicPartition::partition))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
            while (partitions.stream().anyMatch(each -> consumer.position(each) < ends.getOrDefault(each, 0L))) {
                if (System.nanoTime() > deadline) {
                    throw new AssertionError("topic " + name + " could not be read to " + ends);
                }
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            }
        }
        records.sort(Comparator.<ConsumerRecord<byte[], byte[]>>comparingInt(ConsumerRecord::partition)
                .thenComparingLong(ConsumerRecord::offset));
        return records;
    }

    private void awaitPartitions(int count) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
        while (partitions() != count) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("topic " + name + " has not " + count + " partitions");
            }
            Thread.onSpinWait();
        }
    }

    /** Partitions that have a leader; 0 where there is no such topic. */
    private int partitions() {
        try {
            var topic = admin.describeTopics(List.of(name))
                    .allTopicNames()
                    .get()
                    .values()
                    .iterator()
                    .next();
            Map<TopicPartition, OffsetSpec> all = new HashMap<>();
            for (var partition : topic.partitions()) {
                if (partition.leader() == null) {
                    return -1;
                }
                all.put(new TopicPartition(name, partition.partition()), OffsetSpec.latest());
            }
            admin.listOffsets(all).all().get();
            return all.size();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return 0;
            }
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static Properties properties(String address) {
        Properties properties = new Properties();
        properties.setProperty("bootstrap.servers", address);
        properties.setProperty("enable.metrics.push", "false");
        return properties;
    }

    private static byte @Nullable [] bytes(@Nullable String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    private static <T> T wait(KafkaFuture<T> future) {
        try {
            return future.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError("the broker did not do it", e);
        }
    }
}

package io.alluvium.connector.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.connector.conformance.RecordedContext;
import io.alluvium.connector.conformance.SourceChecks;
import io.alluvium.connector.conformance.TestTable;
import io.alluvium.core.connector.SplitReader;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.testkit.servers.kafka.KafkaBroker;
import io.alluvium.testkit.servers.kafka.TestTopic;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reading topics of a real broker. */
class KafkaSourceTest {
    private KafkaBroker broker;
    private TestTopic topic;

    @BeforeEach
    void topic() {
        broker = KafkaBroker.shared();
        topic = TestTopic.create(broker, "source", 2);
    }

    @AfterEach
    void close() {
        topic.close();
    }

    private TestTable table() {
        return TopicTable.json(broker, topic);
    }

    private TestTable bounded() {
        return table().with("scan.bounded.mode", "latest-offset");
    }

    private void sendFour() {
        topic.send(0, null, TopicTable.row(1, "ann"));
        topic.send(0, null, TopicTable.row(2, "bob"));
        topic.send(1, null, TopicTable.row(3, "cid"));
        topic.send(0, null, TopicTable.row(4, "dee"));
    }

    @Test
    void aBoundedTableEndsWhereItWasWhenTheJobStarted() {
        sendFour();
        assertEquals(List.of("+ 1|ann", "+ 2|bob", "+ 4|dee", "+ 3|cid"), TopicTable.read(bounded()));
        try (KafkaSource source = TopicTable.source(bounded())) {
            List<String> splits = source.splits();
            topic.send(0, null, TopicTable.row(5, "late"));
            try (SplitReader reader = source.open(splits.get(0), null, new RecordedContext())) {
                assertEquals(
                        List.of("+ 1|ann", "+ 2|bob", "+ 4|dee"), TopicTable.poll(reader, rows -> reader.finished()));
                assertFalse(reader.behind());
            }
        }
    }

    @Test
    void readsAndRestoresAtEveryBatch() {
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            topic.sendLater(0, null, TopicTable.row(i, "n" + i));
            expected.add("+ " + i + "|n" + i);
        }
        topic.flush();
        SourceChecks.readsAndRestores(
                () -> {
                    KafkaSource source = TopicTable.source(bounded());
                    source.splits();
                    return source;
                },
                expected);
    }

    @Test
    void helpersParseAPartitionAndItsOrderStays() {
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            topic.sendLater(0, null, TopicTable.row(i, "n" + i));
            expected.add("+ " + i + "|n" + i);
        }
        topic.flush();
        ExecutorService helpers = Executors.newFixedThreadPool(3);
        try {
            SourceChecks.readsAndRestores(
                    () -> {
                        KafkaSource source = TopicTable.source(bounded());
                        source.splits();
                        return source;
                    },
                    () -> new RecordedContext(helpers),
                    expected);
        } finally {
            helpers.shutdownNow();
        }
    }

    @Test
    void helpersReportWhatTheyFindWithTheRows() {
        topic.send(0, null, TopicTable.row(1, "ann"));
        topic.send(0, "k", null);
        topic.send(0, "k", "not json");
        topic.send(0, null, TopicTable.row(2, "bob"));
        ExecutorService helpers = Executors.newFixedThreadPool(2);
        try {
            RecordedContext context = new RecordedContext(helpers);
            assertEquals(List.of("+ 1|ann", "+ 2|bob"), TopicTable.read(bounded(), context));
            assertEquals(Map.of("tombstone", 1L), context.counts());
            assertEquals(topic.name() + ":0:2", context.letters().get(0).position());
            assertEquals(1, context.letters().size());
        } finally {
            helpers.shutdownNow();
        }
    }

    @Test
    void metadataColumnsSayWhereARowStands() {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                topic.name(),
                1,
                1_700_000_000_123L,
                "k".getBytes(StandardCharsets.UTF_8),
                TopicTable.row(1, "ann").getBytes(StandardCharsets.UTF_8));
        record.headers().add("h", "v".getBytes(StandardCharsets.UTF_8));
        topic.send(record);
        topic.send(1, null, TopicTable.row(2, "bob"));
        List<String> rows = TopicTable.read(
                bounded(),
                "topic",
                "partition",
                "offset",
                "timestamp",
                "timestamp-type",
                "idx",
                "generation",
                "row_tag");
        assertEquals(
                "+ 1|ann|" + topic.name()
                        + "|1|0|2023-11-14 22:13:20.123|CreateTime|0|0|00000000010000000000000000000000",
                rows.get(0));
        assertTrue(rows.get(1).endsWith("|00000000010000000000000001000000"), rows.get(1));
        assertEquals(List.of("+ 1|ann|6b|{h=76}", "+ 2|bob|NULL|{}"), TopicTable.read(bounded(), "key", "headers"));
    }

    @Test
    void startModes() {
        sendFour();
        long laterMillis = System.currentTimeMillis() + 60_000;
        ProducerRecord<byte[], byte[]> later = new ProducerRecord<>(
                topic.name(), 0, laterMillis, null, TopicTable.row(5, "later").getBytes(StandardCharsets.UTF_8));
        topic.send(later);
        assertEquals(
                5,
                TopicTable.read(bounded().with("scan.startup.mode", "earliest-offset"))
                        .size());
        assertEquals(List.of(), TopicTable.read(bounded().with("scan.startup.mode", "latest-offset")));
        assertEquals(
                List.of("+ 5|later"),
                TopicTable.read(bounded()
                        .with("scan.startup.mode", "timestamp")
                        .with("scan.startup.timestamp-millis", Long.toString(laterMillis))));
        assertEquals(
                List.of("+ 4|dee", "+ 5|later", "+ 3|cid"),
                TopicTable.read(bounded()
                        .with("scan.startup.mode", "specific-offsets")
                        .with("scan.startup.specific-offsets", "partition:0,offset:2")));
        String group = "g-" + topic.name();
        topic.groupOffset(group, 0, 3);
        assertEquals(List.of("+ 5|later", "+ 3|cid"), TopicTable.read(bounded().with("properties.group.id", group)));
        assertEquals(
                List.of("+ 1|ann", "+ 2|bob"),
                TopicTable.read(table().with("scan.bounded.mode", "specific-offsets")
                        .with("scan.bounded.specific-offsets", "partition:0,offset:2")));
    }

    @Test
    void onlyCommittedRowsAreRead() {
        try (KafkaProducer<byte[], byte[]> writer = topic.transactions("tx-" + topic.name(), 60_000)) {
            writer.beginTransaction();
            writer.send(topic.record(0, null, TopicTable.row(1, "aborted")));
            writer.flush();
            writer.abortTransaction();
            writer.beginTransaction();
            writer.send(topic.record(0, null, TopicTable.row(2, "committed")));
            writer.commitTransaction();
            writer.beginTransaction();
            writer.send(topic.record(0, null, TopicTable.row(3, "open")));
            writer.flush();
            assertEquals(List.of("+ 2|committed"), TopicTable.read(bounded()));
            assertEquals(
                    3,
                    TopicTable.read(bounded().with("properties.isolation.level", "read_uncommitted"))
                            .size());
            writer.abortTransaction();
        }
        assertEquals(List.of("+ 2|committed"), TopicTable.read(bounded()), "markers at the end do not hold it up");
    }

    @Test
    void anUnboundedTableKnowsWhenItIsBehind() {
        sendFour();
        try (KafkaSource source = TopicTable.source(table())) {
            String split = source.splits().get(0);
            try (SplitReader reader = source.open(split, null, new RecordedContext())) {
                assertTrue(reader.behind(), "before the first fetch");
                assertEquals(List.of("+ 1|ann", "+ 2|bob", "+ 4|dee"), TopicTable.drain(reader));
                assertFalse(reader.finished());
                topic.send(0, null, TopicTable.row(5, "eve"));
                source.splits();
                assertEquals(List.of("+ 5|eve"), TopicTable.drain(reader), "a look at the topic tells of it");
            }
        }
    }

    @Test
    void newPartitionsAreReadFromTheirBeginning() {
        TestTable latest = table().with("scan.startup.mode", "latest-offset")
                .with("scan.topic-partition-discovery.interval", "0ms");
        sendFour();
        try (KafkaSource source = TopicTable.source(latest)) {
            assertEquals(2, source.splits().size());
            topic.growTo(3);
            topic.send(2, null, TopicTable.row(9, "new"));
            List<String> splits = source.splits();
            assertEquals(3, splits.size());
            try (SplitReader reader = source.open(splits.get(2), null, new RecordedContext())) {
                assertEquals(List.of("+ 9|new"), TopicTable.poll(reader, 1));
            }
        }
    }

    @Test
    void badRecordsBecomeDeadLettersAndTombstonesAreCounted() {
        topic.send(0, null, TopicTable.row(1, "ann"));
        topic.send(0, "k", null);
        topic.send(0, "k", "not json");
        topic.send(0, null, TopicTable.row(2, "bob"));
        RecordedContext context = new RecordedContext();
        assertEquals(List.of("+ 1|ann", "+ 2|bob"), TopicTable.read(bounded(), context));
        assertEquals(Map.of("tombstone", 1L), context.counts());
        assertEquals(topic.name() + ":0:2", context.letters().get(0).position());
        assertEquals(1, context.letters().size());
    }

    @Test
    void expiredRecordsStopTheJobOrAreCounted() {
        sendFour();
        byte[] position = new KafkaPosition(0, Long.MAX_VALUE).encode();
        topic.expireBefore(0, 2);
        try (KafkaSource source = TopicTable.source(table())) {
            String split = source.splits().get(0);
            SplitReader reader = source.open(split, position, new RecordedContext());
            AlluviumException error = assertThrows(AlluviumException.class, () -> TopicTable.poll(reader, 1));
            assertEquals(ErrorCode.SOURCE_DATA_LOST, error.code());
            assertTrue(error.problem().contains("offset 0 of partition " + topic.name() + "-0"), error.problem());
        }
        RecordedContext context = new RecordedContext();
        try (KafkaSource source = TopicTable.source(table().with("scan.out-of-range", "earliest-offset"))) {
            SplitReader reader = source.open(source.splits().get(0), position, context);
            assertEquals(List.of("+ 4|dee"), TopicTable.poll(reader, 1));
            reader.poll();
            assertEquals(Map.of("records_expired", 2L), context.counts());
        }
    }

    @Test
    void aTopicMadeAnewIsANewGeneration() {
        sendFour();
        TestTable table = table().with("scan.topic-partition-discovery.interval", "0ms");
        List<String> before;
        byte[] position;
        try (KafkaSource source = TopicTable.source(table)) {
            before = source.splits();
            try (SplitReader reader = source.open(before.get(0), null, new RecordedContext())) {
                TopicTable.drain(reader);
                position = reader.position();
                topic.delete();
                topic.make(1);
                topic.send(0, null, TopicTable.row(7, "anew"));
                List<String> after = source.splits();
                assertEquals(1, after.size());
                assertTrue(after.get(0).startsWith(topic.name() + ":1:"), after.get(0));
                assertEquals(List.of(), TopicTable.poll(reader, rows -> reader.finished()), "the old one has ended");
                try (SplitReader next = source.open(after.get(0), null, new RecordedContext())) {
                    assertEquals(List.of("+ 7|anew"), TopicTable.poll(next, 1));
                }
            }
        }
        try (KafkaSource source = TopicTable.source(table, "row_tag")) {
            source.known(before);
            List<String> after = source.splits();
            assertTrue(after.get(0).startsWith(topic.name() + ":1:"), after.get(0));
            RecordedContext context = new RecordedContext();
            try (SplitReader old = source.open(before.get(0), position, context)) {
                assertNull(old.poll());
                assertTrue(old.finished());
                assertEquals(Map.of("topic_recreated", 1L), context.counts());
            }
            try (SplitReader next = source.open(after.get(0), null, context)) {
                assertEquals(List.of("+ 7|anew|00010000000000000000000000000000"), TopicTable.poll(next, 1));
            }
        }
    }

    @Test
    void publishedPositionsAreShownToTheGroup() {
        sendFour();
        String group = "shown-" + topic.name();
        try (KafkaSource source = TopicTable.source(table().with("properties.group.id", group))) {
            String split = source.splits().get(0);
            try (SplitReader reader = source.open(split, null, new RecordedContext())) {
                TopicTable.drain(reader);
                source.published(Map.of(split, reader.position()));
            }
        }
        assertEquals(Map.of(0, 3L), topic.groupOffsets(group));
    }

    @Test
    void whatCannotBeReachedIsNamed() {
        AlluviumException missing = assertThrows(
                AlluviumException.class, () -> TopicTable.read(bounded().with("topic", "no-such-topic")));
        assertEquals(ErrorCode.EXTERNAL_FAILED, missing.code());
        assertTrue(
                missing.problem().contains("no-such-topic") && missing.problem().contains(broker.address()));
        AlluviumException down = assertThrows(
                AlluviumException.class,
                () -> TopicTable.read(bounded()
                        .with("properties.bootstrap.servers", "127.0.0.1:1")
                        .with("properties.default.api.timeout.ms", "300")
                        .with("properties.request.timeout.ms", "200")));
        assertTrue(down.problem().contains("127.0.0.1:1"), down.problem());
        AlluviumException ours = assertThrows(
                AlluviumException.class,
                () -> TopicTable.read(bounded().with("properties.enable.auto.commit", "true")));
        assertEquals(ErrorCode.OPTION_INVALID, ours.code());
    }

    @Test
    void keysAreColumnsWhereTheyHaveAFormat() {
        topic.send(0, "{\"id\":1}", "{\"name\":\"ann\"}");
        topic.send(0, null, "{\"name\":\"no key\"}");
        TestTable keyed = TopicTable.of(broker, topic)
                .with("key.format", "json")
                .with("key.fields", "id")
                .with("value.format", "json")
                .with("value.fields-include", "EXCEPT_KEY")
                .with("value.json.fail-on-missing-field", "true")
                .with("scan.bounded.mode", "latest-offset");
        RecordedContext context = new RecordedContext();
        assertEquals(List.of("+ 1|ann|0"), TopicTable.read(keyed, context, "offset"));
        assertTrue(context.letters().get(0).error().problem().contains("no key"));
    }
}

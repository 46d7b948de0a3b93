package io.alluvium.connector.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.connector.conformance.RowTexts;
import io.alluvium.connector.conformance.SinkChecks;
import io.alluvium.connector.conformance.TestTable;
import io.alluvium.core.connector.ChangeBatch;
import io.alluvium.core.connector.Sink;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.Schema;
import io.alluvium.testkit.servers.kafka.KafkaBroker;
import io.alluvium.testkit.servers.kafka.TestTopic;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Writing topics of a real broker. */
class KafkaSinkTest {
    private static final String JOB = "job-1";

    private KafkaBroker broker;
    private TestTopic topic;

    @BeforeEach
    void topic() {
        broker = KafkaBroker.shared();
        topic = TestTopic.create(broker, "sink", 3);
    }

    @AfterEach
    void close() {
        topic.close();
    }

    private TestTable table() {
        return TopicTable.json(broker, topic);
    }

    private static KafkaSink sink(TestTable table) {
        return new KafkaSink(table.context(new KafkaConnector()), false);
    }

    private static RowBatch rows(Schema schema, Object... idsAndNames) {
        BatchBuilder builder = new BatchBuilder(schema);
        for (int i = 0; i < idsAndNames.length; i += 2) {
            String name = (String) idsAndNames[i + 1];
            builder.appendRow(1, idsAndNames[i], name == null ? null : name.getBytes(StandardCharsets.UTF_8));
        }
        return builder.build();
    }

    private ChangeBatch inserts(Object... idsAndNames) {
        return SinkChecks.inserts(rows(table().schema(), idsAndNames));
    }

    private Map<String, Long> committedRows() {
        return RowTexts.table(TopicTable.read(table().with("scan.bounded.mode", "latest-offset")));
    }

    private static Sink.Commit commit(long version) {
        return new Sink.Commit(JOB, version, 1);
    }

    private static byte[] prepared(Sink.Transactional.Writer writer, long version) {
        return Objects.requireNonNull(writer.prepare(commit(version)));
    }

    @Test
    void preparesCommitsRepeatsAndAborts() {
        SinkChecks.transactional(
                () -> sink(table()),
                this::committedRows,
                rows(table().schema(), 1L, "ann", 2L, null),
                rows(table().schema(), 3L, "cid"));
    }

    @Test
    void whatWasLeftOpenIsAbortedAndReadersGoOn() {
        try (KafkaSink first = sink(table())) {
            first.abortDangling(JOB);
            Sink.Transactional.Writer writer = first.writer(0, 1);
            writer.write(inserts(1L, "never committed"));
            prepared(writer, 10);
            writer.write(inserts(2L, "not even prepared"));
        }
        try (KafkaSink second = sink(table())) {
            second.abortDangling(JOB);
            try (Sink.Transactional.Writer writer = second.writer(0, 2)) {
                writer.write(inserts(3L, "cid"));
                second.commit(commit(20), prepared(writer, 20));
            }
        }
        assertEquals(Map.of("3|cid", 1L), committedRows());
    }

    @Test
    void idsAreFewAndNeverUsedBeforeTheirCommitIsHistory() {
        Set<String> ids = new TreeSet<>();
        byte[] last = new byte[0];
        try (KafkaSink sink = sink(table().with("sink.transactional-id-prefix", topic.name()))) {
            sink.abortDangling(JOB);
            try (Sink.Transactional.Writer writer = sink.writer(0, 1)) {
                for (int version = 1; version <= 30; version++) {
                    writer.write(inserts((long) version, "v"));
                    byte[] committable = prepared(writer, version);
                    writer.write(inserts((long) version, "next"));
                    ids.add(Committable.decode(committable).transaction().transactionalId());
                    sink.commit(commit(version), committable);
                    if (version > 1) {
                        String before = Committable.decode(last).transaction().transactionalId();
                        String now =
                                Committable.decode(committable).transaction().transactionalId();
                        assertTrue(!before.equals(now), "the id of the commit before is still pending");
                    }
                    last = committable;
                }
            }
        }
        assertTrue(ids.size() <= 3, ids.toString());
        assertTrue(topic.transactionalIds(topic.name()) <= 3);
        assertEquals(
                59, committedRows().values().stream().mapToLong(Long::longValue).sum());
        try (KafkaSink again = sink(table().with("sink.transactional-id-prefix", topic.name()))) {
            again.commit(commit(30), last);
            again.abortDangling(JOB);
            try (Sink.Transactional.Writer writer = again.writer(0, 2)) {
                writer.write(inserts(99L, "after"));
                byte[] next = prepared(writer, 31);
                assertTrue(!Committable.decode(next)
                        .transaction()
                        .transactionalId()
                        .equals(Committable.decode(last).transaction().transactionalId()));
                again.commit(commit(30), last);
                again.commit(commit(31), next);
            }
        }
        assertEquals(
                60, committedRows().values().stream().mapToLong(Long::longValue).sum());
    }

    @Test
    void aLostTransactionStopsTheJobAndNamesTheCommit() {
        byte[] taken;
        try (KafkaSink sink = sink(table())) {
            sink.abortDangling(JOB);
            Sink.Transactional.Writer writer = sink.writer(0, 1);
            writer.write(inserts(1L, "ann"));
            taken = prepared(writer, 7);
        }
        String id = Committable.decode(taken).transaction().transactionalId();
        topic.transactions(id, 60_000).close();
        try (KafkaSink sink = sink(table())) {
            AlluviumException lost = assertThrows(AlluviumException.class, () -> sink.commit(commit(7), taken));
            assertEquals(ErrorCode.TRANSACTION_LOST, lost.code());
            assertTrue(lost.problem().contains("commit 7 of job \"job-1\""), lost.problem());
        }
        assertEquals(Map.of(), committedRows());
    }

    @Test
    void aTransactionThatTimedOutIsNeverTakenForCommitted() {
        byte[] late;
        try (KafkaSink sink = sink(table().with("properties.transaction.timeout.ms", "300"))) {
            sink.abortDangling(JOB);
            Sink.Transactional.Writer writer = sink.writer(0, 1);
            writer.write(inserts(1L, "ann"));
            late = prepared(writer, 8);
        }
        TopicTable.awaitEnd(topic);
        try (KafkaSink sink = sink(table())) {
            AlluviumException lost = assertThrows(AlluviumException.class, () -> sink.commit(commit(8), late));
            assertEquals(ErrorCode.TRANSACTION_LOST, lost.code());
        }
    }

    @Test
    void timeoutsThatCannotHoldAreRefusedWithTheArithmetic() {
        Sink.Timing timing = new Sink.Timing(1_000, 600_000, 60_000);
        try (KafkaSink sink = sink(table())) {
            sink.requireTime(timing);
        }
        try (KafkaSink sink = sink(table().with("properties.transaction.timeout.ms", "60000"))) {
            AlluviumException refused = assertThrows(AlluviumException.class, () -> sink.requireTime(timing));
            assertEquals(ErrorCode.OPTION_INVALID, refused.code());
            assertTrue(refused.problem().contains("= 661000 ms"), refused.problem());
        }
        try (KafkaSink sink = sink(table().with("properties.transaction.timeout.ms", "3600000"))) {
            AlluviumException refused = assertThrows(AlluviumException.class, () -> sink.requireTime(timing));
            assertTrue(refused.problem().contains("allows 900000 ms"), refused.problem());
        }
        try (KafkaSink sink = sink(table().with("properties.transaction.timeout.ms", "60000")
                .with("sink.delivery-guarantee", "at-least-once"))) {
            sink.requireTime(timing);
        }
    }

    @Test
    void atLeastOnceIsVisibleAtOnce() {
        try (KafkaSink sink = sink(table().with("sink.delivery-guarantee", "at-least-once"));
                Sink.Transactional.Writer writer = sink.writer(0, 1)) {
            writer.write(inserts(1L, "ann"));
            assertNull(writer.prepare(commit(1)));
            assertEquals(Map.of("1|ann", 1L), committedRows());
        }
    }

    @Test
    void changesOfAKeyStayInItsPartitionInOrder() {
        TestTable changes =
                TopicTable.of(broker, topic).with("format", "canal-json").key("id");
        RowBatch batch = rows(changes.schema(), 1L, "a", 1L, "b", 2L, "x", 3L, null);
        ChangeBatch first = new ChangeBatch(batch, new int[] {-1, -1, -1}, new int[] {0, 2, 3}, 3);
        ChangeBatch second = new ChangeBatch(batch, new int[] {0, 2}, new int[] {1, -1}, 2);
        try (KafkaSink sink = sink(changes)) {
            sink.abortDangling(JOB);
            try (Sink.Transactional.Writer writer = sink.writer(0, 1)) {
                writer.write(first);
                sink.commit(commit(1), prepared(writer, 1));
                writer.write(second);
                sink.commit(commit(2), prepared(writer, 2));
            }
        }
        Map<String, Set<Integer>> partitions = new HashMap<>();
        List<String> versions = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : topic.committed()) {
            String text = TestTopic.text(Objects.requireNonNull(record.value()));
            String id = text.substring(text.indexOf("\"id\":\"") + 6, text.indexOf("\"id\":\"") + 7);
            partitions.computeIfAbsent(id, key -> new TreeSet<>()).add(record.partition());
            versions.add(text.replaceAll(".*\"es\":(\\d+).*", "$1"));
        }
        assertEquals(Set.of("1", "2", "3"), partitions.keySet());
        partitions.forEach((id, all) -> assertEquals(1, all.size(), "partitions of " + id));
        assertEquals(3, versions.stream().filter("1"::equals).count());
        assertEquals(2, versions.stream().filter("2"::equals).count());
        List<String> read = TopicTable.read(TopicTable.of(broker, topic)
                .with("format", "canal-json")
                .key("id")
                .with("scan.bounded.mode", "latest-offset"));
        assertEquals(Map.of("1|b", 1L, "3|NULL", 1L), RowTexts.table(read));
    }

    @Test
    void declaredKeysChoosePartitionsAsEveryClientDoes() {
        TestTable keyed = table().with("key.format", "json").with("key.fields", "name");
        try (KafkaSink sink = sink(keyed)) {
            sink.abortDangling(JOB);
            try (Sink.Transactional.Writer writer = sink.writer(0, 1)) {
                writer.write(inserts(1L, "ann", 2L, null, 3L, "ann", 4L, null));
                sink.commit(commit(1), prepared(writer, 1));
            }
        }
        Map<String, Set<Integer>> partitions = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : topic.committed()) {
            partitions
                    .computeIfAbsent(TestTopic.text(Objects.requireNonNull(record.key())), key -> new TreeSet<>())
                    .add(record.partition());
        }
        assertEquals(Set.of("{\"name\":\"ann\"}", "{\"name\":null}"), partitions.keySet());
        partitions.forEach((key, all) -> {
            byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
            int client =
                    org.apache.kafka.common.utils.Utils.toPositive(org.apache.kafka.common.utils.Utils.murmur2(bytes))
                            % 3;
            assertEquals(Set.of(client), all, key);
        });
    }

    @Test
    void aRowThatIsTooLargeIsNamed() {
        try (TestTopic small = TestTopic.create(broker, "small", 1, Map.of("max.message.bytes", "1000"))) {
            TestTable table = TopicTable.json(broker, small).with("properties.compression.type", "none");
            try (KafkaSink sink = sink(table)) {
                sink.abortDangling(JOB);
                Sink.Transactional.Writer writer = sink.writer(0, 1);
                writer.write(inserts(1L, "x".repeat(5000)));
                AlluviumException tooLarge = assertThrows(AlluviumException.class, () -> writer.prepare(commit(1)));
                assertEquals(ErrorCode.RECORD_TOO_LARGE, tooLarge.code());
                assertTrue(tooLarge.problem().contains(small.name()), tooLarge.problem());
            }
        }
    }

    @Test
    void aTopicThatIsNotThereIsNamed() {
        AlluviumException missing =
                assertThrows(AlluviumException.class, () -> sink(table().with("topic", "no-such-topic")));
        assertTrue(missing.problem().contains("no-such-topic"), missing.problem());
    }
}

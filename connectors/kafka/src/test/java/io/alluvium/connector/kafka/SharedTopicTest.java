package io.alluvium.connector.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.connector.conformance.RecordedContext;
import io.alluvium.connector.conformance.TestTable;
import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.RecordDecoder;
import io.alluvium.core.connector.Source;
import io.alluvium.core.connector.SplitReader;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.testkit.servers.kafka.KafkaBroker;
import io.alluvium.testkit.servers.kafka.TestTopic;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Several tables of a job over one topic. */
class SharedTopicTest {
    private static final KafkaConnector CONNECTOR = new KafkaConnector();

    private KafkaBroker broker;
    private TestTopic topic;

    @BeforeEach
    void topic() {
        broker = KafkaBroker.shared();
        topic = TestTopic.create(broker, "shared", 1);
    }

    @AfterEach
    void close() {
        topic.close();
    }

    private TestTable table(String mysqlTable) {
        return TestTable.of(new Field("id", DataType.bigint()), new Field("name", DataType.string()))
                .named("ods." + mysqlTable)
                .with("format", "canal-json")
                .with("canal-json.table.include", mysqlTable)
                .with("topic", topic.name())
                .with("properties.bootstrap.servers", broker.address())
                .with("properties.client.id", topic.name())
                .with("properties.metric.reporters", "org.apache.kafka.common.metrics.JmxReporter");
    }

    private static String message(String mysqlTable, int id) {
        return "{\"type\":\"INSERT\",\"database\":\"shop\",\"table\":\"" + mysqlTable + "\",\"data\":[{\"id\":\"" + id
                + "\",\"name\":\"n" + id + "\"}],\"old\":null}";
    }

    private static List<Source> open(TestTable... tables) {
        List<ConnectorFactory.Reading> readings = new ArrayList<>();
        for (TestTable table : tables) {
            readings.add(new ConnectorFactory.Reading(table.context(CONNECTOR), table.request(CONNECTOR)));
        }
        return CONNECTOR.sources(readings);
    }

    private static SplitReader only(Source source) {
        return only(source, null);
    }

    private static SplitReader only(Source source, byte @Nullable [] position) {
        return source.open(source.splits().get(0), position, new RecordedContext());
    }

    private void awaitGroup(long offset) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (true) {
            Map<Integer, Long> offsets = topic.groupOffsets(topic.name() + "-group");
            if (offsets.equals(Map.of(0, offset))) {
                return;
            }
            if (System.nanoTime() > deadline) {
                throw new AssertionError("the group stands at " + offsets);
            }
        }
    }

    private double recordsFetched() throws JMException {
        ObjectName name =
                new ObjectName("kafka.consumer:type=consumer-fetch-manager-metrics,client-id=" + topic.name());
        return (Double) ManagementFactory.getPlatformMBeanServer().getAttribute(name, "records-consumed-total");
    }

    @Test
    void aRecordIsFetchedOnceForAllTables() throws JMException {
        for (int i = 0; i < 3000; i++) {
            topic.sendLater(0, null, message("t" + i % 3, i));
        }
        topic.flush();
        List<Source> sources = open(table("t0"), table("t1"), table("t2"));
        List<SplitReader> readers = sources.stream().map(SharedTopicTest::only).toList();
        for (int t = 0; t < 3; t++) {
            List<String> rows = TopicTable.poll(readers.get(t), 1000);
            int table = t;
            assertEquals(
                    IntStream.range(0, 1000)
                            .mapToObj(i -> "+ " + (3 * i + table) + "|n" + (3 * i + table))
                            .toList(),
                    rows);
        }
        // opening one table after the other may fetch the first records again
        assertTrue(recordsFetched() <= 6000, () -> "records fetched");
        readers.forEach(SplitReader::close);
        sources.get(1).close();
        topic.send(0, null, message("t0", 9000));
        try (SplitReader again = only(sources.get(0))) {
            assertTrue(TopicTable.poll(again, 1001).contains("+ 9000|n9000"));
        }
        sources.forEach(Source::close);
    }

    @Test
    void tablesStandAtOffsetsOfTheirOwn() {
        for (int i = 0; i < 2000; i++) {
            topic.sendLater(0, null, message("t" + i % 2, i));
        }
        topic.flush();
        byte[] behind;
        List<Source> first = open(table("t0"));
        try (SplitReader reader = only(first.get(0))) {
            TopicTable.poll(reader, 1000);
            behind = reader.position();
        }
        first.forEach(Source::close);
        topic.send(0, null, message("t0", 2000));
        List<Source> sources = open(table("t0"), table("t1"));
        try (SplitReader ahead = only(sources.get(0), behind);
                SplitReader fromStart = only(sources.get(1))) {
            assertEquals(List.of("+ 2000|n2000"), TopicTable.poll(ahead, 1));
            assertEquals(1000, TopicTable.poll(fromStart, 1000).size());
            topic.send(0, null, message("t1", 2001));
            topic.send(0, null, message("t0", 2002));
            assertEquals(List.of("+ 2001|n2001"), TopicTable.poll(fromStart, 1));
            assertEquals(List.of("+ 2002|n2002"), TopicTable.poll(ahead, 1));
        }
        sources.forEach(Source::close);
    }

    @Test
    void aTableThatIsNotReadHoldsTheOthersBackAndLetsGo() {
        String wide = "x".repeat(100_000);
        int records = 800; // 80 MB, beyond what is kept of a partition
        for (int i = 0; i < records; i++) {
            topic.sendLater(0, null, message("t0", i).replace("n" + i, wide));
        }
        topic.flush();
        List<Source> sources = open(table("t0"), table("t1"));
        SplitReader slow = only(sources.get(1));
        try (SplitReader reader = only(sources.get(0))) {
            List<String> some = TopicTable.poll(reader, 50);
            slow.close();
            int left = records - some.size();
            assertEquals(left, TopicTable.poll(reader, left).size());
        }
        sources.forEach(Source::close);
    }

    @Test
    void theGroupStandsWhereTheLastTableDoes() {
        TestTable t0 = table("t0").with("properties.group.id", topic.name() + "-group");
        TestTable t1 = table("t1").with("properties.group.id", topic.name() + "-group");
        for (int i = 0; i < 10; i++) {
            topic.send(0, null, message("t" + i % 2, i));
        }
        List<Source> sources = open(t0, t1);
        try (SplitReader a = only(sources.get(0));
                SplitReader b = only(sources.get(1))) {
            byte[] start = b.position();
            TopicTable.drain(a);
            TopicTable.drain(b);
            String split = sources.get(0).splits().get(0);
            sources.get(1).published(Map.of(split, start));
            sources.get(0).published(Map.of(split, a.position()));
            awaitGroup(0);
            sources.get(1).published(Map.of(split, b.position()));
            awaitGroup(10);
        }
        sources.forEach(Source::close);
    }

    @Test
    void aTopicMadeAnewEndsTheOldSplitsOfAllTables() {
        topic.send(0, null, message("t0", 1));
        topic.send(0, null, message("t1", 2));
        List<Source> sources = open(
                table("t0").with("scan.topic-partition-discovery.interval", "1 ms"),
                table("t1").with("scan.topic-partition-discovery.interval", "1 ms"));
        try (SplitReader a = only(sources.get(0));
                SplitReader b = only(sources.get(1))) {
            assertEquals(List.of("+ 1|n1"), TopicTable.poll(a, 1));
            assertEquals(List.of("+ 2|n2"), TopicTable.poll(b, 1));
            topic.delete();
            topic.make(1);
            topic.send(0, null, message("t1", 3));
            topic.send(0, null, message("t0", 4));
            List<String> splits = sources.get(0).splits();
            assertEquals(1, splits.size());
            try (SplitReader newA = sources.get(0).open(splits.get(0), null, new RecordedContext())) {
                // the other table has not looked yet: its old split ends all the same
                assertEquals(List.of("+ 4|n4"), TopicTable.poll(newA, 1));
                assertEquals(Collections.emptyList(), TopicTable.poll(b, rows -> b.finished()));
                assertEquals(splits, sources.get(1).splits());
                try (SplitReader newB = sources.get(1).open(splits.get(0), null, new RecordedContext())) {
                    assertEquals(List.of("+ 3|n3"), TopicTable.poll(newB, 1));
                }
            }
        }
        sources.forEach(Source::close);
    }

    @Test
    void anEnvelopeIsParsedOnce() {
        byte[] value = message("t0", 1).getBytes(StandardCharsets.UTF_8);
        FetchedRecord record = new FetchedRecord(new ConsumerRecord<>("t", 0, 0, new byte[0], value));
        AtomicInteger parses = new AtomicInteger();
        RecordDecoder canal = TestTable.of(new Field("id", DataType.bigint())).decoder("canal-json");
        RecordDecoder counted = new RecordDecoder() {
            @Override
            public @Nullable Envelope envelope(byte[] data, int start, int length) {
                parses.incrementAndGet();
                return canal.envelope(data, start, length);
            }

            @Override
            public void decode(byte[] data, int start, int length, Rows rows) {
                throw new AssertionError("has its envelope");
            }
        };
        RecordDecoder.Envelope first = record.envelope(value, counted);
        assertNotNull(first);
        assertSame(first, record.envelope(value, counted));
        assertEquals(1, parses.get());
    }
}

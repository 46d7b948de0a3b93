package io.alluvium.connector.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.connector.conformance.RecordedContext;
import io.alluvium.connector.conformance.RowTexts;
import io.alluvium.connector.conformance.TestTable;
import io.alluvium.core.connector.ChangeBatch;
import io.alluvium.core.connector.Sink;
import io.alluvium.core.connector.Source;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.testkit.servers.kafka.KafkaBroker;
import io.alluvium.testkit.servers.kafka.TestTopic;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Topics whose last record of each key counts. */
class UpsertKafkaTest {
    private final UpsertKafkaConnector connector = new UpsertKafkaConnector();
    private KafkaBroker broker;
    private TestTopic topic;

    @BeforeEach
    void topic() {
        broker = KafkaBroker.shared();
        topic = TestTopic.create(broker, "upsert", 1);
    }

    @AfterEach
    void close() {
        topic.close();
    }

    private TestTable table() {
        return TestTable.of(
                        new Field("id", DataType.bigint().withNullable(false)), new Field("name", DataType.string()))
                .named("dwd.users")
                .key("id")
                .with("topic", topic.name())
                .with("properties.bootstrap.servers", broker.address())
                .with("key.format", "json")
                .with("value.format", "json");
    }

    private List<String> read(TestTable table, RecordedContext context, String... metadata) {
        TestTable bounded = table.with("scan.bounded.mode", "latest-offset");
        try (Source source = new KafkaSource(bounded.context(connector), bounded.request(connector, metadata), true)) {
            return RowTexts.read(source, context);
        }
    }

    @Test
    void tombstonesRemoveTheKeyAndForeignRecordsAreDeadLetters() {
        topic.send(0, "{\"id\":1}", "{\"id\":1,\"name\":\"ann\"}");
        topic.send(0, "{\"id\":1}", "{\"id\":1,\"name\":\"bob\"}");
        topic.send(0, "{\"id\":2}", "{\"id\":2,\"name\":\"cid\"}");
        topic.send(0, "{\"id\":1}", null);
        topic.send(0, null, "{\"id\":3,\"name\":\"no key\"}");
        topic.send(0, "42", "{\"id\":4}");
        topic.send(0, "{\"id\":5}", "no json");
        RecordedContext context = new RecordedContext();
        assertEquals(List.of("+ 1|ann|0", "+ 1|bob|1", "+ 2|cid|2", "- 1|NULL|3"), read(table(), context, "offset"));
        assertEquals(3, context.letters().size());
        assertTrue(context.letters().get(0).error().problem().contains("has no key"));
        assertTrue(context.letters().get(1).error().problem().startsWith("key of the record"));
    }

    @Test
    void writesUpsertsAndTombstonesThatComeBack() {
        TestTable table = table();
        BatchBuilder builder = new BatchBuilder(table.schema());
        builder.appendRow(1, 1L, "ann".getBytes(StandardCharsets.UTF_8));
        builder.appendRow(1, 1L, "bob".getBytes(StandardCharsets.UTF_8));
        builder.appendRow(1, 2L, null);
        RowBatch rows = builder.build();
        try (KafkaSink sink = new KafkaSink(table.context(connector), true)) {
            sink.abortDangling("job");
            try (Sink.Transactional.Writer writer = sink.writer(0, 1)) {
                writer.write(new ChangeBatch(rows, new int[] {-1, -1}, new int[] {0, 2}, 2));
                Sink.Commit one = new Sink.Commit("job", 1, 1);
                sink.commit(one, Objects.requireNonNull(writer.prepare(one)));
                writer.write(new ChangeBatch(rows, new int[] {0, 2}, new int[] {1, -1}, 2));
                Sink.Commit two = new Sink.Commit("job", 2, 1);
                sink.commit(two, Objects.requireNonNull(writer.prepare(two)));
            }
        }
        assertEquals(
                List.of(
                        "{\"id\":1,\"name\":\"ann\"}",
                        "{\"id\":2,\"name\":null}",
                        "{\"id\":1,\"name\":\"bob\"}",
                        "null"),
                topic.committedValues());
        assertEquals(List.of("+ 1|ann", "+ 2|NULL", "+ 1|bob", "- 2|NULL"), read(table(), new RecordedContext()));
    }

    @Test
    void changeFormatsAreRefused() {
        AlluviumException refused = assertThrows(
                AlluviumException.class, () -> read(table().with("value.format", "canal-json"), new RecordedContext()));
        assertTrue(refused.problem().contains("canal-json"), refused.problem());
    }
}

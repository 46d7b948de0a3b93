package io.alluvium.connector.kafka;

import io.alluvium.connector.conformance.RecordedContext;
import io.alluvium.connector.conformance.RowTexts;
import io.alluvium.connector.conformance.TestTable;
import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.connector.Source;
import io.alluvium.core.connector.SplitReader;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.testkit.servers.kafka.KafkaBroker;
import io.alluvium.testkit.servers.kafka.TestTopic;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Tables over test topics, and readers that wait for what they expect. */
final class TopicTable {
    private TopicTable() {}

    /** A table of id and name over a topic, in JSON. */
    static TestTable json(KafkaBroker broker, TestTopic topic) {
        return of(broker, topic).with("format", "json");
    }

    static TestTable of(KafkaBroker broker, TestTopic topic) {
        return TestTable.of(new Field("id", DataType.bigint()), new Field("name", DataType.string()))
                .named("ods.orders")
                .with("topic", topic.name())
                .with("properties.bootstrap.servers", broker.address());
    }

    static String row(long id, String name) {
        return "{\"id\":" + id + ",\"name\":\"" + name + "\"}";
    }

    static KafkaSource source(TestTable table, String... metadata) {
        KafkaConnector connector = new KafkaConnector();
        ScanRequest request = table.request(connector, metadata);
        return new KafkaSource(table.context(connector), request, false);
    }

    /** All rows of a bounded table, as text, split after split. */
    static List<String> read(TestTable table, String... metadata) {
        return read(table, new RecordedContext(), metadata);
    }

    static List<String> read(TestTable table, RecordedContext context, String... metadata) {
        try (Source source = source(table, metadata)) {
            return RowTexts.read(source, context);
        }
    }

    /** Polls until the rows read so far are as wanted. */
    static List<String> poll(SplitReader reader, Predicate<List<String>> wanted) {
        List<String> lines = new ArrayList<>();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!wanted.test(lines)) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("rows so far: " + lines);
            }
            RowBatch batch = reader.poll();
            if (batch != null) {
                lines.addAll(RowTexts.of(batch));
            }
        }
        return lines;
    }

    static List<String> poll(SplitReader reader, int rows) {
        return poll(reader, lines -> lines.size() >= rows);
    }

    /** Returns when no transaction is open in the topic: a reader of committed rows gets to its very end. */
    static void awaitEnd(TestTopic topic) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (topic.endOffset(true) < topic.endOffset(false)) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("a transaction stays open in " + topic.name());
            }
        }
    }

    /** Polls until the reader has nothing more and knows it. */
    static List<String> drain(SplitReader reader) {
        List<String> lines = new ArrayList<>();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (true) {
            RowBatch batch = reader.poll();
            if (batch != null) {
                lines.addAll(RowTexts.of(batch));
            } else if (!reader.behind()) {
                return lines;
            }
            if (System.nanoTime() > deadline) {
                throw new AssertionError("rows so far: " + lines);
            }
        }
    }
}

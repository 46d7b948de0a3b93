package io.alluvium.connector.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.alluvium.connector.conformance.RecordedContext;
import io.alluvium.connector.conformance.SinkChecks;
import io.alluvium.connector.conformance.TestTable;
import io.alluvium.core.connector.Sink;
import io.alluvium.core.connector.SplitReader;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.testkit.servers.kafka.KafkaBroker;
import io.alluvium.testkit.servers.kafka.TestTopic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A broker that is killed without warning while a table is read and a commit is prepared. */
class BrokerFailureTest {
    @Test
    void readingGoesOnAndWhatWasPreparedCommitsWhenTheBrokerIsBack() throws IOException {
        Sink.Commit commit = new Sink.Commit("job", 1, 1);
        try (KafkaBroker broker = KafkaBroker.forked();
                TestTopic topic = TestTopic.create(broker, "failure", 1)) {
            TestTable table = TopicTable.json(broker, topic)
                    .with("properties.default.api.timeout.ms", "2000")
                    .with("properties.request.timeout.ms", "1000");
            topic.send(0, null, TopicTable.row(1, "ann"));
            try (KafkaSource source = TopicTable.source(table);
                    SplitReader reader = source.open(source.splits().get(0), null, new RecordedContext())) {
                assertEquals(List.of("+ 1|ann"), TopicTable.poll(reader, 1));
                byte[] prepared;
                try (KafkaSink sink =
                        new KafkaSink(TopicTable.json(broker, topic).context(new KafkaConnector()), false)) {
                    sink.abortDangling("job");
                    Sink.Transactional.Writer writer = sink.writer(0, 1);
                    BatchBuilder rows = new BatchBuilder(table.schema());
                    rows.appendRow(1, 2L, "bob".getBytes(StandardCharsets.UTF_8));
                    writer.write(SinkChecks.inserts(rows.build()));
                    prepared = Objects.requireNonNull(writer.prepare(commit));
                }
                broker.kill();
                assertEquals(1, source.splits().size(), "an outage is borne for a while");
                broker.start();
                try (KafkaSink heir =
                        new KafkaSink(TopicTable.json(broker, topic).context(new KafkaConnector()), false)) {
                    heir.commit(commit, prepared);
                    heir.abortDangling("job");
                }
                assertEquals(List.of("+ 2|bob"), TopicTable.poll(reader, 1));
            }
        }
    }
}

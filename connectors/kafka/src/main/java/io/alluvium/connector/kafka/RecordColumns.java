package io.alluvium.connector.kafka;

import io.alluvium.core.connector.MetadataSpec;
import io.alluvium.core.connector.RowTag;
import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.ColumnBuilder;
import io.alluvium.core.row.NestedValues;
import io.alluvium.core.type.DataType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Fills the metadata columns that Kafka itself offers. Used by one thread. */
final class RecordColumns {
    private static final DataType.MapOf HEADERS =
            (DataType.MapOf) DataType.map(DataType.string().withNullable(false), DataType.bytes());
    /** Topics of one table share the tag's three bytes for partitions: one for the topic, two for its partition. */
    private static final int TOPIC_SHIFT = 16;

    static final List<MetadataSpec> SPECS = List.of(
            new MetadataSpec("topic", DataType.string().withNullable(false), "The topic of the record."),
            new MetadataSpec("partition", DataType.integer().withNullable(false), "The partition of the record."),
            new MetadataSpec("offset", DataType.bigint().withNullable(false), "The record's offset in its partition."),
            new MetadataSpec(
                    "timestamp",
                    DataType.timestampLtz(3).withNullable(false),
                    "Time of the record, set by its writer or the broker."),
            new MetadataSpec(
                    "timestamp-type",
                    DataType.string().withNullable(false),
                    "CreateTime, LogAppendTime or NoTimestampType."),
            new MetadataSpec("headers", HEADERS.withNullable(false), "The headers; of equal names the last one."),
            new MetadataSpec(
                    "leader-epoch", DataType.integer(), "Leader epoch of the record, where the broker says it."),
            new MetadataSpec("key", DataType.bytes(), "The key's bytes."),
            new MetadataSpec(
                    "idx", DataType.integer().withNullable(false), "Position of the row inside its record, from 0."),
            new MetadataSpec(
                    "generation", DataType.integer().withNullable(false), "Counts how often the topic was made anew."),
            new MetadataSpec(
                    "row_tag",
                    new DataType.Binary(RowTag.SIZE, true, false),
                    "Generation, partition, offset and idx as one comparable value."));
    static final Set<String> KEYS = SPECS.stream().map(MetadataSpec::key).collect(Collectors.toUnmodifiableSet());

    private final SplitId split;
    private final int tagPartition;
    private final byte[] topic;
    private final byte[] tag = new byte[RowTag.SIZE];
    private final List<Filler> fillers = new ArrayList<>();
    private @Nullable ConsumerRecord<byte[], byte[]> record;

    private interface Filler {
        void fill(BatchBuilder builder, ConsumerRecord<byte[], byte[]> record, int index);
    }

    RecordColumns(ScanRequest request, SplitId split, int topicIndex) {
        this.split = split;
        this.tagPartition = Math.max(0, topicIndex) << TOPIC_SHIFT | split.partition();
        this.topic = split.topic().getBytes(StandardCharsets.UTF_8);
        int first = request.physicalColumns().size();
        for (int i = 0; i < request.metadataKeys().size(); i++) {
            int column = first + i;
            if (KEYS.contains(request.metadataKeys().get(i))) {
                fillers.add(filler(request.metadataKeys().get(i), column));
            }
        }
    }

    void record(ConsumerRecord<byte[], byte[]> current) {
        record = current;
    }

    void fill(BatchBuilder builder, int index) {
        ConsumerRecord<byte[], byte[]> current = current();
        for (Filler filler : fillers) {
            filler.fill(builder, current, index);
        }
    }

    byte[] tag(int index) {
        return RowTag.of(split.generation(), tagPartition, current().offset(), index);
    }

    private Filler filler(String key, int column) {
        return switch (key) {
            case "topic" -> (builder, at, index) -> builder.column(column).appendBytes(topic);
            case "partition" -> (builder, at, index) -> builder.column(column).appendLong(split.partition());
            case "offset" -> (builder, at, index) -> builder.column(column).appendLong(at.offset());
            case "timestamp" -> (builder, at, index) -> builder.column(column).appendLong(at.timestamp() * 1000);
            case "timestamp-type" -> (builder, at, index) -> builder.column(column)
                    .appendBytes(at.timestampType().toString().getBytes(StandardCharsets.UTF_8));
            case "headers" -> (builder, at, index) -> builder.column(column).appendBytes(headers(at));
            case "leader-epoch" -> (builder, at, index) -> builder.column(column)
                    .append(at.leaderEpoch().map(Integer::longValue).orElse(null));
            case "key" -> (builder, at, index) -> bytes(builder.column(column), at.key());
            case "idx" -> (builder, at, index) -> builder.column(column).appendLong(index);
            case "generation" -> (builder, at, index) -> builder.column(column).appendLong(split.generation());
            case "row_tag" -> (builder, at, index) -> {
                RowTag.write(split.generation(), tagPartition, at.offset(), index, tag);
                builder.column(column).appendBytes(tag);
            };
            default -> throw new AssertionError(key);
        };
    }

    private ConsumerRecord<byte[], byte[]> current() {
        if (record == null) {
            throw new IllegalStateException("no record of " + split);
        }
        return record;
    }

    private static void bytes(ColumnBuilder target, byte @Nullable [] value) {
        if (value == null) {
            target.appendNull();
        } else {
            target.appendBytes(value);
        }
    }

    private static byte[] headers(ConsumerRecord<byte[], byte[]> record) {
        Map<Object, @Nullable Object> entries = new LinkedHashMap<>();
        // equal names have to meet as equal texts, which arrays do not
        Map<String, byte @Nullable []> byName = new LinkedHashMap<>();
        for (Header header : record.headers()) {
            byName.put(header.key(), header.value());
        }
        byName.forEach((name, value) -> entries.put(name.getBytes(StandardCharsets.UTF_8), value));
        return NestedValues.map(HEADERS, entries);
    }
}

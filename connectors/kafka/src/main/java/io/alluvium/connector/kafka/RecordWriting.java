package io.alluvium.connector.kafka;

import io.alluvium.core.connector.ChangeBatch;
import io.alluvium.core.connector.RecordEncoder;
import io.alluvium.core.connector.TableContext;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.ValueText;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.Schema;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Turns changes into records. Rows of one key go into one partition: by the key's bytes as any Kafka client would choose where keys
 * have a format, else by the text of the key columns. Used by one thread.
 */
final class RecordWriting {
    private final TableContext context;
    private final String topic;
    private final int partitions;
    private final boolean upsert;
    private final boolean roundRobin;
    private final RecordFormats formats;
    private final RecordEncoder value;
    private final @Nullable RecordEncoder key;
    private final int[] valueColumns;
    private final int[] keyColumns;
    private final ByteArrayOutputStream buffer = new ByteArrayOutputStream(1024);
    private int nextPartition;

    RecordWriting(TableContext context, String topic, int partitions, boolean upsert) {
        this.context = context;
        this.topic = topic;
        this.partitions = partitions;
        this.upsert = upsert;
        this.roundRobin = context.options().text(KafkaOptions.PARTITIONER).equals("round-robin");
        this.formats = RecordFormats.of(context.table(), context.formats(), upsert);
        Schema schema = context.table().schema();
        this.value = formats.value().format().encoder(formats.value().context(context));
        RecordFormats.Part part = formats.key();
        this.key = part == null ? null : part.format().encoder(part.context(context));
        this.valueColumns = formats.value().table().schema().fields().stream()
                .mapToInt(field -> schema.indexOf(field.name()))
                .toArray();
        List<String> keys = formats.keyColumns().isEmpty() ? context.table().primaryKey() : formats.keyColumns();
        this.keyColumns = keys.stream().mapToInt(schema::indexOf).toArray();
    }

    /** True where records carry the version of their commit, so that they can be written with it only. */
    boolean needsVersion() {
        return formats.value().format().writesChanges()
                && !context.table().primaryKey().isEmpty();
    }

    void write(ChangeBatch changes, long version, Consumer<ProducerRecord<byte[], byte[]>> target) {
        RowBatch rows = changes.rows();
        RowBatch values = project(rows, valueColumns, formats.value().table().schema());
        RowBatch keys = rows;
        RecordFormats.Part part = formats.key();
        if (part != null) {
            keys = project(rows, keyColumns, part.table().schema());
        }
        for (int i = 0; i < changes.size(); i++) {
            int before = changes.before()[i];
            int after = changes.after()[i];
            byte[] newKey = after < 0 ? null : keyBytes(keys, after);
            byte[] oldKey = before < 0 ? null : keyBytes(keys, before);
            Integer into = after < 0 ? null : partition(rows, after, newKey);
            Integer from = before < 0 ? null : partition(rows, before, oldKey);
            if (upsert) {
                int row = after < 0 ? before : after;
                byte[] bytes = after < 0 ? null : encoded(value, values, -1, after, version);
                target.accept(
                        new ProducerRecord<>(topic, row == after ? into : from, row == after ? newKey : oldKey, bytes));
            } else if (into != null && from != null && !into.equals(from)) {
                // the row moves into another partition: readers of the old one have to see it go
                target.accept(new ProducerRecord<>(topic, from, oldKey, encoded(value, values, before, -1, version)));
                target.accept(new ProducerRecord<>(topic, into, newKey, encoded(value, values, -1, after, version)));
            } else {
                target.accept(new ProducerRecord<>(
                        topic,
                        after < 0 ? from : into,
                        after < 0 ? oldKey : newKey,
                        encoded(value, values, before, after, version)));
            }
        }
    }

    private byte @Nullable [] keyBytes(RowBatch keys, int row) {
        return key == null ? null : encoded(key, keys, -1, row, 0);
    }

    private byte[] encoded(RecordEncoder encoder, RowBatch rows, int before, int after, long version) {
        buffer.reset();
        encoder.encode(rows, before, after, version, buffer);
        return buffer.toByteArray();
    }

    /** The partition of a row; null leaves the choice to the client. */
    private @Nullable Integer partition(RowBatch rows, int row, byte @Nullable [] recordKey) {
        if (roundRobin) {
            nextPartition = (nextPartition + 1) % partitions;
            return nextPartition;
        }
        if (recordKey != null) {
            return hash(recordKey);
        }
        if (keyColumns.length == 0) {
            return null;
        }
        return hash(keyText(rows, row).getBytes(StandardCharsets.UTF_8));
    }

    private int hash(byte[] bytes) {
        return Utils.toPositive(Utils.murmur2(bytes)) % partitions;
    }

    /** The texts of the key columns with _ between them; NULL is a text of its own. */
    private String keyText(RowBatch rows, int row) {
        StringBuilder text = new StringBuilder();
        Schema schema = context.table().schema();
        for (int i = 0; i < keyColumns.length; i++) {
            Column column = rows.column(keyColumns[i]);
            DataType type = schema.type(keyColumns[i]);
            Object one = column.value(row);
            text.append(i == 0 ? "" : "_").append(one == null ? "\u0000" : ValueText.render(one, type, ZoneOffset.UTC));
        }
        return text.toString();
    }

    private static RowBatch project(RowBatch rows, int[] columns, Schema schema) {
        Column[] chosen = new Column[columns.length];
        for (int i = 0; i < columns.length; i++) {
            chosen[i] = rows.column(columns[i]);
        }
        return rows.withColumns(schema, List.of(chosen));
    }
}

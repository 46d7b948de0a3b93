package io.alluvium.connector.kafka;

import io.alluvium.core.connector.RecordDecoder;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** A record on its way to the tables that read it, which parse its envelope once. Thread-safe. */
final class FetchedRecord {
    private final ConsumerRecord<byte[], byte[]> record;
    private volatile RecordDecoder.@Nullable Envelope envelope;

    FetchedRecord(ConsumerRecord<byte[], byte[]> record) {
        this.record = record;
    }

    ConsumerRecord<byte[], byte[]> record() {
        return record;
    }

    /**
     * The envelope of the value as the first reader's format has it: readers of another format get one that they do not know, and
     * read their own. Two readers that meet here first may both parse; their answers are equal.
     */
    RecordDecoder.@Nullable Envelope envelope(byte[] value, RecordDecoder decoder) {
        RecordDecoder.Envelope known = envelope;
        if (known == null) {
            known = decoder.envelope(value, 0, value.length);
            envelope = known;
        }
        return known;
    }
}

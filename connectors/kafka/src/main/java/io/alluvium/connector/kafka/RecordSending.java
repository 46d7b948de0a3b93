package io.alluvium.connector.kafka;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;

/** Sends the records of one writer and keeps the first failure, which arrives on the client's thread. */
final class RecordSending {
    private final KafkaClients clients;
    private final String topic;
    private volatile @Nullable Throwable failure;

    RecordSending(KafkaClients clients, String topic) {
        this.clients = clients;
        this.topic = topic;
    }

    void send(KafkaProducer<byte[], byte[]> producer, ProducerRecord<byte[], byte[]> record) {
        check();
        int size =
                (record.key() == null ? 0 : record.key().length) + (record.value() == null ? 0 : record.value().length);
        try {
            var unused = producer.send(record, (metadata, error) -> {
                if (error != null && failure == null) {
                    failure = tooLarge(error) ? tooLarge(size, error) : error;
                }
            });
        } catch (KafkaException e) {
            throw tooLarge(e) ? tooLarge(size, e) : failed(e);
        }
    }

    /** Returns when the brokers have all records. */
    void flush(KafkaProducer<byte[], byte[]> producer) {
        try {
            producer.flush();
        } catch (KafkaException e) {
            throw failed(e);
        }
        check();
    }

    AlluviumException failed(Throwable error) {
        if (error instanceof AlluviumException known) {
            return known;
        }
        if (error instanceof ProducerFencedException || error instanceof InvalidProducerEpochException) {
            return new AlluviumException(
                    ErrorCode.EXTERNAL_FAILED,
                    "kafka at " + clients.address() + ": the open transaction into topic \"" + topic
                            + "\" was ended by the brokers: it had timed out, or another process uses the same transactional ids",
                    "its rows are written again after a restart from the last checkpoint",
                    error);
        }
        return clients.failed("writing topic \"" + topic + "\"", error);
    }

    private void check() {
        Throwable first = failure;
        if (first != null) {
            throw failed(first);
        }
    }

    private static boolean tooLarge(Throwable error) {
        return error instanceof RecordTooLargeException || error.getCause() instanceof RecordTooLargeException;
    }

    private AlluviumException tooLarge(int size, Throwable error) {
        return new AlluviumException(
                ErrorCode.RECORD_TOO_LARGE,
                "a row of " + size + " bytes is too large for topic \"" + topic + "\" of kafka at " + clients.address()
                        + ": " + error.getMessage(),
                "raise 'properties.max.request.size' and the topic's max.message.bytes, or write less into the row",
                error);
    }
}

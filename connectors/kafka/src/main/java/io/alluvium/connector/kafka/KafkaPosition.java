package io.alluvium.connector.kafka;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.nio.ByteBuffer;

/**
 * Where a partition is read on.
 *
 * @param next offset of the next record
 * @param stop offset where reading ends, or {@link Long#MAX_VALUE}
 */
record KafkaPosition(long next, long stop) {
    private static final byte VERSION = 1;

    byte[] encode() {
        return ByteBuffer.allocate(17).put(VERSION).putLong(next).putLong(stop).array();
    }

    static KafkaPosition decode(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        byte version = buffer.get();
        if (version != VERSION) {
            throw new AlluviumException(
                    ErrorCode.STATE_VERSION,
                    "position of a Kafka partition has version " + version + ", known is " + VERSION);
        }
        return new KafkaPosition(buffer.getLong(), buffer.getLong());
    }
}

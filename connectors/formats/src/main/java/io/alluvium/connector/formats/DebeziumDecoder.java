package io.alluvium.connector.formats;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.alluvium.core.connector.RecordDecoder;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads envelopes as the changes of one table: {@code c} and {@code r} add {@code after}, {@code d} removes {@code before}, {@code u}
 * does both. Without the old image an update needs a primary key to find the old row by, and a delete cannot be applied.
 */
final class DebeziumDecoder implements RecordDecoder {
    private static final Logger LOG = LoggerFactory.getLogger(DebeziumDecoder.class);

    private final JsonRowReader row;
    private final MessageColumns metadata;
    private final boolean keyed;
    /** The message at hand. */
    private DebeziumMessage message = DebeziumMessage.NONE;

    DebeziumDecoder(JsonRowReader row, MessageColumns metadata, boolean keyed) {
        this.row = row;
        this.metadata = metadata;
        this.keyed = keyed;
    }

    @Override
    public @Nullable Envelope envelope(byte[] data, int start, int length) {
        return length == 0 ? null : DebeziumMessage.read(data, start, length);
    }

    @Override
    public void decode(byte[] data, int start, int length, Rows rows) {
        decode(data, start, length, null, rows);
    }

    @Override
    public void decode(byte[] data, int start, int length, @Nullable Envelope envelope, Rows rows) {
        DebeziumMessage read = DebeziumMessage.of(envelope, data, start, length);
        if (read == null) {
            rows.skipped("tombstone");
            return;
        }
        message = read;
        String operation = message.op;
        if (operation == null) {
            throw new AlluviumException(
                    ErrorCode.RECORD_INVALID, "record is not a Debezium message: it has no field \"op\"");
        }
        metadata();
        switch (operation) {
            case "c", "r" -> append(data, message.after, "after", 1, rows);
            case "d" -> append(data, message.before, "before", -1, rows);
            case "u" -> {
                if (message.before.length > 0) {
                    append(data, message.before, "before", -1, rows);
                } else if (!keyed) {
                    throw new AlluviumException(
                            ErrorCode.RECORD_INVALID,
                            "update has no old image, and the table has no primary key to find the old row by");
                }
                append(data, message.after, "after", 1, rows);
            }
            case "t" -> {
                LOG.warn("truncate of {} is not applied: its rows stay in the tables built from them", message.table);
                rows.skipped("truncate_not_applied");
            }
            default -> rows.skipped("other_type");
        }
    }

    private void append(byte[] data, DebeziumMessage.Part part, String name, long weight, Rows rows) {
        if (part.length == 0) {
            throw new AlluviumException(
                    ErrorCode.RECORD_INVALID,
                    "message of operation \"" + message.op + "\" has no row in its field \"" + name + "\"");
        }
        try (JsonParser parser = Json.parser(data, part.start, part.length)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new AlluviumException(ErrorCode.RECORD_INVALID, "field \"" + name + "\" is not an object");
            }
            row.append(parser, data, part.start, rows.builder());
        } catch (IOException e) {
            throw JsonFieldReader.notJson(e);
        }
        metadata.fill(rows.builder());
        rows.endRow(weight, 0);
    }

    private void metadata() {
        metadata.text("op", message.op);
        metadata.millis("ingestion-timestamp", message.madeMillis);
        metadata.millis("source.timestamp", message.changedMillis);
        metadata.text("source.database", message.database);
        metadata.text("source.schema", message.schema);
        metadata.text("source.table", message.table);
    }
}

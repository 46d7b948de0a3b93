package io.alluvium.connector.formats;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.alluvium.core.connector.RecordDecoder;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads Maxwell's messages as the changes of one table. Their heads have the names of Canal's, {@code data} and {@code old} are one
 * row's objects. An update removes {@code data} overlaid with {@code old} and adds {@code data}; a delete removes {@code data}.
 */
final class MaxwellDecoder implements RecordDecoder {
    private final CanalFilter filter;
    private final CanalColumns columns;
    private final MessageColumns metadata;
    private final boolean keyed;
    /** The message at hand. */
    private CanalMessage message = CanalMessage.NONE;

    private final CanalTextRow row;
    private final CanalTextRow old;
    private final CanalTextRow nothing;

    MaxwellDecoder(CanalFilter filter, CanalColumns columns, MessageColumns metadata, boolean keyed) {
        this.filter = filter;
        this.columns = columns;
        this.metadata = metadata;
        this.keyed = keyed;
        this.row = new CanalTextRow(columns.names(), columns.size());
        this.old = new CanalTextRow(columns.names(), columns.size());
        this.nothing = new CanalTextRow(columns.names(), columns.size());
    }

    @Override
    public @Nullable Envelope envelope(byte[] data, int start, int length) {
        return length == 0 ? null : CanalMessage.read(data, start, length);
    }

    @Override
    public void decode(byte[] data, int start, int length, Rows rows) {
        decode(data, start, length, null, rows);
    }

    @Override
    public void decode(byte[] data, int start, int length, @Nullable Envelope envelope, Rows rows) {
        CanalMessage read = CanalMessage.of(envelope, data, start, length);
        if (read == null) {
            rows.skipped("tombstone");
            return;
        }
        message = read;
        if (!filter.takes(message)) {
            rows.skipped("other_table");
            return;
        }
        String type = message.type;
        if (type == null) {
            throw new AlluviumException(
                    ErrorCode.RECORD_INVALID, "record is not a Maxwell message: it has no field \"type\"");
        }
        switch (type.toLowerCase(Locale.ROOT)) {
            case "insert", "bootstrap-insert" -> one(data, 1, rows);
            case "delete" -> one(data, -1, rows);
            case "update" -> update(data, rows);
            case "bootstrap-start", "bootstrap-complete", "heartbeat" -> rows.skipped("bootstrap");
            default -> rows.skipped(type.contains("-") ? "ddl" : "other_type");
        }
    }

    private void one(byte[] record, long weight, Rows rows) {
        read(record, message.data, row, "data");
        metadata();
        emit(rows, nothing, weight);
    }

    private void update(byte[] record, Rows rows) {
        read(record, message.data, row, "data");
        metadata();
        if (message.old.length > 0) {
            read(record, message.old, old, "old");
            emit(rows, old, -1);
        } else if (!keyed) {
            throw new AlluviumException(
                    ErrorCode.RECORD_INVALID,
                    "update has no old values, and the table has no primary key to find the old row by");
        }
        emit(rows, nothing, 1);
    }

    private void emit(Rows rows, CanalTextRow over, long weight) {
        columns.append(row, over, rows.builder());
        metadata.fill(rows.builder());
        rows.endRow(weight, 0);
    }

    private void metadata() {
        metadata.text("database", message.database);
        metadata.text("table", message.table);
        metadata.text("op", message.type);
        Long seconds = message.ts;
        metadata.millis("ingestion-timestamp", seconds == null ? null : seconds * 1000);
    }

    private static void read(byte[] record, CanalMessage.Part part, CanalTextRow target, String name) {
        if (part.length == 0) {
            throw new AlluviumException(ErrorCode.RECORD_INVALID, "message has no row in its field \"" + name + "\"");
        }
        try (JsonParser parser = Json.parser(record, part.start, part.length)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new AlluviumException(ErrorCode.RECORD_INVALID, "field \"" + name + "\" is not an object");
            }
            target.read(parser, record, part.start);
        } catch (IOException e) {
            throw JsonFieldReader.notJson(e);
        }
    }
}

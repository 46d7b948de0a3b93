package io.alluvium.connector.formats;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.alluvium.core.connector.RecordDecoder;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads messages as the changes of one table: INSERT adds, DELETE removes, UPDATE removes {@code data[i]} overlaid with the
 * keys present in {@code old[i]} (absent is unchanged, null was null) and adds {@code data[i]}. What carries no rows is
 * skipped and counted: other tables, DDL, and loudly TRUNCATE, which is not applied.
 */
final class CanalDecoder implements RecordDecoder {
    private static final Set<String> DDL =
            Set.of("CREATE", "ALTER", "ERASE", "RENAME", "CINDEX", "DINDEX", "DROP", "INDEX");
    private static final Logger LOG = LoggerFactory.getLogger(CanalDecoder.class);

    private final CanalFilter filter;
    private final CanalColumns columns;
    private final CanalMetadata metadata;
    private final boolean keyed;
    /** The message at hand. */
    private CanalMessage message = CanalMessage.NONE;

    private final CanalTextRow row;
    private final CanalTextRow old;
    private final CanalTextRow nothing;

    CanalDecoder(CanalFilter filter, CanalColumns columns, CanalMetadata metadata, boolean keyed) {
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
                    ErrorCode.RECORD_INVALID, "record is not a Canal message: it has no field \"type\"");
        }
        String operation = type.toUpperCase(Locale.ROOT);
        switch (operation) {
            case "INSERT" -> rows(data, rows, 1);
            case "DELETE" -> rows(data, rows, -1);
            case "UPDATE" -> updates(data, rows);
            default -> skip(operation, rows);
        }
    }

    private void skip(String operation, Rows rows) {
        if (operation.equals("TRUNCATE")) {
            LOG.warn(
                    "TRUNCATE of {}.{} is not applied: its rows stay in the tables built from them",
                    message.database,
                    message.table);
            rows.skipped("truncate_not_applied");
        } else if (operation.equals("QUERY")) {
            rows.skipped("query");
        } else if (DDL.contains(operation) || Boolean.TRUE.equals(message.isDdl)) {
            rows.skipped("ddl");
        } else {
            rows.skipped("other_type");
        }
    }

    private void rows(byte[] record, Rows rows, int weight) {
        if (isEmpty(rows)) {
            return;
        }
        begin(record);
        try (JsonParser parser = array(record, message.data)) {
            int index = 0;
            for (; parser.nextToken() != JsonToken.END_ARRAY; index++) {
                row.read(parser, record, message.data.start);
                emit(rows, nothing, weight, index);
            }
            if (index == 0) {
                rows.skipped("empty");
            }
        } catch (IOException e) {
            throw JsonFieldReader.notJson(e);
        }
    }

    private void updates(byte[] record, Rows rows) {
        if (isEmpty(rows)) {
            return;
        }
        begin(record);
        try (JsonParser parser = array(record, message.data);
                JsonParser before = message.old.length == 0 ? null : array(record, message.old)) {
            int index = 0;
            boolean hasOld = before != null;
            for (; parser.nextToken() != JsonToken.END_ARRAY; index++) {
                row.read(parser, record, message.data.start);
                hasOld = hasOld && before != null && before.nextToken() != JsonToken.END_ARRAY;
                if (hasOld && before != null && before.currentToken() != JsonToken.VALUE_NULL) {
                    old.read(before, record, message.old.start);
                    emit(rows, old, -1, index);
                } else if (!keyed) {
                    throw new AlluviumException(
                            ErrorCode.RECORD_INVALID,
                            "UPDATE has no old values for row " + index
                                    + ", and the table has no primary key to find the old row by");
                }
                emit(rows, nothing, 1, index);
            }
            if (hasOld && before != null && before.nextToken() != JsonToken.END_ARRAY) {
                throw new AlluviumException(
                        ErrorCode.RECORD_INVALID, "UPDATE has more old values than rows (" + index + ")");
            }
            if (index == 0) {
                rows.skipped("empty");
            }
        } catch (IOException e) {
            throw JsonFieldReader.notJson(e);
        }
    }

    private boolean isEmpty(Rows rows) {
        if (message.data.length == 0) {
            if (!message.data.present) {
                throw new AlluviumException(
                        ErrorCode.RECORD_INVALID, "message of type " + message.type + " has no field \"data\"");
            }
            rows.skipped("empty");
            return true;
        }
        return false;
    }

    private void begin(byte[] record) {
        columns.types(message.mysqlType, record);
        metadata.message(message, record);
    }

    private void emit(Rows rows, CanalTextRow over, int weight, int index) {
        columns.append(row, over, rows.builder());
        metadata.fill(rows.builder());
        rows.endRow(weight, index);
    }

    private static JsonParser array(byte[] record, CanalMessage.Part part) throws IOException {
        JsonParser parser = Json.parser(record, part.start, part.length);
        @Nullable JsonToken first = parser.nextToken();
        if (first != JsonToken.START_ARRAY) {
            throw new AlluviumException(ErrorCode.RECORD_INVALID, "field \"data\" or \"old\" is not an array");
        }
        return parser;
    }
}

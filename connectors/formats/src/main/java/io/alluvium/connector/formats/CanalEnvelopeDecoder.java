package io.alluvium.connector.formats;

import io.alluvium.core.connector.RecordDecoder;
import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.BatchBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads each message as one row of the log, its rows and old values as arrays of maps, nothing converted. */
final class CanalEnvelopeDecoder implements RecordDecoder {
    private static final List<String> FIELDS = List.of(
            "data",
            "database",
            "es",
            "gtid",
            "id",
            "isDdl",
            "mysqlType",
            "old",
            "pkNames",
            "sql",
            "sqlType",
            "table",
            "ts",
            "type");

    private final CanalFilter filter;
    private final CanalMetadata metadata;
    private final JsonDecoder columns;

    CanalEnvelopeDecoder(String table, ScanRequest request, CanalFilter filter) {
        for (String column : request.physicalColumns()) {
            if (!FIELDS.contains(column)) {
                throw new AlluviumException(
                        ErrorCode.TABLE_INVALID,
                        "column \"" + column + "\" of table \"" + table + "\" is no field of a Canal message",
                        "with '" + CanalFormat.ENVELOPE + "' = 'true' the columns are among " + FIELDS);
            }
        }
        this.filter = filter;
        this.metadata = new CanalMetadata(request);
        this.columns = new JsonDecoder(request, false);
    }

    @Override
    public @Nullable Envelope envelope(byte[] data, int start, int length) {
        return needsNone() || length == 0 ? null : CanalMessage.read(data, start, length);
    }

    @Override
    public void decode(byte[] data, int start, int length, Rows rows) {
        decode(data, start, length, null, rows);
    }

    @Override
    public void decode(byte[] data, int start, int length, @Nullable Envelope envelope, Rows rows) {
        if (needsNone()) {
            columns.decode(data, start, length, rows);
            return;
        }
        CanalMessage message = CanalMessage.of(envelope, data, start, length);
        if (message == null) {
            rows.skipped("tombstone");
            return;
        }
        if (!filter.takes(message)) {
            rows.skipped("other_table");
            return;
        }
        metadata.message(message, data);
        columns.decode(data, start, length, new WithMetadata(rows));
    }

    /** Each message is a row, and nothing is asked of it. */
    private boolean needsNone() {
        return filter.isOpen() && metadata.isEmpty();
    }

    /** Adds the message's metadata to its row. */
    private final class WithMetadata implements Rows {
        private final Rows rows;

        WithMetadata(Rows rows) {
            this.rows = rows;
        }

        @Override
        public BatchBuilder builder() {
            return rows.builder();
        }

        @Override
        public void endRow(long weight, int index) {
            metadata.fill(rows.builder());
            rows.endRow(weight, index);
        }

        @Override
        public void skipped(String reason) {
            rows.skipped(reason);
        }
    }
}

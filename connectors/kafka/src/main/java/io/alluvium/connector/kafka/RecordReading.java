package io.alluvium.connector.kafka;

import io.alluvium.core.connector.RecordDecoder;
import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.connector.SourceContext;
import io.alluvium.core.connector.TableContext;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.operator.DeadLetter;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Turns records into rows: the value by its format, columns that only the key holds by the key's, and what Kafka itself says of a
 * record. In upsert mode a record is the row of its key, and one without a value takes that row away.
 */
final class RecordReading {
    private final TableContext context;
    private final ScanRequest request;
    private final boolean upsert;
    private final List<String> topics;
    private final RecordFormats formats;
    /** Positions of the request's physical columns that are read from the key. */
    private final List<Integer> fromKey = new ArrayList<>();

    private final ScanRequest valueRequest;
    private final ScanRequest keyRequest;

    RecordReading(TableContext context, ScanRequest request, boolean upsert, List<String> topics) {
        this.context = context;
        this.request = request;
        this.upsert = upsert;
        this.topics = topics;
        this.formats = RecordFormats.of(context.table(), context.formats(), upsert);
        RecordFormats.Part key = formats.key();
        Schema valueSchema = formats.value().table().schema();
        List<String> valueColumns = new ArrayList<>();
        List<String> keyNames = new ArrayList<>();
        List<Field> valueFields = new ArrayList<>();
        List<Field> keyFields = new ArrayList<>();
        for (int i = 0; i < request.schema().size(); i++) {
            Field field = request.schema().fields().get(i);
            boolean metadata = i >= request.physicalColumns().size();
            int keyPosition = metadata
                    ? -1
                    : formats.keyColumns().indexOf(request.physicalColumns().get(i));
            boolean wholeKey = upsert && keyPosition >= 0;
            boolean keyOnly =
                    !metadata && valueSchema.indexOf(request.physicalColumns().get(i)) < 0;
            if (key != null && (wholeKey || keyOnly)) {
                Field inKey = key.table().schema().fields().get(keyPosition);
                fromKey.add(i);
                keyNames.add(inKey.name());
                keyFields.add(new Field(inKey.name(), field.type()));
            } else {
                if (!metadata) {
                    valueColumns.add(request.physicalColumns().get(i));
                }
                valueFields.add(field);
            }
        }
        this.valueRequest = new ScanRequest(valueColumns, request.metadataKeys(), new Schema(valueFields));
        this.keyRequest = new ScanRequest(keyNames, List.of(), new Schema(keyFields));
    }

    /** The reader of one split; used by one thread. */
    Reader reader(SplitId split, SourceContext source) {
        return new Reader(split, source);
    }

    /** Collects rows of one split. */
    final class Reader implements RecordDecoder.Rows {
        private final SplitId split;
        private final SourceContext source;
        private final RecordDecoder value;
        private final @Nullable RecordDecoder key;
        private final BatchBuilder builder = new BatchBuilder(valueRequest.schema());
        private final BatchBuilder oneKey = new BatchBuilder(keyRequest.schema());
        private final BatchBuilder keys = new BatchBuilder(keyRequest.schema());
        private final RecordColumns columns;
        private final Map<String, Long> skips = new HashMap<>();
        private @Nullable RowBatch currentKey;

        Reader(SplitId split, SourceContext source) {
            this.split = split;
            this.source = source;
            this.value = formats.value().format().decoder(formats.value().context(context), valueRequest);
            RecordFormats.Part part = formats.key();
            this.key =
                    part == null || fromKey.isEmpty() ? null : part.format().decoder(part.context(context), keyRequest);
            this.columns = new RecordColumns(valueRequest, split, topics.indexOf(split.topic()));
        }

        boolean isFull() {
            return builder.isFull();
        }

        boolean isEmpty() {
            return builder.isEmpty();
        }

        /** Appends the rows of a record; a bad one becomes a dead letter. */
        void read(FetchedRecord fetched) {
            ConsumerRecord<byte[], byte[]> record = fetched.record();
            int rows = builder.size();
            columns.record(record);
            try {
                byte[] bytes = record.value();
                if (key != null) {
                    currentKey = key(record, key);
                } else if (upsert && record.key() == null) {
                    throw noKey();
                }
                if (bytes != null) {
                    value.decode(bytes, 0, bytes.length, fetched.envelope(bytes, value), this);
                } else if (upsert) {
                    remove();
                } else {
                    skipped("tombstone");
                }
            } catch (AlluviumException e) {
                builder.truncate(rows);
                keys.truncate(rows);
                if (e.code() != ErrorCode.RECORD_INVALID) {
                    throw e;
                }
                source.deadLetters()
                        .report(new DeadLetter(
                                source.node(),
                                split.topic() + ":" + split.partition() + ":" + record.offset(),
                                columns.tag(0),
                                record.value() == null ? record.key() : record.value(),
                                1,
                                e));
            }
        }

        /** Counts records that are gone unread. */
        void expired(long records) {
            if (records > 0) {
                source.counter("records_expired").add(records);
            }
        }

        /** The rows since the last call, or null for none; counters are up to date then. */
        @Nullable
        RowBatch take() {
            skips.forEach((reason, count) -> source.counter(reason).add(count));
            skips.clear();
            if (builder.isEmpty()) {
                return null;
            }
            RowBatch values = builder.build();
            if (fromKey.isEmpty()) {
                return values;
            }
            RowBatch ofKeys = keys.build();
            List<Column> all = new ArrayList<>();
            int nextValue = 0;
            for (int i = 0; i < request.schema().size(); i++) {
                int inKey = fromKey.indexOf(i);
                all.add(inKey >= 0 ? ofKeys.column(inKey) : values.column(nextValue++));
            }
            return new RowBatch(request.schema(), all, values.size(), values.weights());
        }

        @Override
        public BatchBuilder builder() {
            return builder;
        }

        @Override
        public void endRow(long weight, int index) {
            columns.fill(builder, index);
            builder.endRow(weight);
            if (key != null) {
                keys.appendFrom(presentKey(), 0, weight);
            }
        }

        @Override
        public void skipped(String reason) {
            skips.merge(reason, 1L, Long::sum);
        }

        private void remove() {
            for (int i = 0; i < valueRequest.physicalColumns().size(); i++) {
                builder.column(i).appendNull();
            }
            for (int i = 0; i < valueRequest.metadataKeys().size(); i++) {
                if (!RecordColumns.KEYS.contains(valueRequest.metadataKeys().get(i))) {
                    builder.column(valueRequest.physicalColumns().size() + i).appendNull();
                }
            }
            endRow(-1, 0);
        }

        private RowBatch key(ConsumerRecord<byte[], byte[]> record, RecordDecoder decoder) {
            byte[] bytes = record.key();
            if (bytes == null) {
                throw noKey();
            }
            oneKey.truncate(0);
            try {
                decoder.decode(bytes, 0, bytes.length, new KeyRows());
            } catch (AlluviumException e) {
                oneKey.truncate(0);
                if (e.code() == ErrorCode.RECORD_INVALID) {
                    throw new AlluviumException(e.code(), "key of the record: " + e.problem(), e.hint(), e);
                }
                throw e;
            }
            if (oneKey.size() != 1) {
                oneKey.truncate(0);
                throw new AlluviumException(
                        ErrorCode.RECORD_INVALID, "key of the record holds " + oneKey.size() + " rows, not one");
            }
            return oneKey.build();
        }

        private RowBatch presentKey() {
            RowBatch now = currentKey;
            if (now == null) {
                throw AlluviumException.internal("a row of " + split + " has no key");
            }
            return now;
        }

        private AlluviumException noKey() {
            return new AlluviumException(
                    ErrorCode.RECORD_INVALID, "record has no key, and the table's key columns are read from it");
        }

        /** Takes the one row of a key. */
        private final class KeyRows implements RecordDecoder.Rows {
            @Override
            public BatchBuilder builder() {
                return oneKey;
            }

            @Override
            public void endRow(long weight, int index) {
                oneKey.endRow(weight);
            }

            @Override
            public void skipped(String reason) {
                // a key without a row is an error of its own
            }
        }
    }
}

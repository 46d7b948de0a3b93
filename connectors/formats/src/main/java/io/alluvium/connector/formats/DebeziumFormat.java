package io.alluvium.connector.formats;

import io.alluvium.core.connector.FormatFactory;
import io.alluvium.core.connector.MetadataSpec;
import io.alluvium.core.connector.OptionSpec;
import io.alluvium.core.connector.OptionType;
import io.alluvium.core.connector.RecordDecoder;
import io.alluvium.core.connector.RecordEncoder;
import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.connector.TableContext;
import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.type.DataType;
import java.util.List;

/**
 * {@code 'format' = 'debezium-json'}: Debezium's envelopes, with or without their schema, as the changes of one table. Values are read
 * as the format json reads them, so times have to be text: numbers do not say their unit and are refused.
 */
public final class DebeziumFormat implements FormatFactory {
    static final String TIMESTAMP_STANDARD = "debezium-json.timestamp-format.standard";

    private static final List<MetadataSpec> METADATA = MessageColumns.withPrefix(List.of(
            new MetadataSpec("op", DataType.string(), "The operation: c, r, u or d."),
            new MetadataSpec("ingestion-timestamp", DataType.timestampLtz(3), "Time when Debezium made the message."),
            new MetadataSpec("source.timestamp", DataType.timestampLtz(3), "Time of the change in the database."),
            MetadataSpec.ofTable("source.database", DataType.string(), "The database of the change."),
            MetadataSpec.ofTable("source.schema", DataType.string(), "The schema of the change, where there are any."),
            MetadataSpec.ofTable("source.table", DataType.string(), "The table of the change.")));

    @Override
    public String name() {
        return "debezium-json";
    }

    @Override
    public List<OptionSpec> options() {
        return List.of(
                OptionSpec.optional(
                        "debezium-json.schema-include",
                        OptionType.BOOLEAN,
                        "false",
                        "Taken for scripts written for Flink; messages with their schema are known by themselves."),
                OptionSpec.optional(
                        "debezium-json.ignore-parse-errors",
                        OptionType.BOOLEAN,
                        "false",
                        "Taken for scripts written for Flink; a bad record is a counted dead letter either way."),
                OptionSpec.choice(
                        TIMESTAMP_STANDARD,
                        "SQL",
                        List.of("SQL", "ISO-8601"),
                        "How timestamps are written (2024-01-31 12:30:00 or 2024-01-31T12:30:00); both are read."));
    }

    @Override
    public boolean changing(TableSpec table) {
        return true;
    }

    @Override
    public boolean writesChanges() {
        return true;
    }

    @Override
    public List<MetadataSpec> metadata(TableSpec table) {
        return METADATA;
    }

    @Override
    public RecordDecoder decoder(TableContext context, ScanRequest request) {
        return new DebeziumDecoder(
                new JsonRowReader(request, false),
                new MessageColumns(request, METADATA),
                !context.table().primaryKey().isEmpty());
    }

    @Override
    public RecordEncoder encoder(TableContext context) {
        return new DebeziumEncoder(
                context.table().schema(),
                context.options().text(TIMESTAMP_STANDARD).equals("ISO-8601"));
    }
}

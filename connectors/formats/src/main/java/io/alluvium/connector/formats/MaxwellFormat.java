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
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.type.DataType;
import java.util.List;

/** {@code 'format' = 'maxwell-json'}: Maxwell's messages, one row each, as the changes of one table. Read only. */
public final class MaxwellFormat implements FormatFactory {
    static final String DATABASE = "maxwell-json.database.include";
    static final String TABLE = "maxwell-json.table.include";

    @Override
    public String name() {
        return "maxwell-json";
    }

    @Override
    public List<OptionSpec> options() {
        return List.of(
                OptionSpec.optional(
                        DATABASE,
                        OptionType.TEXT,
                        null,
                        "Pattern that the whole database name must match; other messages are skipped unread."),
                OptionSpec.optional(
                        TABLE,
                        OptionType.TEXT,
                        null,
                        "Pattern that the whole table name must match; other messages are skipped unread."),
                OptionSpec.optional(
                        "maxwell-json.ignore-parse-errors",
                        OptionType.BOOLEAN,
                        "false",
                        "Taken for scripts written for Flink; a bad record is a counted dead letter either way."),
                OptionSpec.choice(
                        "maxwell-json.timestamp-format.standard",
                        "SQL",
                        List.of("SQL", "ISO-8601"),
                        "Taken for scripts written for Flink; both forms are read."));
    }

    @Override
    public boolean changing(TableSpec table) {
        return true;
    }

    @Override
    public List<MetadataSpec> metadata(TableSpec table) {
        return MessageColumns.withPrefix(List.of(
                MetadataSpec.ofTable("database", DataType.string(), "The database of the change."),
                MetadataSpec.ofTable("table", DataType.string(), "The table of the change."),
                new MetadataSpec("op", DataType.string(), "The operation: insert, update, delete or bootstrap-insert."),
                new MetadataSpec(
                        "ingestion-timestamp", DataType.timestampLtz(3), "Time of the change, in whole seconds.")));
    }

    @Override
    public RecordDecoder decoder(TableContext context, ScanRequest request) {
        CanalFilter filter = CanalFilter.of(
                context.options().textOrNull(DATABASE), context.options().textOrNull(TABLE), true);
        return new MaxwellDecoder(
                filter,
                new CanalColumns(request, TextRules.plain(), false, true),
                new MessageColumns(request, metadata(context.table())),
                !context.table().primaryKey().isEmpty());
    }

    @Override
    public RecordEncoder encoder(TableContext context) {
        throw new AlluviumException(
                ErrorCode.UNSUPPORTED,
                "table \"" + context.table().name()
                        + "\" is written in the format \"maxwell-json\", which is read only",
                "write canal-json or debezium-json");
    }
}

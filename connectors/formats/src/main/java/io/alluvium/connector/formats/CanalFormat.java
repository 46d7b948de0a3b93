package io.alluvium.connector.formats;

import io.alluvium.core.connector.FormatFactory;
import io.alluvium.core.connector.MetadataSpec;
import io.alluvium.core.connector.OptionSpec;
import io.alluvium.core.connector.OptionType;
import io.alluvium.core.connector.Options;
import io.alluvium.core.connector.RecordDecoder;
import io.alluvium.core.connector.RecordEncoder;
import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.connector.TableContext;
import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code 'format' = 'canal-json'}: Canal's flat messages, as one changing table, or, as raw envelope, as the rows of a log.
 * Values are MySQL's own text; they reach the declared types exactly or are reported.
 */
public final class CanalFormat implements FormatFactory {
    static final String DATABASE = "canal-json.database.include";
    static final String TABLE = "canal-json.table.include";
    static final String ZONE = "canal-json.zone";
    static final String ENUM = "canal-json.enum";
    static final String CASE_SENSITIVE = "canal-json.case-sensitive";
    static final String ZERO_DATE = "canal-json.zero-date";
    static final String ENVELOPE = "canal-json.envelope";

    @Override
    public String name() {
        return "canal-json";
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
                        ZONE,
                        OptionType.TEXT,
                        null,
                        "Zone of the text of MySQL's TIMESTAMP (Canal's own); needed for TIMESTAMP_LTZ columns."),
                OptionSpec.choice(
                        ENUM,
                        "raw",
                        List.of("raw", "label"),
                        "Whether ENUM and SET columns keep Canal's numbers or become the labels of the column's type."),
                OptionSpec.optional(
                        CASE_SENSITIVE,
                        OptionType.BOOLEAN,
                        "true",
                        "Whether database, table and column names must match in letter case."),
                OptionSpec.choice(
                        ZERO_DATE,
                        "error",
                        List.of("error", "null"),
                        "Whether a date with a month or day of zero is a bad value or NULL."),
                OptionSpec.optional(
                        ENVELOPE,
                        OptionType.BOOLEAN,
                        "false",
                        "Reads messages as rows (database, table, type, ts, es, pkNames, data, old ..) instead of changes."),
                OptionSpec.optional(
                        "canal-json.ignore-parse-errors",
                        OptionType.BOOLEAN,
                        "false",
                        "Taken for scripts written for Flink; a bad record is a counted dead letter either way."),
                OptionSpec.choice(
                        "canal-json.timestamp-format.standard",
                        "SQL",
                        List.of("SQL", "ISO-8601"),
                        "Taken for scripts written for Flink; both forms are read, MySQL's is written."));
    }

    @Override
    public boolean changing(TableSpec table) {
        return !envelope(table);
    }

    @Override
    public boolean writesChanges() {
        return true;
    }

    @Override
    public List<MetadataSpec> metadata(TableSpec table) {
        return CanalMetadata.specs();
    }

    @Override
    public RecordDecoder decoder(TableContext context, ScanRequest request) {
        Options options = context.options();
        boolean caseSensitive = options.flag(CASE_SENSITIVE);
        CanalFilter filter = CanalFilter.of(options.textOrNull(DATABASE), options.textOrNull(TABLE), caseSensitive);
        if (options.flag(ENVELOPE)) {
            return new CanalEnvelopeDecoder(context.table().name(), request, filter);
        }
        TextRules rules = new TextRules(
                zone(
                        context,
                        request.schema().fields().stream()
                                .limit(request.physicalColumns().size())
                                .anyMatch(field -> CanalEncoder.hasInstants(field.type()))),
                options.text(ZERO_DATE).equals("null"),
                TextRules.BinaryText.CHAR_A_BYTE);
        CanalColumns columns =
                new CanalColumns(request, rules, options.text(ENUM).equals("label"), caseSensitive);
        return new CanalDecoder(
                filter,
                columns,
                new CanalMetadata(request),
                !context.table().primaryKey().isEmpty());
    }

    @Override
    public RecordEncoder encoder(TableContext context) {
        if (context.options().flag(ENVELOPE)) {
            return new JsonEncoder(context.table().schema(), false, false);
        }
        boolean instants =
                context.table().schema().fields().stream().anyMatch(field -> CanalEncoder.hasInstants(field.type()));
        return new CanalEncoder(context.table(), zone(context, instants));
    }

    private static boolean envelope(TableSpec table) {
        return Boolean.parseBoolean(table.options().getOrDefault(ENVELOPE, "false"));
    }

    private static @Nullable ZoneId zone(TableContext context, boolean needed) {
        String text = context.options().textOrNull(ZONE);
        if (text == null) {
            if (needed) {
                throw new AlluviumException(
                        ErrorCode.OPTION_MISSING,
                        "table \"" + context.table().name()
                                + "\" has TIMESTAMP_LTZ columns, but Canal's text carries no time zone",
                        "add '" + ZONE + "' = '..': the zone of the server that runs Canal, such as Asia/Shanghai");
            }
            return null;
        }
        try {
            return ZoneId.of(text);
        } catch (DateTimeException e) {
            throw new AlluviumException(
                    ErrorCode.OPTION_INVALID,
                    "option \"" + ZONE + "\" of table \"" + context.table().name() + "\" is \"" + text + "\"",
                    "write a time zone such as Asia/Shanghai or +08:00",
                    e);
        }
    }
}

package io.alluvium.connector.formats;

import io.alluvium.core.connector.FormatFactory;
import io.alluvium.core.connector.OptionSpec;
import io.alluvium.core.connector.OptionType;
import io.alluvium.core.connector.RecordDecoder;
import io.alluvium.core.connector.RecordEncoder;
import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.connector.TableContext;
import io.alluvium.core.connector.TableSpec;
import java.util.List;

/** {@code 'format' = 'json'}: one JSON object a record, a field a column. Insert-only. */
public final class JsonFormat implements FormatFactory {
    static final String FAIL_ON_MISSING = "json.fail-on-missing-field";
    static final String IGNORE_ERRORS = "json.ignore-parse-errors";
    static final String TIMESTAMP_STANDARD = "json.timestamp-format.standard";
    static final String IGNORE_NULLS = "json.encode.ignore-null-fields";

    @Override
    public String name() {
        return "json";
    }

    @Override
    public List<OptionSpec> options() {
        return List.of(
                OptionSpec.optional(
                        FAIL_ON_MISSING,
                        OptionType.BOOLEAN,
                        "false",
                        "A record without one of the table's fields is bad instead of NULL there."),
                OptionSpec.optional(
                        IGNORE_ERRORS,
                        OptionType.BOOLEAN,
                        "false",
                        "Taken for scripts written for Flink; a bad record is a counted dead letter either way."),
                OptionSpec.choice(
                        TIMESTAMP_STANDARD,
                        "SQL",
                        List.of("SQL", "ISO-8601"),
                        "How timestamps are written (2024-01-31 12:30:00 or 2024-01-31T12:30:00); both are read."),
                OptionSpec.optional(
                        IGNORE_NULLS,
                        OptionType.BOOLEAN,
                        "false",
                        "Leaves fields that are NULL out of what is written."));
    }

    @Override
    public boolean changing(TableSpec table) {
        return false;
    }

    @Override
    public RecordDecoder decoder(TableContext context, ScanRequest request) {
        return new JsonDecoder(request, context.options().flag(FAIL_ON_MISSING));
    }

    @Override
    public RecordEncoder encoder(TableContext context) {
        return new JsonEncoder(
                context.table().schema(),
                context.options().text(TIMESTAMP_STANDARD).equals("ISO-8601"),
                context.options().flag(IGNORE_NULLS));
    }
}

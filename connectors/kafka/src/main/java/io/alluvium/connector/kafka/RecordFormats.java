package io.alluvium.connector.kafka;

import io.alluvium.core.connector.FormatFactory;
import io.alluvium.core.connector.FormatRegistry;
import io.alluvium.core.connector.MetadataSpec;
import io.alluvium.core.connector.OptionSpec;
import io.alluvium.core.connector.Options;
import io.alluvium.core.connector.TableContext;
import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.Suggestion;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The formats of a table's keys and values, and the columns each holds. A format sees a table of its own columns, with its options
 * under its own names: {@code value.json.fail-on-missing-field} is {@code json.fail-on-missing-field} there.
 *
 * @param key null where keys have no format
 */
record RecordFormats(@Nullable Part key, Part value, List<String> keyColumns) {

    /** @param prefix of the option names: {@code key.}, {@code value.}, or nothing */
    record Part(FormatFactory format, String prefix, TableSpec table) {

        /** The table as the format sees it, with its options checked. */
        TableContext context(TableContext whole) {
            Map<String, String> own = strip(whole.options().given());
            String owner = "format \"" + format.name() + "\" of table \"" + table.name() + "\"";
            return new TableContext(
                    table,
                    Options.check(owner, format.options(), own),
                    whole.formats(),
                    whole.zone(),
                    whole.warehouse(),
                    whole.clock());
        }

        private Map<String, String> strip(Map<String, String> options) {
            return stripped(options, prefix, format.name());
        }
    }

    /** @throws AlluviumException FORMAT_NOT_FOUND, OPTION_MISSING, OPTION_INVALID */
    static RecordFormats of(TableSpec table, FormatRegistry formats, boolean upsert) {
        Map<String, String> options = table.options();
        String valueFormat = valueFormat(table);
        boolean short_ = options.get(KafkaOptions.VALUE_FORMAT) == null;
        String keyFormat = options.get(KafkaOptions.KEY_FORMAT);
        List<String> keys = upsert ? table.primaryKey() : keyFields(table);
        if (keyFormat != null && keys.isEmpty()) {
            throw new AlluviumException(
                    ErrorCode.OPTION_MISSING,
                    "table \"" + table.name() + "\" has a key format, but no key columns",
                    upsert
                            ? "add PRIMARY KEY (..) NOT ENFORCED"
                            : "add '" + KafkaOptions.KEY_FIELDS + "' = 'column;..'");
        }
        boolean exceptKey =
                options.getOrDefault(KafkaOptions.VALUE_FIELDS, "ALL").equals("EXCEPT_KEY");
        if (exceptKey && keyFormat == null) {
            throw new AlluviumException(
                    ErrorCode.OPTION_MISSING,
                    "the values of table \"" + table.name() + "\" leave out the key columns, which are nowhere else",
                    "add '" + KafkaOptions.KEY_FORMAT + "' = '..'");
        }
        String prefix = options.getOrDefault(KafkaOptions.KEY_PREFIX, "");
        List<Field> keyFields = new ArrayList<>();
        for (String key : keys) {
            if (!key.startsWith(prefix)) {
                throw new AlluviumException(
                        ErrorCode.OPTION_INVALID,
                        "key column \"" + key + "\" of table \"" + table.name() + "\" does not begin with \"" + prefix
                                + "\"",
                        "rename the column, or leave out '" + KafkaOptions.KEY_PREFIX + "'");
            }
            keyFields.add(new Field(
                    key.substring(prefix.length()),
                    table.schema().type(table.schema().indexOf(key))));
        }
        List<Field> valueFields = table.schema().fields().stream()
                .filter(field -> !exceptKey || !keys.contains(field.name()))
                .toList();
        Part key = keyFormat == null
                ? null
                : part(table, formats.format(keyFormat), "key.", new Schema(keyFields), List.of());
        if (upsert && formats.format(valueFormat).changing(table)) {
            throw new AlluviumException(
                    ErrorCode.OPTION_INVALID,
                    "table \"" + table.name() + "\" (connector \"upsert-kafka\") has the value format \"" + valueFormat
                            + "\", whose records are changes themselves",
                    "take the connector kafka for it, or a format of plain rows such as json");
        }
        Part value = part(
                table,
                formats.format(valueFormat),
                short_ ? "" : "value.",
                new Schema(valueFields),
                table.primaryKey());
        return new RecordFormats(key, value, keys);
    }

    /** The declared options of the named formats, under the names they have in the table. */
    static List<OptionSpec> options(TableSpec table, FormatRegistry formats) {
        List<OptionSpec> all = new ArrayList<>();
        add(table, KafkaOptions.FORMAT, "", formats, all);
        add(table, KafkaOptions.VALUE_FORMAT, "value.", formats, all);
        add(table, KafkaOptions.KEY_FORMAT, "key.", formats, all);
        return all;
    }

    /** What the value's format offers, but for what the connector offers itself. */
    static List<MetadataSpec> metadata(TableSpec table, FormatRegistry formats, List<MetadataSpec> own) {
        Set<String> taken = new TreeSet<>();
        own.forEach(spec -> taken.add(spec.key()));
        List<MetadataSpec> all = new ArrayList<>(own);
        for (MetadataSpec spec : formats.format(valueFormat(table)).metadata(table)) {
            if (taken.add(spec.key())) {
                all.add(spec);
            }
        }
        return all;
    }

    static String valueFormat(TableSpec table) {
        String format = table.options().get(KafkaOptions.VALUE_FORMAT);
        if (format == null) {
            format = table.options().get(KafkaOptions.FORMAT);
        }
        if (format == null) {
            throw new AlluviumException(
                    ErrorCode.OPTION_MISSING,
                    "option \"format\" is missing for table \"" + table.name() + "\" (connector \"" + table.connector()
                            + "\")",
                    "add 'format' = '..', such as json or canal-json");
        }
        return format;
    }

    private static void add(
            TableSpec table, String option, String prefix, FormatRegistry formats, List<OptionSpec> all) {
        String name = table.options().get(option);
        if (name == null) {
            return;
        }
        for (OptionSpec spec : formats.format(name).options()) {
            all.add(new OptionSpec(
                    prefix + spec.name(),
                    spec.type(),
                    spec.defaultText(),
                    spec.required(),
                    spec.secret(),
                    spec.choices(),
                    spec.says()));
        }
    }

    private static Part part(
            TableSpec table, FormatFactory format, String prefix, Schema schema, List<String> primaryKey) {
        Map<String, String> own = stripped(table.options(), prefix, format.name());
        return new Part(format, prefix, new TableSpec(table.name(), table.connector(), schema, primaryKey, own));
    }

    private static Map<String, String> stripped(Map<String, String> options, String prefix, String format) {
        Map<String, String> own = new LinkedHashMap<>();
        options.forEach((name, value) -> {
            if (name.startsWith(prefix + format + ".")) {
                own.put(name.substring(prefix.length()), value);
            }
        });
        return own;
    }

    private static List<String> keyFields(TableSpec table) {
        String text = table.options().get(KafkaOptions.KEY_FIELDS);
        if (text == null || text.isBlank()) {
            return List.of();
        }
        List<String> columns = table.schema().fields().stream().map(Field::name).toList();
        List<String> keys = new ArrayList<>();
        for (String each : text.split(";", -1)) {
            String key = each.trim();
            if (!columns.contains(key)) {
                throw new AlluviumException(
                        ErrorCode.OPTION_INVALID,
                        "option \"" + KafkaOptions.KEY_FIELDS + "\" of table \"" + table.name() + "\" names \"" + key
                                + "\", which is none of its columns",
                        Suggestion.didYouMean(key, columns));
            }
            keys.add(key);
        }
        return List.copyOf(keys);
    }
}

package io.alluvium.connector.formats;

import io.alluvium.core.connector.FormatFactory;
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
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code 'format' = 'csv'}: fields by position, quoted as RFC 4180 has it. Insert-only. */
public final class CsvFormat implements FormatFactory {
    static final String DELIMITER = "csv.field-delimiter";
    static final String QUOTE = "csv.quote-character";
    static final String NO_QUOTE = "csv.disable-quote-character";
    static final String NULL_LITERAL = "csv.null-literal";
    static final String HEADER = "csv.header";

    @Override
    public String name() {
        return "csv";
    }

    @Override
    public String fileExtension() {
        return "csv";
    }

    @Override
    public List<OptionSpec> options() {
        return List.of(
                OptionSpec.optional(DELIMITER, OptionType.TEXT, ",", "The character between fields; \\t is a tab."),
                OptionSpec.optional(QUOTE, OptionType.TEXT, "\"", "The character around fields; inside it is doubled."),
                OptionSpec.optional(NO_QUOTE, OptionType.BOOLEAN, "false", "Takes quotes as part of the text."),
                OptionSpec.optional(
                        NULL_LITERAL,
                        OptionType.TEXT,
                        null,
                        "Unquoted text that means NULL; without it an empty unquoted field does."),
                OptionSpec.optional(
                        HEADER,
                        OptionType.BOOLEAN,
                        "false",
                        "Skips lines that hold just the column names, and writes one at the beginning of each file."),
                OptionSpec.optional(
                        "csv.ignore-parse-errors",
                        OptionType.BOOLEAN,
                        "false",
                        "Taken for scripts written for Flink; a bad record is a counted dead letter either way."));
    }

    @Override
    public boolean changing(TableSpec table) {
        return false;
    }

    @Override
    public RecordDecoder decoder(TableContext context, ScanRequest request) {
        return new CsvDecoder(context.table(), request, Style.of(context.options()));
    }

    @Override
    public RecordEncoder encoder(TableContext context) {
        return new CsvEncoder(context.table().schema(), Style.of(context.options()));
    }

    /**
     * How fields are set apart.
     *
     * @param quote 0 where quotes are text
     */
    record Style(char delimiter, char quote, @Nullable String nullLiteral, boolean header) {

        static Style of(Options options) {
            char delimiter = single(DELIMITER, options.text(DELIMITER));
            char quote = options.flag(NO_QUOTE) ? 0 : single(QUOTE, options.text(QUOTE));
            if (delimiter == quote) {
                throw new AlluviumException(
                        ErrorCode.OPTION_INVALID, "options \"" + DELIMITER + "\" and \"" + QUOTE + "\" are the same");
            }
            return new Style(delimiter, quote, options.textOrNull(NULL_LITERAL), options.flag(HEADER));
        }

        private static char single(String option, String text) {
            String character = text.equals("\\t") ? "\t" : text;
            if (character.length() != 1 || character.charAt(0) > 126 || character.charAt(0) == '\n') {
                throw new AlluviumException(
                        ErrorCode.OPTION_INVALID,
                        "option \"" + option + "\" is \"" + text + "\"",
                        "write one ASCII character");
            }
            return character.charAt(0);
        }
    }
}

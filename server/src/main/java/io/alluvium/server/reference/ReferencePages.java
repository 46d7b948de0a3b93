package io.alluvium.server.reference;

import static io.alluvium.server.reference.MarkdownTable.code;

import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.FormatFactory;
import io.alluvium.core.connector.MetadataSpec;
import io.alluvium.core.connector.OptionSpec;
import io.alluvium.core.connector.TableOptions;
import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.ErrorKind;
import io.alluvium.core.function.FunctionCatalog;
import io.alluvium.core.function.FunctionSpec;
import io.alluvium.core.function.Signature;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The reference of errors, connectors, formats and functions as Markdown, made of what the code declares. */
public final class ReferencePages {
    /** A table with a key and no options: what a connector can do at most, before options restrict it. */
    private static final TableSpec KEYED_TABLE = new TableSpec(
            "reference",
            "reference",
            Schema.of(new Field("id", DataType.bigint().withNullable(false))),
            List.of("id"),
            Map.of());

    /** Flink's scripts name the metadata of a format so. */
    private static final String VALUE_PREFIX = "value.";

    private ReferencePages() {}

    /** The page of error codes. */
    public static String errors() {
        StringBuilder page = new StringBuilder(
                """
                # Errors

                Every error has a code. Codes never change their meaning, so scripts and alerts may match on them. The text behind
                the code may change.

                ```
                COLUMN_NOT_FOUND at dwd/orders.sql:3:12: column "nmae" does not exist in table "ods.orders"
                  SELECT id, nmae FROM ods.orders
                             ^^^^
                  hint: did you mean "name"?
                ```
                """);
        for (ErrorKind kind : ErrorKind.values()) {
            MarkdownTable table = new MarkdownTable("Code", "Raised when");
            for (ErrorCode code : ErrorCode.values()) {
                if (code.kind() == kind) {
                    table.row(code(code.name()), code.says());
                }
            }
            page.append("\n## ").append(kind).append(": ").append(about(kind)).append("\n\n");
            page.append("Exit code of the command line: ")
                    .append(kind.exitCode())
                    .append(".\n\n");
            page.append(table);
        }
        return page.toString();
    }

    private static String about(ErrorKind kind) {
        return switch (kind) {
            case USER -> "the SQL text, an option or the data is wrong";
            case EXTERNAL -> "another system failed";
            case RESOURCE -> "memory, disk or a lock is missing";
            case INTERNAL -> "a bug of Alluvium";
        };
    }

    /** The page of connectors and formats. */
    public static String connectors(Collection<ConnectorFactory> connectors, Collection<FormatFactory> formats) {
        StringBuilder page = new StringBuilder(
                """
                # Connectors and formats

                A table names its connector with the option `connector` and, where the connector reads or writes records, a format
                with the option `format`. All further options are checked when the table is created: an unknown one, a missing
                one or an unreadable value is an error.

                A duration has a unit (`500ms`, `10s`, `5min`, `1h`, `2d`), a size may have one (`64kb`, `16mb`, `1g`; else
                bytes). A `#` in an option's name stands for the name of a column. A secret is given as a reference
                (`${env:NAME}`, `${file:PATH}`) and never printed. Secrets and the options marked tuning may change while a job
                keeps its state.
                """);
        page.append("\n## Every table that is read\n");
        page.append(options(TableOptions.ofSources()));
        page.append("\n## Every table that is written\n");
        page.append(options(TableOptions.ofTargets()));
        for (ConnectorFactory connector : sorted(connectors, ConnectorFactory::name)) {
            page.append("\n## Connector ").append(code(connector.name())).append("\n\n");
            page.append(abilities(connector));
            page.append(options(connector.options()));
            page.append(metadata(connector.metadata(KEYED_TABLE)));
        }
        for (FormatFactory format : sorted(formats, FormatFactory::name)) {
            page.append("\n## Format ").append(code(format.name())).append("\n\n");
            page.append(format.changing(KEYED_TABLE) ? "Reads inserts, updates and deletes. " : "Reads inserts. ");
            page.append(format.writesChanges() ? "Writes inserts, updates and deletes.\n" : "Writes inserts.\n");
            page.append(options(format.options()));
            page.append(metadata(format.metadata(KEYED_TABLE)));
        }
        return page.toString();
    }

    /**
     * The page of scalar functions.
     *
     * @param family heading that a function is listed under
     */
    public static String functions(FunctionCatalog catalog, Function<FunctionSpec, String> family) {
        StringBuilder page = new StringBuilder(
                """
                # Scalar functions

                Arguments in `[ ]` may be left out, `...` repeats. `NUMERIC` is any number, `ANY` any type; arguments of one type
                `T` are cast to their common type. `SYMBOL` is a bare word such as a unit. Each example is a condition that is
                true, and a test.

                Unless its text says otherwise, a function of NULL is NULL. The operators, CASE, CAST and the aggregate functions are
                in [queries](queries.md).
                """);
        Map<String, List<FunctionSpec>> families = new TreeMap<>();
        for (FunctionSpec function : catalog.functions()) {
            families.computeIfAbsent(family.apply(function), heading -> new ArrayList<>())
                    .add(function);
        }
        families.forEach((heading, functions) -> {
            MarkdownTable table = new MarkdownTable("Function", "Meaning", "Example");
            for (FunctionSpec function : sorted(functions, FunctionSpec::name)) {
                String calls = function.signatures().stream()
                        .map(signature -> code(call(function, signature)))
                        .collect(Collectors.joining("<br>"));
                String says = function.says() + (function.deterministic() ? "" : " Not deterministic.");
                String examples =
                        function.examples().stream().map(MarkdownTable::code).collect(Collectors.joining("<br>"));
                table.row(calls, says, examples);
            }
            page.append("\n## ").append(heading).append("\n\n").append(table);
        });
        return page.toString();
    }

    private static String call(FunctionSpec function, Signature signature) {
        List<String> arguments = new ArrayList<>();
        for (int i = 0; i < signature.parameters().size(); i++) {
            String parameter = signature.parameter(i);
            boolean repeats =
                    signature.variadic() && i == signature.parameters().size() - 1;
            arguments.add(repeats ? parameter + "..." : i < signature.required() ? parameter : "[" + parameter + "]");
        }
        boolean bareWord = arguments.isEmpty()
                && function.examples().stream().noneMatch(example -> example.contains(function.name() + "("));
        String list = bareWord ? "" : "(" + String.join(", ", arguments) + ")";
        return function.name() + list + " -> " + signature.result();
    }

    private static String abilities(ConnectorFactory connector) {
        ConnectorFactory.Traits traits = connector.traits(KEYED_TABLE);
        List<String> sentences = new ArrayList<>();
        if (!connector.aliases().isEmpty()) {
            sentences.add("Other names: "
                    + connector.aliases().stream().map(MarkdownTable::code).collect(Collectors.joining(", ")) + ".");
        }
        if (traits.readable()) {
            sentences.add("Can be read.");
        }
        if (traits.writable()) {
            sentences.add(
                    connector.hasFormat()
                            ? "Can be written; the format decides whether updates and deletes can."
                            : traits.acceptsChanges()
                                    ? "Can be written, with updates and deletes."
                                    : "Can be written, with inserts only.");
        }
        return String.join(" ", sentences) + "\n";
    }

    private static String options(List<OptionSpec> options) {
        if (options.isEmpty()) {
            return "\nNo options.\n";
        }
        MarkdownTable table = new MarkdownTable("Option", "Value", "Default", "Meaning");
        for (OptionSpec option : options) {
            String value =
                    switch (option.type()) {
                        case TEXT -> option.secret() ? "secret" : "text";
                        case BOOLEAN -> "`true` or `false`";
                        case INTEGER -> "whole number";
                        case DURATION -> "duration";
                        case SIZE -> "size";
                        case CHOICE -> option.choices().stream()
                                .map(MarkdownTable::code)
                                .collect(Collectors.joining(", "));
                    };
            String standard =
                    option.defaultText() != null ? code(option.defaultText()) : option.required() ? "required" : "";
            table.row(code(option.name()), option.tuning() ? value + " (tuning)" : value, standard, option.says());
        }
        return "\n" + table;
    }

    private static String metadata(List<MetadataSpec> metadata) {
        if (metadata.isEmpty()) {
            return "";
        }
        List<String> keys = metadata.stream().map(MetadataSpec::key).toList();
        boolean prefixed = false;
        MarkdownTable table = new MarkdownTable("Metadata column", "Type", "Meaning");
        for (MetadataSpec column : metadata) {
            boolean again = column.key().startsWith(VALUE_PREFIX)
                    && keys.contains(column.key().substring(VALUE_PREFIX.length()));
            prefixed |= again;
            if (!again) {
                table.row(code(column.key()), code(column.type().ddl()), column.says());
            }
        }
        return "\n" + table + (prefixed ? "\nEach may also be written with `" + VALUE_PREFIX + "` in front.\n" : "");
    }

    private static <T> List<T> sorted(Collection<T> declared, Function<T, String> name) {
        return declared.stream().sorted(Comparator.comparing(name)).toList();
    }
}

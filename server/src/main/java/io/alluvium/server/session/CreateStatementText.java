package io.alluvium.server.session;

import io.alluvium.catalog.CatalogObject;
import io.alluvium.catalog.ColumnDefinition;
import io.alluvium.catalog.TableDefinition;
import io.alluvium.catalog.ViewDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes the DDL of a table or view, so that running it again makes the same object. */
final class CreateStatementText {
    private CreateStatementText() {}

    /** @param secretOptions names of options whose values are shown only where they are references */
    static String of(CatalogObject object, Set<String> secretOptions) {
        if (object instanceof ViewDefinition view) {
            return view(view);
        }
        return table((TableDefinition) object, secretOptions);
    }

    private static String view(ViewDefinition view) {
        String columns = view.columns().isEmpty()
                ? ""
                : view.columns().stream().map(CreateStatementText::name).collect(Collectors.joining(", ", " (", ")"));
        return "CREATE " + (view.temporary() ? "TEMPORARY " : "") + "VIEW " + path(view) + columns
                + comment(view.comment()) + " AS\n" + view.query();
    }

    private static String table(TableDefinition table, Set<String> secretOptions) {
        List<String> lines = new ArrayList<>();
        for (ColumnDefinition column : table.columns()) {
            lines.add("  " + column(column));
        }
        TableDefinition.WatermarkDefinition watermark = table.watermark();
        if (watermark != null) {
            lines.add("  WATERMARK FOR " + name(watermark.column()) + " AS " + watermark.expression());
        }
        if (!table.primaryKey().isEmpty()) {
            lines.add("  PRIMARY KEY (" + names(table.primaryKey()) + ") NOT ENFORCED");
        }
        StringBuilder text = new StringBuilder("CREATE ")
                .append(table.temporary() ? "TEMPORARY " : "")
                .append("TABLE ")
                .append(path(table))
                .append(" (\n")
                .append(String.join(",\n", lines))
                .append("\n)")
                .append(comment(table.comment()));
        if (!table.partitionedBy().isEmpty()) {
            text.append("\nPARTITIONED BY (")
                    .append(names(table.partitionedBy()))
                    .append(')');
        }
        if (!table.options().isEmpty()) {
            List<String> options = new ArrayList<>();
            table.options().forEach((key, value) -> {
                boolean hidden = secretOptions.contains(key) && !value.startsWith("${") && !value.isEmpty();
                options.add("  " + quoted(key) + " = " + (hidden ? "'******'" : quoted(value)));
            });
            text.append("\nWITH (\n").append(String.join(",\n", options)).append("\n)");
        }
        return text.toString();
    }

    private static String column(ColumnDefinition column) {
        String text;
        if (column instanceof ColumnDefinition.Physical physical) {
            text = name(column.name()) + " " + physical.type().ddl();
        } else if (column instanceof ColumnDefinition.Computed computed) {
            text = name(column.name()) + " AS " + computed.expression();
        } else if (column instanceof ColumnDefinition.Metadata metadata) {
            String from = metadata.key().equals(metadata.name()) ? "" : " FROM " + quoted(metadata.key());
            text = name(column.name()) + " " + metadata.type().ddl() + " METADATA" + from
                    + (metadata.virtual() ? " VIRTUAL" : "");
        } else {
            throw new AssertionError(column);
        }
        String comment = column.comment();
        return comment == null ? text : text + " COMMENT " + quoted(comment);
    }

    private static String comment(@Nullable String comment) {
        return comment == null ? "" : "\nCOMMENT " + quoted(comment);
    }

    private static String path(CatalogObject object) {
        return name(object.path().database()) + "." + name(object.path().name());
    }

    private static String names(List<String> names) {
        return names.stream().map(CreateStatementText::name).collect(Collectors.joining(", "));
    }

    private static String name(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}

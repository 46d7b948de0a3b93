package io.alluvium.server.session;

import io.alluvium.catalog.CatalogObject;
import io.alluvium.catalog.ColumnDefinition;
import io.alluvium.catalog.DatabaseDefinition;
import io.alluvium.catalog.JobDefinition;
import io.alluvium.catalog.SessionCatalog;
import io.alluvium.catalog.TableDefinition;
import io.alluvium.catalog.TablePath;
import io.alluvium.catalog.ViewDefinition;
import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.OptionSpec;
import io.alluvium.core.function.FunctionCatalog;
import io.alluvium.core.function.FunctionSpec;
import io.alluvium.core.function.Signature;
import io.alluvium.core.type.Schema;
import io.alluvium.server.output.Result;
import io.alluvium.server.plugin.InstalledConnectors;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Answers SHOW and DESCRIBE from the catalog as the session sees it. */
final class LookStatements {
    private final SessionCatalog catalog;
    private final InstalledConnectors connectors;
    private final FunctionCatalog functions;
    private final Function<ViewDefinition, Schema> viewSchema;

    /** @param viewSchema tells a view's columns */
    LookStatements(
            SessionCatalog catalog,
            InstalledConnectors connectors,
            FunctionCatalog functions,
            Function<ViewDefinition, Schema> viewSchema) {
        this.catalog = catalog;
        this.connectors = connectors;
        this.functions = functions;
        this.viewSchema = viewSchema;
    }

    Result databases() {
        Listing listing = new Listing("database name", "layer");
        for (DatabaseDefinition database : catalog.stored().databases()) {
            listing.row(database.name(), database.layer());
        }
        return listing.result();
    }

    Result tables(@Nullable String database, @Nullable String like, boolean viewsOnly) {
        Listing listing = new Listing(viewsOnly ? "view name" : "table name");
        String name = database == null ? catalog.currentDatabase() : catalog.databaseName(database);
        for (CatalogObject object : catalog.objects(name)) {
            boolean wanted = !viewsOnly || object instanceof ViewDefinition;
            if (wanted && (like == null || object.path().name().matches(likePattern(like)))) {
                listing.row(object.path().name());
            }
        }
        return listing.result();
    }

    Result createStatement(TablePath path) {
        CatalogObject object = catalog.require(path);
        return new Listing(object instanceof ViewDefinition ? "create view" : "create table")
                .row(CreateStatementText.of(object, secretOptions(object)))
                .result();
    }

    Result describe(TablePath path) {
        CatalogObject object = catalog.require(path);
        Listing listing = new Listing("name", "type", "null", "key", "extras", "watermark", "comment");
        if (object instanceof ViewDefinition view) {
            viewSchema
                    .apply(view)
                    .fields()
                    .forEach(field -> listing.row(
                            field.name(),
                            field.type().sql(),
                            nullable(field.type().nullable()),
                            null,
                            null,
                            null,
                            null));
            return listing.result();
        }
        TableDefinition table = (TableDefinition) object;
        Schema schema = viewSchema.apply(new ViewDefinition(
                path,
                List.of(),
                "SELECT * FROM `" + path.database() + "`.`" + path.name() + "`",
                path.database(),
                null,
                true));
        for (int i = 0; i < table.columns().size(); i++) {
            ColumnDefinition column = table.columns().get(i);
            TableDefinition.WatermarkDefinition watermark = table.watermark();
            listing.row(
                    column.name(),
                    schema.type(i).sql(),
                    nullable(schema.type(i).nullable()),
                    table.primaryKey().contains(column.name()) ? "PRI" : null,
                    extras(column),
                    watermark != null && watermark.column().equals(column.name()) ? watermark.expression() : null,
                    column.comment());
        }
        return listing.result();
    }

    Result jobs() {
        Listing listing = new Listing("job name", "sources", "targets");
        for (JobDefinition job : catalog.stored().jobs()) {
            listing.row(job.name(), paths(job.sources()), paths(job.targets()));
        }
        return listing.result();
    }

    Result functions() {
        Listing listing = new Listing("function name", "signature", "says");
        functions.functions().stream()
                .sorted(Comparator.comparing(FunctionSpec::name))
                .forEach(function -> listing.row(
                        function.name(),
                        function.signatures().stream()
                                .map(LookStatements::signature)
                                .collect(Collectors.joining("; ")),
                        function.says()));
        return listing.result();
    }

    Result connectors() {
        Listing listing = new Listing("connector", "aliases", "options");
        for (ConnectorFactory connector : connectors.connectors()) {
            listing.row(
                    connector.name(),
                    String.join(", ", connector.aliases()),
                    connector.options().stream().map(OptionSpec::name).collect(Collectors.joining(", ")));
        }
        return listing.result();
    }

    private Set<String> secretOptions(CatalogObject object) {
        String connector = object instanceof TableDefinition table ? table.connector() : null;
        return connector == null
                ? Set.of()
                : connectors.connector(connector).options().stream()
                        .filter(OptionSpec::secret)
                        .map(OptionSpec::name)
                        .collect(Collectors.toSet());
    }

    private static @Nullable String extras(ColumnDefinition column) {
        if (column instanceof ColumnDefinition.Computed computed) {
            return "AS " + computed.expression();
        }
        if (column instanceof ColumnDefinition.Metadata metadata) {
            return "METADATA FROM '" + metadata.key() + "'" + (metadata.virtual() ? " VIRTUAL" : "");
        }
        return null;
    }

    private static String signature(Signature signature) {
        return "(" + String.join(", ", signature.parameters()) + (signature.variadic() ? "..." : "") + ") -> "
                + signature.result();
    }

    private static String nullable(boolean nullable) {
        return nullable ? "TRUE" : "FALSE";
    }

    private static String paths(List<TablePath> paths) {
        return paths.stream().map(TablePath::toString).collect(Collectors.joining(", "));
    }

    /** A LIKE pattern as a regular expression. */
    static String likePattern(String like) {
        StringBuilder pattern = new StringBuilder();
        like.codePoints().forEach(character -> {
            if (character == '%') {
                pattern.append(".*");
            } else if (character == '_') {
                pattern.append('.');
            } else {
                pattern.append(Pattern.quote(Character.toString(character)));
            }
        });
        return pattern.toString();
    }
}

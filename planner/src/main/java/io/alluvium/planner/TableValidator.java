package io.alluvium.planner;

import io.alluvium.catalog.ColumnDefinition;
import io.alluvium.catalog.SessionCatalog;
import io.alluvium.catalog.TableDefinition;
import io.alluvium.catalog.TableDefinition.WatermarkDefinition;
import io.alluvium.catalog.TablePath;
import io.alluvium.catalog.ViewDefinition;
import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.FormatRegistry;
import io.alluvium.core.connector.Options;
import io.alluvium.core.connector.TableOptions;
import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.SourcePosition;
import io.alluvium.core.error.Suggestion;
import io.alluvium.core.type.DataType;
import io.alluvium.planner.bind.Binder;
import io.alluvium.planner.bind.BoundTable;
import io.alluvium.sql.statement.ColumnDefinition.Computed;
import io.alluvium.sql.statement.ColumnDefinition.Metadata;
import io.alluvium.sql.statement.ColumnDefinition.Physical;
import io.alluvium.sql.statement.Identifier;
import io.alluvium.sql.statement.Option;
import io.alluvium.sql.statement.Statement.CreateTable;
import io.alluvium.sql.statement.Statement.CreateView;
import io.alluvium.sql.statement.TableClauses.PrimaryKey;
import io.alluvium.sql.statement.TableClauses.Watermark;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.RelRoot;
import org.jspecify.annotations.Nullable;

/** Checks CREATE TABLE and CREATE VIEW and makes the definitions that the catalog keeps. */
final class TableValidator {
    private final SessionCatalog catalog;
    private final ConnectorCatalog connectors;
    private final FormatRegistry formats;
    private final Binder binder;

    TableValidator(SessionCatalog catalog, ConnectorCatalog connectors, FormatRegistry formats, Binder binder) {
        this.catalog = catalog;
        this.connectors = connectors;
        this.formats = formats;
        this.binder = binder;
    }

    TableDefinition table(CreateTable statement) {
        if (statement.like() != null || statement.query() != null) {
            throw error(
                    ErrorCode.UNSUPPORTED,
                    statement.name().position(),
                    statement.like() != null
                            ? "CREATE TABLE .. LIKE is not supported yet"
                            : "CREATE TABLE .. AS SELECT is not supported yet",
                    "write the columns out");
        }
        TablePath path = catalog.resolve(statement.name().parts());
        Set<String> key = key(statement);
        List<ColumnDefinition> columns = new ArrayList<>();
        for (io.alluvium.sql.statement.ColumnDefinition column : statement.columns()) {
            columns.add(column(column, key));
        }
        Map<String, String> options = new LinkedHashMap<>();
        statement.options().forEach(option -> options.put(option.key(), option.value()));
        TableDefinition definition = new TableDefinition(
                path,
                columns,
                watermark(statement),
                List.copyOf(key),
                statement.partitionedBy().stream().map(Identifier::name).toList(),
                options,
                statement.comment(),
                statement.temporary());
        check(definition, statement);
        return definition;
    }

    private static Set<String> key(CreateTable statement) {
        PrimaryKey primaryKey = statement.primaryKey();
        Set<String> key = new LinkedHashSet<>();
        if (primaryKey == null) {
            return key;
        }
        for (Identifier column : primaryKey.columns()) {
            io.alluvium.sql.statement.ColumnDefinition declared = declared(column, statement, "primary key");
            if (!(declared instanceof Physical)) {
                throw error(
                        ErrorCode.TABLE_INVALID,
                        column.position(),
                        "primary key column \"" + column.name() + "\" is not a physical column",
                        "a key is made of columns of the records");
            }
            if (!key.add(column.name())) {
                throw error(
                        ErrorCode.TABLE_INVALID,
                        column.position(),
                        "column \"" + column.name() + "\" stands twice in the primary key",
                        null);
            }
        }
        return key;
    }

    private static io.alluvium.sql.statement.ColumnDefinition declared(
            Identifier written, CreateTable statement, String where) {
        List<String> names = new ArrayList<>();
        for (io.alluvium.sql.statement.ColumnDefinition column : statement.columns()) {
            if (column.name().name().equals(written.name())) {
                return column;
            }
            names.add(column.name().name());
        }
        throw error(
                ErrorCode.COLUMN_NOT_FOUND,
                written.position(),
                where + " column \"" + written.name() + "\" does not exist in table \"" + statement.name() + "\"",
                Suggestion.didYouMean(written.name(), names));
    }

    /** A key column is NOT NULL, as the standard says. */
    private static ColumnDefinition column(io.alluvium.sql.statement.ColumnDefinition column, Set<String> key) {
        String name = column.name().name();
        if (column instanceof Physical physical) {
            DataType type = key.contains(name) ? physical.type().withNullable(false) : physical.type();
            return new ColumnDefinition.Physical(name, type, physical.comment());
        }
        if (column instanceof Computed computed) {
            return new ColumnDefinition.Computed(name, computed.text(), computed.comment());
        }
        Metadata metadata = (Metadata) column;
        return new ColumnDefinition.Metadata(
                name, metadata.type(), metadata.metadataKey(), metadata.virtual(), metadata.comment());
    }

    private static @Nullable WatermarkDefinition watermark(CreateTable statement) {
        Watermark watermark = statement.watermark();
        if (watermark == null) {
            return null;
        }
        if (watermark.column().size() > 1) {
            throw error(
                    ErrorCode.UNSUPPORTED,
                    watermark.position(),
                    "a watermark on a field of a ROW is not supported",
                    "declare a computed column for the field");
        }
        return new WatermarkDefinition(watermark.column().get(0), watermark.text());
    }

    // ---- connector, options, expressions

    private void check(TableDefinition definition, CreateTable statement) {
        ConnectorFactory connector = connector(definition, statement);
        checkOptions(definition, statement, connector);
        BoundTable table;
        try {
            table = binder.table(definition);
        } catch (AlluviumException e) {
            throw e.at(position(e, definition, statement));
        }
        checkWatermark(table, statement);
        if (table.traits().upsertOnly() && table.spec().primaryKey().isEmpty()) {
            throw error(
                    ErrorCode.TABLE_INVALID,
                    statement.name().position(),
                    "table \"" + definition.path() + "\" reads updates without their old image, and has no primary key",
                    "add PRIMARY KEY (..) NOT ENFORCED");
        }
    }

    private ConnectorFactory connector(TableDefinition definition, CreateTable statement) {
        for (Option option : statement.options()) {
            if (option.key().equals("connector")) {
                try {
                    return connectors.connector(option.value());
                } catch (AlluviumException e) {
                    throw e.at(option.valuePosition());
                }
            }
        }
        throw error(
                ErrorCode.OPTION_MISSING,
                statement.name().position(),
                "option \"connector\" is missing for table \"" + definition.path() + "\"",
                "add WITH ('connector' = '..'): one of " + String.join(", ", connectors.names()));
    }

    private void checkOptions(TableDefinition definition, CreateTable statement, ConnectorFactory connector) {
        String owner = "table \"" + definition.path() + "\" (connector \"" + connector.name() + "\")";
        Map<String, String> given = new LinkedHashMap<>(definition.options());
        given.remove("connector");
        TableSpec spec = new TableSpec(
                definition.path().toString(),
                connector.name(),
                definition.physicalSchema(),
                definition.primaryKey(),
                given);
        try {
            Options.check(owner, TableOptions.of(connector, spec, formats), given);
            TableOptions.checkDelivery(owner, spec);
            if (given.containsKey(TableOptions.IDLE_TIMEOUT) && definition.watermark() == null) {
                throw new AlluviumException(
                        ErrorCode.TABLE_INVALID,
                        "option \"" + TableOptions.IDLE_TIMEOUT + "\" of " + owner + " needs a WATERMARK",
                        "declare WATERMARK FOR .. AS .., or leave the option out");
            }
        } catch (AlluviumException e) {
            throw e.at(optionPosition(e, statement));
        }
    }

    /** The option that the message names first; the table's name where it is not there. */
    private static SourcePosition optionPosition(AlluviumException e, CreateTable statement) {
        for (Option option : statement.options()) {
            if (e.problem().startsWith("option \"" + option.key() + "\"")) {
                return e.code() == ErrorCode.OPTION_INVALID ? option.valuePosition() : option.keyPosition();
            }
            boolean format = option.key().equals("format") || option.key().endsWith(".format");
            if (format && e.problem().startsWith("format \"" + option.value() + "\"")) {
                return option.valuePosition();
            }
        }
        return statement.name().position();
    }

    /** The column or clause whose text the binder could not bind. */
    private static SourcePosition position(AlluviumException e, TableDefinition definition, CreateTable statement) {
        Watermark watermark = statement.watermark();
        if (watermark != null && e.problem().startsWith("the watermark of")
                || e.problem().startsWith("watermark column")) {
            return java.util.Objects.requireNonNull(watermark).position();
        }
        for (io.alluvium.sql.statement.ColumnDefinition column : statement.columns()) {
            String name = "\"" + column.name().name() + "\"";
            if (column instanceof Computed computed && e.problem().startsWith("column " + name + " of table")) {
                return computed.position();
            }
            if (column instanceof Metadata metadata
                    && (e.problem().startsWith("metadata column " + name)
                            || e.problem().startsWith("metadata \"" + metadata.metadataKey() + "\""))) {
                SourcePosition keyPosition = metadata.keyPosition();
                return keyPosition != null && e.code() == ErrorCode.COLUMN_NOT_FOUND
                        ? keyPosition
                        : metadata.typePosition();
            }
        }
        return statement.name().position();
    }

    private static void checkWatermark(BoundTable table, CreateTable statement) {
        BoundTable.BoundWatermark bound = table.watermark();
        Watermark written = statement.watermark();
        if (bound == null || written == null) {
            return;
        }
        BoundTable.BoundColumn column = table.columns().get(bound.column());
        DataType expression =
                io.alluvium.planner.bind.DataTypes.of(bound.expression().getType());
        if (!isTimestamp(column.type())) {
            throw error(
                    ErrorCode.TYPE_MISMATCH,
                    written.position(),
                    "watermark column \"" + column.name() + "\" is "
                            + column.type().sql() + ", not TIMESTAMP or TIMESTAMP_LTZ",
                    "add a computed column: ts AS TO_TIMESTAMP_LTZ(" + column.name() + ", 3)");
        }
        if (!isTimestamp(expression)) {
            throw error(
                    ErrorCode.TYPE_MISMATCH,
                    written.position(),
                    "the watermark is " + expression.sql() + ", not a timestamp",
                    "write WATERMARK FOR " + column.name() + " AS " + column.name() + " - INTERVAL '5' SECOND");
        }
    }

    private static boolean isTimestamp(DataType type) {
        return type instanceof DataType.Temporal temporal && temporal.temporal() != DataType.TemporalKind.TIME;
    }

    // ---- views

    ViewDefinition view(CreateView statement) {
        TablePath path = catalog.resolve(statement.name().parts());
        RelRoot root = binder.query(statement.query(), statement.text().positions());
        int given = root.fields.size();
        List<String> names =
                statement.columns().stream().map(column -> column.name().name()).toList();
        if (!names.isEmpty() && names.size() != given) {
            throw error(
                    ErrorCode.COLUMN_COUNT_MISMATCH,
                    statement.columns().get(0).name().position(),
                    "view \"" + path + "\" names " + names.size() + " columns, but its query gives " + given,
                    null);
        }
        return new ViewDefinition(
                path,
                names,
                statement.queryText(),
                catalog.currentDatabase(),
                statement.comment(),
                statement.temporary());
    }

    private static AlluviumException error(
            ErrorCode code, SourcePosition position, String problem, @Nullable String hint) {
        return new AlluviumException(code, position, problem, hint, null);
    }
}

package io.alluvium.planner.bind;

import io.alluvium.catalog.ColumnDefinition;
import io.alluvium.catalog.TableDefinition;
import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.FormatRegistry;
import io.alluvium.core.connector.MetadataSpec;
import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.Suggestion;
import io.alluvium.core.type.DataType;
import io.alluvium.planner.ConnectorCatalog;
import io.alluvium.planner.bind.BoundTable.BoundColumn;
import io.alluvium.planner.bind.BoundTable.BoundWatermark;
import io.alluvium.planner.bind.BoundTable.Computed;
import io.alluvium.planner.bind.BoundTable.Metadata;
import io.alluvium.planner.bind.BoundTable.Physical;
import io.alluvium.sql.StatementParser;
import io.alluvium.sql.StatementText;
import io.alluvium.sql.type.RelTypes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** Binds a table's computed columns and watermark, and asks its connector what it can do. */
final class TableBinder {
    private final Binder binder;
    private final ConnectorCatalog connectors;
    private final FormatRegistry formats;

    TableBinder(Binder binder, ConnectorCatalog connectors, FormatRegistry formats) {
        this.binder = binder;
        this.connectors = connectors;
        this.formats = formats;
    }

    BoundTable bind(TableDefinition definition) {
        ConnectorFactory connector = connector(definition);
        TableSpec spec = spec(definition, connector);
        List<MetadataSpec> metadata = connector.metadata(spec, formats);
        List<BoundColumn> columns = new ArrayList<>();
        for (ColumnDefinition column : definition.columns()) {
            columns.add(bind(column, definition, metadata, columns));
        }
        return new BoundTable(
                definition, spec, connector.traits(spec, formats), metadata, columns, watermark(definition, columns));
    }

    private ConnectorFactory connector(TableDefinition definition) {
        String name = definition.connector();
        if (name == null) {
            throw new AlluviumException(
                    ErrorCode.OPTION_MISSING,
                    "option \"connector\" is missing for table \"" + definition.path() + "\"",
                    "add 'connector' = '..': one of " + String.join(", ", connectors.names()));
        }
        return connectors.connector(name);
    }

    private static TableSpec spec(TableDefinition definition, ConnectorFactory connector) {
        Map<String, String> options = new LinkedHashMap<>(definition.options());
        options.remove("connector");
        return new TableSpec(
                definition.path().toString(),
                connector.name(),
                definition.physicalSchema(),
                definition.primaryKey(),
                options);
    }

    private BoundColumn bind(
            ColumnDefinition column, TableDefinition table, List<MetadataSpec> metadata, List<BoundColumn> before) {
        if (column instanceof ColumnDefinition.Physical physical) {
            return new Physical(physical.name(), physical.type());
        }
        if (column instanceof ColumnDefinition.Metadata declared) {
            return new Metadata(declared.name(), declared.type(), declared.key(), offered(declared, table, metadata));
        }
        ColumnDefinition.Computed computed = (ColumnDefinition.Computed) column;
        RexNode expression = expression(computed.expression(), table, before, "column \"" + computed.name() + "\"");
        return new Computed(computed.name(), DataTypes.of(expression.getType()), expression);
    }

    private static DataType offered(
            ColumnDefinition.Metadata column, TableDefinition table, List<MetadataSpec> metadata) {
        for (MetadataSpec spec : metadata) {
            if (spec.key().equals(column.key())) {
                if (!CommonTypes.castable(spec.type(), column.type())) {
                    throw new AlluviumException(
                            ErrorCode.TYPE_MISMATCH,
                            "metadata column \"" + column.name() + "\" of table \"" + table.path() + "\" is "
                                    + column.type().sql() + ", but \"" + column.key() + "\" is "
                                    + spec.type().sql(),
                            "declare it as " + spec.type().sql());
                }
                return spec.type();
            }
        }
        List<String> keys = metadata.stream().map(MetadataSpec::key).toList();
        String near = Suggestion.didYouMean(column.key(), keys);
        String all = keys.isEmpty() ? "this connector offers none" : "it offers " + String.join(", ", keys);
        throw new AlluviumException(
                ErrorCode.COLUMN_NOT_FOUND,
                "metadata \"" + column.key() + "\" is not offered for table \"" + table.path() + "\"",
                near != null ? near : all);
    }

    private @Nullable BoundWatermark watermark(TableDefinition table, List<BoundColumn> columns) {
        TableDefinition.WatermarkDefinition watermark = table.watermark();
        if (watermark == null) {
            return null;
        }
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equals(watermark.column())) {
                RexNode expression = expression(watermark.expression(), table, columns, "the watermark");
                return new BoundWatermark(i, expression);
            }
        }
        throw new AlluviumException(
                ErrorCode.COLUMN_NOT_FOUND,
                "watermark column \"" + watermark.column() + "\" does not exist in table \"" + table.path() + "\"",
                Suggestion.didYouMean(
                        watermark.column(),
                        columns.stream().map(BoundColumn::name).toList()));
    }

    private RexNode expression(String text, TableDefinition table, List<BoundColumn> columns, String what) {
        Map<String, RelDataType> types = new LinkedHashMap<>();
        columns.forEach(column -> types.put(column.name(), RelTypes.of(column.type(), binder.typeFactory())));
        try {
            return binder.expression(
                    StatementParser.parseExpression(text),
                    types,
                    StatementText.of(text).positions());
        } catch (AlluviumException e) {
            throw new AlluviumException(
                    e.code(), null, what + " of table \"" + table.path() + "\": " + e.problem(), e.hint(), e);
        }
    }
}

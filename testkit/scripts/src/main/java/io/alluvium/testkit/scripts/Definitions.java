package io.alluvium.testkit.scripts;

import io.alluvium.catalog.ColumnDefinition;
import io.alluvium.catalog.SessionCatalog;
import io.alluvium.catalog.TableDefinition;
import io.alluvium.catalog.TableDefinition.WatermarkDefinition;
import io.alluvium.catalog.ViewDefinition;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.sql.statement.Identifier;
import io.alluvium.sql.statement.Option;
import io.alluvium.sql.statement.Statement.CreateTable;
import io.alluvium.sql.statement.Statement.CreateView;
import io.alluvium.sql.statement.TableClauses.PrimaryKey;
import io.alluvium.sql.statement.TableClauses.Watermark;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Turns parsed CREATE statements into the catalog's definitions. */
final class Definitions {
    private Definitions() {}

    static TableDefinition table(CreateTable statement, SessionCatalog catalog) {
        if (statement.like() != null || statement.query() != null) {
            throw new AlluviumException(
                    ErrorCode.UNSUPPORTED,
                    statement.name().position(),
                    "LIKE and AS SELECT are not for scripts",
                    null,
                    null);
        }
        Map<String, String> options = new LinkedHashMap<>();
        for (Option option : statement.options()) {
            options.put(option.key(), option.value());
        }
        PrimaryKey key = statement.primaryKey();
        Watermark watermark = statement.watermark();
        return new TableDefinition(
                catalog.resolve(statement.name().parts()),
                statement.columns().stream().map(Definitions::column).toList(),
                watermark == null
                        ? null
                        : new WatermarkDefinition(String.join(".", watermark.column()), watermark.text()),
                key == null
                        ? List.of()
                        : key.columns().stream().map(Identifier::name).toList(),
                statement.partitionedBy().stream().map(Identifier::name).toList(),
                options,
                statement.comment(),
                false);
    }

    static ViewDefinition view(CreateView statement, SessionCatalog catalog) {
        return new ViewDefinition(
                catalog.resolve(statement.name().parts()),
                statement.columns().stream().map(column -> column.name().name()).toList(),
                statement.queryText(),
                catalog.currentDatabase(),
                statement.comment(),
                false);
    }

    private static ColumnDefinition column(io.alluvium.sql.statement.ColumnDefinition column) {
        String name = column.name().name();
        if (column instanceof io.alluvium.sql.statement.ColumnDefinition.Physical physical) {
            return new ColumnDefinition.Physical(name, physical.type(), column.comment());
        }
        if (column instanceof io.alluvium.sql.statement.ColumnDefinition.Computed computed) {
            return new ColumnDefinition.Computed(name, computed.text(), column.comment());
        }
        if (column instanceof io.alluvium.sql.statement.ColumnDefinition.Metadata metadata) {
            return new ColumnDefinition.Metadata(
                    name, metadata.type(), metadata.metadataKey(), metadata.virtual(), column.comment());
        }
        throw new AssertionError(column);
    }
}

package io.alluvium.planner.bind;

import io.alluvium.catalog.CatalogObject;
import io.alluvium.catalog.DatabaseDefinition;
import io.alluvium.catalog.SessionCatalog;
import io.alluvium.catalog.TableDefinition;
import io.alluvium.catalog.TablePath;
import io.alluvium.catalog.ViewDefinition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.config.CalciteConnectionProperty;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.apache.calcite.schema.impl.AbstractTable;

/**
 * The session's catalog as Calcite looks into it: a schema a database. Tables are bound when they are first asked for; a view is
 * its query.
 */
final class CatalogTables {
    /** The catalog that a name of three parts starts with in Flink SQL; a warehouse has one catalog only. */
    private static final String CATALOG_NAME = "default_catalog";

    private final SessionCatalog catalog;
    private final Binder binder;
    private final Map<TablePath, Table> tables = new TreeMap<>();

    CatalogTables(SessionCatalog catalog, Binder binder) {
        this.catalog = catalog;
        this.binder = binder;
    }

    /** A reader that looks unqualified names up in this database. */
    CalciteCatalogReader reader(String currentDatabase, RelDataTypeFactory factory) {
        Properties properties = new Properties();
        properties.setProperty(CalciteConnectionProperty.CASE_SENSITIVE.camelName(), "true");
        return new CalciteCatalogReader(
                CalciteSchema.createRootSchema(false, false, "", new Root()),
                List.of(currentDatabase),
                factory,
                new CalciteConnectionConfigImpl(properties));
    }

    private final class Root extends AbstractSchema {
        @Override
        protected Map<String, Schema> getSubSchemaMap() {
            Map<String, Schema> databases = new HashMap<>();
            for (DatabaseDefinition database : catalog.stored().databases()) {
                databases.put(database.name(), new Database(database.name()));
            }
            if (!catalog.databaseName("ads").equals("ads")) {
                databases.put("ads", new Database(catalog.databaseName("ads")));
            }
            if (!databases.containsKey(CATALOG_NAME)) {
                databases.put(CATALOG_NAME, this);
            }
            return databases;
        }
    }

    private final class Database extends AbstractSchema {
        private final String name;

        Database(String name) {
            this.name = name;
        }

        @Override
        protected Map<String, Table> getTableMap() {
            Map<String, Table> found = new HashMap<>();
            for (CatalogObject object : catalog.objects(name)) {
                found.put(object.path().name(), tables.computeIfAbsent(object.path(), path -> table(object)));
            }
            return found;
        }
    }

    private Table table(CatalogObject object) {
        return object instanceof TableDefinition table
                ? new QueryTable(table, binder)
                : new QueryView((ViewDefinition) object, binder);
    }

    /** A table of the catalog in a query. */
    static final class QueryTable extends AbstractTable {
        private final TableDefinition definition;
        private final Binder binder;

        QueryTable(TableDefinition definition, Binder binder) {
            this.definition = definition;
            this.binder = binder;
        }

        BoundTable bound() {
            return binder.table(definition);
        }

        @Override
        public RelDataType getRowType(RelDataTypeFactory factory) {
            return binder.rowType(bound());
        }
    }

    /** A view of the catalog in a query: replaced by its own query. */
    static final class QueryView extends AbstractTable implements TranslatableTable {
        private final ViewDefinition definition;
        private final Binder binder;

        QueryView(ViewDefinition definition, Binder binder) {
            this.definition = definition;
            this.binder = binder;
        }

        @Override
        public RelDataType getRowType(RelDataTypeFactory factory) {
            return binder.view(definition).getRowType();
        }

        @Override
        public RelNode toRel(RelOptTable.ToRelContext context, RelOptTable table) {
            return binder.view(definition);
        }
    }
}

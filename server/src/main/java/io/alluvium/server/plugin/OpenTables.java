package io.alluvium.server.plugin;

import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.OptionSpec;
import io.alluvium.core.connector.Options;
import io.alluvium.core.connector.TableContext;
import io.alluvium.core.connector.TableOptions;
import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.io.Clock;
import io.alluvium.runtime.engine.Connectors;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;

/** Opens tables for the engine: connector and format found, references resolved, options checked. */
public final class OpenTables implements Connectors {
    private final InstalledConnectors installed;
    private final References references;
    private final ZoneId zone;
    private final Path warehouse;
    private final Clock clock;

    public OpenTables(InstalledConnectors installed, References references, ZoneId zone, Path warehouse, Clock clock) {
        this.installed = installed;
        this.references = references;
        this.zone = zone;
        this.warehouse = warehouse;
        this.clock = clock;
    }

    @Override
    public ConnectorFactory factory(String connector) {
        return installed.connector(connector);
    }

    @Override
    public TableContext context(TableSpec table) {
        ConnectorFactory connector = installed.connector(table.connector());
        String owner = "table \"" + table.name() + "\" (connector \"" + connector.name() + "\")";
        Options options =
                Options.check(owner, declared(installed, connector, table), references.resolve(table.options()));
        return new TableContext(table, options, installed, zone, warehouse, clock);
    }

    /** The options that a table may have: its connector's, its formats', and those of every table. */
    public static List<OptionSpec> declared(
            InstalledConnectors installed, ConnectorFactory connector, TableSpec table) {
        return TableOptions.of(connector, table, installed);
    }
}

package io.alluvium.testkit.scripts;

import io.alluvium.catalog.SessionCatalog;
import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.FormatRegistry;
import io.alluvium.core.connector.OptionSpec;
import io.alluvium.core.connector.Options;
import io.alluvium.core.connector.TableContext;
import io.alluvium.core.connector.TableOptions;
import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.Suggestion;
import io.alluvium.core.io.Clock;
import io.alluvium.core.operator.Operator;
import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.planner.ConnectorCatalog;
import io.alluvium.planner.Planner;
import io.alluvium.planner.PlannerSettings;
import io.alluvium.runtime.engine.CompiledScanFunctions;
import io.alluvium.runtime.engine.Connectors;
import io.alluvium.runtime.engine.Engine;
import io.alluvium.runtime.expression.EngineConstantEvaluator;
import io.alluvium.runtime.function.BuiltInFunctions;
import io.alluvium.runtime.operator.OperatorFactory;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;

/** Planner, engine, functions and formats, around the one connector that scripts have. Thread-safe. */
final class Installed {
    private final FormatRegistry formats;

    Installed(FormatRegistry formats) {
        this.formats = formats;
    }

    Planner planner(SessionCatalog catalog, ConnectorFactory connector, ZoneId zone) {
        return new Planner(
                catalog,
                new OneConnector(connector),
                formats,
                new BuiltInFunctions(),
                new EngineConstantEvaluator(zone),
                new PlannerSettings(zone));
    }

    Engine engine(ConnectorFactory connector, Clock clock) {
        return Engine.inMemory(
                zone -> new Opening(connector, formats, zone, clock),
                Installed::operator,
                new CompiledScanFunctions(),
                clock);
    }

    private static Operator operator(PhysicalPlan plan, PlanNode node, Connectors connectors) {
        return new OperatorFactory(plan, lookup -> connectors
                        .factory(lookup.table().connector())
                        .lookup(connectors.context(lookup.table())))
                .create(node);
    }

    /** The connectors that the planner knows. */
    private record OneConnector(ConnectorFactory only) implements ConnectorCatalog {
        @Override
        public ConnectorFactory connector(String name) {
            return require(only, name);
        }

        @Override
        public Collection<String> names() {
            return List.of(only.name());
        }
    }

    /** How the engine opens the tables of a script. */
    private record Opening(ConnectorFactory only, FormatRegistry formats, ZoneId zone, Clock clock)
            implements Connectors {
        @Override
        public ConnectorFactory factory(String connector) {
            return require(only, connector);
        }

        @Override
        public TableContext context(TableSpec table) {
            List<OptionSpec> declared = TableOptions.of(only, table, formats);
            Options options = Options.check("table \"" + table.name() + "\"", declared, table.options());
            return new TableContext(table, options, formats, zone, Path.of(""), clock);
        }
    }

    private static ConnectorFactory require(ConnectorFactory only, String name) {
        if (!only.name().equals(name)) {
            throw new AlluviumException(
                    ErrorCode.CONNECTOR_NOT_FOUND,
                    "connector \"" + name + "\" is not there in scripts",
                    Suggestion.didYouMean(name, List.of(only.name())));
        }
        return only;
    }
}

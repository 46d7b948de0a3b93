package io.alluvium.planner;

import io.alluvium.catalog.CatalogObject;
import io.alluvium.catalog.DatabaseDefinition;
import io.alluvium.catalog.MemoryCatalog;
import io.alluvium.catalog.SessionCatalog;
import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.FormatFactory;
import io.alluvium.core.connector.FormatRegistry;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.Suggestion;
import io.alluvium.core.function.ConstantEvaluator;
import io.alluvium.core.function.FunctionCatalog;
import io.alluvium.sql.ScriptSplitter;
import io.alluvium.sql.StatementParser;
import io.alluvium.sql.StatementText;
import io.alluvium.sql.statement.Statement;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** A session over fake connectors: runs scripts of CREATE statements and plans what is to run. */
final class PlannerFixture {
    final SessionCatalog catalog;
    final Planner planner;

    PlannerFixture() {
        this(FakeFunctions::all, new FakeFunctions.NoFolding());
    }

    PlannerFixture(FunctionCatalog functions, ConstantEvaluator evaluator) {
        MemoryCatalog stored = new MemoryCatalog();
        for (String database : List.of("default", "ods", "dwd", "dim", "dws", "app")) {
            stored.createDatabase(new DatabaseDefinition(database, null, Map.of(), null));
        }
        catalog = new SessionCatalog(stored);
        planner = new Planner(
                catalog,
                new FakeConnectors(),
                new FakeFormats(),
                functions,
                evaluator,
                new PlannerSettings(ZoneId.of("UTC")));
    }

    /** Runs the CREATE statements of a script and plans each of the others; the last one's plan as text. */
    String run(String script) {
        return run(script, "test.sql");
    }

    String run(String script, String file) {
        String last = "";
        for (StatementText text : ScriptSplitter.split(script, file)) {
            last = run(StatementParser.parse(text));
        }
        return last;
    }

    /** For each statement of a script that is no CREATE, or that is refused: the statement, then its plan or refusal. */
    String outcomes(String script, String file) {
        StringBuilder outcomes = new StringBuilder();
        for (StatementText text : ScriptSplitter.split(script, file)) {
            String outcome;
            try {
                outcome = run(StatementParser.parse(text));
            } catch (AlluviumException e) {
                outcome = e.getMessage() + "\n";
            }
            if (!outcome.isEmpty()) {
                outcomes.append("---- ")
                        .append(text.text().replaceAll("\\s+", " "))
                        .append('\n')
                        .append(outcome)
                        .append('\n');
            }
        }
        return outcomes.toString();
    }

    private String run(Statement statement) {
        if (statement instanceof Statement.CreateTable table) {
            return create(planner.validateCreateTable(table));
        }
        if (statement instanceof Statement.CreateView view) {
            return create(planner.validateCreateView(view));
        }
        if (statement instanceof Statement.InsertInto insert) {
            return text(planner.planJob("job", List.of(insert)));
        }
        if (statement instanceof Statement.StatementSet set) {
            return text(planner.planJob("job", set.inserts()));
        }
        if (statement instanceof Statement.Query query) {
            PlannedQuery planned = planner.planQuery(query.query(), query.text().positions(), query.emitOnWatermark());
            String order = planned.order().isEmpty() ? "" : "final order: " + planned.order() + "\n";
            return order + text(planned.job());
        }
        return "";
    }

    private String create(CatalogObject object) {
        catalog.create(object, false);
        return "";
    }

    private static String text(PlannedJob job) {
        StringBuilder text = new StringBuilder(PlanText.of(job.plan(), job.notes()));
        job.warnings()
                .forEach(warning -> text.append("warning: ").append(warning).append('\n'));
        return text.toString();
    }

    private static final class FakeConnectors implements ConnectorCatalog {
        private final List<ConnectorFactory> all = List.of(
                new FakeConnector("log", false, false),
                new FakeConnector("untagged", false, false),
                new FakeConnector("nexmark", false, false),
                new FakeConnector("blackhole", false, true),
                new FakeConnector("jdbc", false, true),
                new FakeConnector("filesystem", true, false));

        @Override
        public ConnectorFactory connector(String name) {
            return all.stream()
                    .filter(connector -> connector.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new AlluviumException(
                            ErrorCode.CONNECTOR_NOT_FOUND,
                            "connector \"" + name + "\" does not exist",
                            Suggestion.didYouMean(name, names())));
        }

        @Override
        public Collection<String> names() {
            return all.stream().map(ConnectorFactory::name).toList();
        }
    }

    private static final class FakeFormats implements FormatRegistry {
        private final List<FormatFactory> all = new ArrayList<>(
                List.of(new FakeConnector.FakeFormat("json", false), new FakeConnector.FakeFormat("canal-json", true)));

        @Override
        public FormatFactory format(String name) {
            return all.stream()
                    .filter(format -> format.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new AlluviumException(
                            ErrorCode.FORMAT_NOT_FOUND,
                            "format \"" + name + "\" does not exist",
                            Suggestion.didYouMean(name, names())));
        }

        @Override
        public Collection<String> names() {
            return all.stream().map(FormatFactory::name).toList();
        }
    }
}

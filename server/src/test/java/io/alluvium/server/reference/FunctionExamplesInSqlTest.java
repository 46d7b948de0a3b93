package io.alluvium.server.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.alluvium.catalog.DatabaseDefinition;
import io.alluvium.catalog.MemoryCatalog;
import io.alluvium.catalog.SessionCatalog;
import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.FormatFactory;
import io.alluvium.core.connector.FormatRegistry;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.expression.Expression;
import io.alluvium.core.function.ConstantEvaluator;
import io.alluvium.core.function.FunctionSpec;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.planner.ConnectorCatalog;
import io.alluvium.planner.PlannedQuery;
import io.alluvium.planner.Planner;
import io.alluvium.planner.PlannerSettings;
import io.alluvium.runtime.expression.EngineConstantEvaluator;
import io.alluvium.runtime.function.BuiltInFunctions;
import io.alluvium.sql.StatementParser;
import io.alluvium.sql.StatementText;
import io.alluvium.sql.statement.Statement;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each example of the functions' page is a condition that SQL can write, the planner plans, and the engine finds true. */
class FunctionExamplesInSqlTest {
    private static final ZoneId ZONE = ZoneOffset.UTC;
    private static final ConstantEvaluator ENGINE = new EngineConstantEvaluator(ZONE);

    static Stream<String> examples() {
        return new BuiltInFunctions()
                .functions().stream().map(FunctionSpec::examples).flatMap(List::stream);
    }

    @ParameterizedTest
    @MethodSource("examples")
    void isTrue(String example) {
        Statement statement = StatementParser.parse(StatementText.of("SELECT " + example));
        Statement.Query query = (Statement.Query) statement;
        PlannedQuery planned = planner().planQuery(query.query(), query.text().positions());
        assertEquals(1L, value(planned), () -> example + " in " + planned.job().plan());
    }

    /** The one value of a query without tables. */
    private static Object value(PlannedQuery planned) {
        Object value = null;
        for (PlanNode node : planned.job().plan().nodes()) {
            if (node instanceof PlanNode.Values values && !values.rows().get(0).isEmpty()) {
                value = values.rows().get(0).get(0).value();
            } else if (node instanceof PlanNode.Calc calc) {
                Expression projection = calc.projections().get(0);
                boolean passedOn = projection instanceof Expression.Column;
                value = passedOn ? value : ENGINE.evaluate(projection).value();
            }
        }
        return value;
    }

    private static Planner planner() {
        MemoryCatalog stored = new MemoryCatalog();
        stored.createDatabase(new DatabaseDefinition(SessionCatalog.DEFAULT_DATABASE, null, Map.of(), null));
        return new Planner(
                new SessionCatalog(stored),
                new NoConnectors(),
                new NoFormats(),
                new BuiltInFunctions(),
                ENGINE,
                new PlannerSettings(ZONE));
    }

    private static final class NoConnectors implements ConnectorCatalog {
        @Override
        public ConnectorFactory connector(String name) {
            throw AlluviumException.internal("no connectors here: " + name);
        }

        @Override
        public Collection<String> names() {
            return List.of();
        }
    }

    private static final class NoFormats implements FormatRegistry {
        @Override
        public FormatFactory format(String name) {
            throw AlluviumException.internal("no formats here: " + name);
        }

        @Override
        public Collection<String> names() {
            return List.of();
        }
    }
}

package io.alluvium.server.session;

import io.alluvium.core.function.ConstantEvaluator;
import io.alluvium.core.function.FunctionCatalog;
import io.alluvium.core.operator.Operator;
import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.runtime.engine.CompiledScanFunctions;
import io.alluvium.runtime.engine.Connectors;
import io.alluvium.runtime.engine.ScanFunctions;
import io.alluvium.runtime.expression.EngineConstantEvaluator;
import io.alluvium.runtime.function.BuiltInFunctions;
import io.alluvium.runtime.operator.OperatorFactory;
import java.time.ZoneId;

/** Where the session gets the runtime's parts from. */
final class Operators {
    private Operators() {}

    static FunctionCatalog functions() {
        return new BuiltInFunctions();
    }

    static ConstantEvaluator constants(ZoneId zone) {
        return new EngineConstantEvaluator(zone);
    }

    static ScanFunctions scanFunctions() {
        return new CompiledScanFunctions();
    }

    /** One instance of an operator; tables of look-ups are opened by it. */
    static Operator create(PhysicalPlan plan, PlanNode node, Connectors connectors) {
        OperatorFactory factory = new OperatorFactory(
                plan,
                lookup -> connectors.factory(lookup.table().connector()).lookup(connectors.context(lookup.table())));
        return factory.create(node);
    }
}

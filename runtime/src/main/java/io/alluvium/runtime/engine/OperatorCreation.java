package io.alluvium.runtime.engine;

import io.alluvium.core.operator.Operator;
import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.core.plan.PlanNode;

/** Makes an operator instance for a plan node that is neither scan, values, exchange, union, sink nor collect. */
@FunctionalInterface
public interface OperatorCreation {
    Operator create(PhysicalPlan plan, PlanNode node, Connectors connectors);
}

package io.alluvium.core.function;

import java.util.Collection;

/** The scalar functions that the engine has beyond the fixed calls of {@link io.alluvium.core.expression.Expression.Call}. */
public interface FunctionCatalog {
    Collection<FunctionSpec> functions();
}

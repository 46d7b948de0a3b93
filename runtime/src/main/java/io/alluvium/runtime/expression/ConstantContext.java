package io.alluvium.runtime.expression;

import io.alluvium.core.function.FunctionContext;
import java.time.ZoneId;

/** A context that never changes: for constants and tests. */
public record ConstantContext(ZoneId zone, long processingTimeMicros) implements FunctionContext {}

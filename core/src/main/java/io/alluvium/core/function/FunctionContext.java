package io.alluvium.core.function;

import java.time.ZoneId;

/** What a function may ask besides its arguments. */
public interface FunctionContext {
    /** The session's zone, {@code table.local-time-zone}. */
    ZoneId zone();

    /** Processing time of the current epoch, microseconds since 1970 UTC. */
    long processingTimeMicros();
}

package io.alluvium.sql.statement;

import io.alluvium.core.error.SourcePosition;
import java.util.List;

/** The name of a table, view or database as written: {@code t}, {@code db.t} or {@code catalog.db.t}. */
public record ObjectName(List<String> parts, SourcePosition position) {
    public ObjectName {
        parts = List.copyOf(parts);
    }

    /** The last part: the object's own name. */
    public String simple() {
        return parts.get(parts.size() - 1);
    }

    /** The parts with dots between, for messages. */
    @Override
    public String toString() {
        return String.join(".", parts);
    }
}

package io.alluvium.testkit.scripts.memory;

import io.alluvium.core.error.AlluviumException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/** The tables of one run of a script, by {@code database.table}. Thread-safe. */
public final class MemoryTables {
    private final Map<String, MemoryTable> tables = new ConcurrentSkipListMap<>();

    public void add(MemoryTable table) {
        tables.put(table.name(), table);
    }

    public @Nullable MemoryTable find(String name) {
        return tables.get(name);
    }

    public MemoryTable require(String name) {
        MemoryTable table = tables.get(name);
        if (table == null) {
            throw AlluviumException.internal("no table in memory of the name " + name + " in " + tables.keySet());
        }
        return table;
    }

    public Collection<MemoryTable> all() {
        return List.copyOf(tables.values());
    }
}

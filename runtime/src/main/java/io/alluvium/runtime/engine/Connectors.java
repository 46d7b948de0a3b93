package io.alluvium.runtime.engine;

import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.TableContext;
import io.alluvium.core.connector.TableSpec;

/** How the engine opens tables. Thread-safe. */
public interface Connectors {
    /** @throws io.alluvium.core.error.AlluviumException CONNECTOR_NOT_FOUND with a suggestion */
    ConnectorFactory factory(String connector);

    /** The table with its options checked and its secrets resolved. */
    TableContext context(TableSpec table);
}

package io.alluvium.planner;

import io.alluvium.core.connector.ConnectorFactory;
import java.util.Collection;

/** The installed connectors. */
public interface ConnectorCatalog {
    /**
     * The connector of this name or alias.
     *
     * @throws io.alluvium.core.error.AlluviumException CONNECTOR_NOT_FOUND with a suggestion
     */
    ConnectorFactory connector(String name);

    Collection<String> names();
}

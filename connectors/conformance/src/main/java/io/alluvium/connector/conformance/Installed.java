package io.alluvium.connector.conformance;

import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.FormatFactory;
import io.alluvium.core.connector.FormatRegistry;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.util.Collection;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** Connectors and formats on the class path, found as the product finds them. */
public final class Installed implements FormatRegistry {
    private final Map<String, FormatFactory> formats = new TreeMap<>();

    public Installed() {
        for (FormatFactory format : ServiceLoader.load(FormatFactory.class)) {
            formats.put(format.name(), format);
        }
    }

    @Override
    public FormatFactory format(String name) {
        FormatFactory format = formats.get(name);
        if (format == null) {
            throw new AlluviumException(ErrorCode.FORMAT_NOT_FOUND, "no format \"" + name + "\" is installed");
        }
        return format;
    }

    @Override
    public Collection<String> names() {
        return formats.keySet();
    }

    public static ConnectorFactory connector(String name) {
        for (ConnectorFactory connector : ServiceLoader.load(ConnectorFactory.class)) {
            if (connector.name().equals(name) || connector.aliases().contains(name)) {
                return connector;
            }
        }
        throw new AlluviumException(ErrorCode.CONNECTOR_NOT_FOUND, "no connector \"" + name + "\" is installed");
    }
}

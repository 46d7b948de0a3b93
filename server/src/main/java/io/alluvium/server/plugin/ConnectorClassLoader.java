package io.alluvium.server.plugin;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;

/**
 * Loads one connector with its own libraries. From the engine it sees only the contracts of core and the logging API, so that
 * no library of the engine or of another connector can get in its way.
 */
final class ConnectorClassLoader extends URLClassLoader {
    private static final List<String> SHARED = List.of("io.alluvium.core.", "org.slf4j.", "org.jspecify.");

    private final ClassLoader engine;

    ConnectorClassLoader(String name, URL[] jars, ClassLoader engine) {
        super(name, jars, ClassLoader.getPlatformClassLoader());
        this.engine = engine;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        for (String prefix : SHARED) {
            if (name.startsWith(prefix)) {
                return engine.loadClass(name);
            }
        }
        return super.loadClass(name, resolve);
    }
}

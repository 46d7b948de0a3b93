package io.alluvium.server.plugin;

import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.FormatFactory;
import io.alluvium.core.connector.FormatRegistry;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.Suggestion;
import io.alluvium.planner.ConnectorCatalog;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The connectors and formats of this installation. In the distribution each folder under {@code connectors} has a class loader
 * of its own ({@link ConnectorClassLoader}), so that their libraries never meet; without a distribution they come from the class path.
 */
public final class InstalledConnectors implements FormatRegistry {
    private final Map<String, ConnectorFactory> connectors = new TreeMap<>();
    private final Map<String, String> aliases = new TreeMap<>();
    private final Map<String, FormatFactory> formats = new TreeMap<>();

    private InstalledConnectors() {}

    /** Those of the distribution this process was started from, else those on the class path. */
    public static InstalledConnectors ofThisProcess() {
        String home = System.getProperty("alluvium.home");
        return load(home == null ? null : Path.of(home));
    }

    /** @param home the distribution folder, or null to take what is on the class path only */
    public static InstalledConnectors load(@Nullable Path home) {
        InstalledConnectors installed = new InstalledConnectors();
        installed.add(InstalledConnectors.class.getClassLoader());
        Path folder = home == null ? null : home.resolve("connectors");
        if (folder != null && Files.isDirectory(folder)) {
            try (Stream<Path> children = Files.list(folder)) {
                children.filter(Files::isDirectory).sorted().forEach(child -> installed.add(loader(child)));
            } catch (IOException e) {
                throw new AlluviumException(
                        ErrorCode.STORAGE_FAILED, "cannot list the connectors in " + folder, null, e);
            }
        }
        return installed;
    }

    /** A connector by name or alias. @throws AlluviumException CONNECTOR_NOT_FOUND with a suggestion */
    public ConnectorFactory connector(String name) {
        ConnectorFactory found = connectors.get(aliases.getOrDefault(name, name));
        if (found == null) {
            String hint = Suggestion.didYouMean(name, connectors.keySet());
            throw new AlluviumException(
                    ErrorCode.CONNECTOR_NOT_FOUND,
                    "connector \"" + name + "\" is not installed",
                    hint != null ? hint : "installed are " + String.join(", ", connectors.keySet()));
        }
        return found;
    }

    /** All connectors, sorted by name. */
    public Collection<ConnectorFactory> connectors() {
        return connectors.values();
    }

    /** The connectors as the planner asks for them. */
    public ConnectorCatalog catalog() {
        return new ConnectorCatalog() {
            @Override
            public ConnectorFactory connector(String name) {
                return InstalledConnectors.this.connector(name);
            }

            @Override
            public Collection<String> names() {
                return connectors.keySet();
            }
        };
    }

    @Override
    public FormatFactory format(String name) {
        FormatFactory found = formats.get(name);
        if (found == null) {
            String hint = Suggestion.didYouMean(name, formats.keySet());
            throw new AlluviumException(
                    ErrorCode.FORMAT_NOT_FOUND,
                    "format \"" + name + "\" is not installed",
                    hint != null ? hint : "installed are " + String.join(", ", formats.keySet()));
        }
        return found;
    }

    @Override
    public Collection<String> names() {
        return formats.keySet();
    }

    private void add(ClassLoader loader) {
        for (ConnectorFactory connector : ServiceLoader.load(ConnectorFactory.class, loader)) {
            if (connectors.putIfAbsent(connector.name(), connector) == null) {
                connector.aliases().forEach(alias -> aliases.put(alias, connector.name()));
            }
        }
        for (FormatFactory format : ServiceLoader.load(FormatFactory.class, loader)) {
            formats.putIfAbsent(format.name(), format);
        }
    }

    private static ClassLoader loader(Path folder) {
        List<URL> jars = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                if (file.toString().endsWith(".jar")) {
                    jars.add(file.toUri().toURL());
                }
            }
        } catch (IOException e) {
            throw new AlluviumException(ErrorCode.STORAGE_FAILED, "cannot list the connector in " + folder, null, e);
        }
        return new ConnectorClassLoader(
                String.valueOf(folder.getFileName()),
                jars.toArray(new URL[0]),
                InstalledConnectors.class.getClassLoader());
    }
}

package io.alluvium.connector.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.FormatFactory;
import io.alluvium.core.connector.MetadataSpec;
import io.alluvium.core.connector.OptionSpec;
import io.alluvium.core.connector.Options;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;

/** What holds for every declaration: found as a service, unique names, defaults that are valid, one sentence each. */
public final class DeclarationChecks {
    private DeclarationChecks() {}

    /** The connectors on the class path have exactly these names, and their declarations are sound. */
    public static void connectors(String... names) {
        Set<String> found = new TreeSet<>();
        for (ConnectorFactory connector : ServiceLoader.load(ConnectorFactory.class)) {
            found.add(connector.name());
            options(connector.options(), connector.hasFormat() ? Set.of("format") : Set.of());
            metadata(connector.metadata(TestTable.of().spec(connector.name())));
        }
        assertEquals(new TreeSet<>(List.of(names)), found);
    }

    /** The formats on the class path have exactly these names, and their declarations are sound. */
    public static void formats(String... names) {
        Set<String> found = new TreeSet<>();
        for (FormatFactory format : ServiceLoader.load(FormatFactory.class)) {
            found.add(format.name());
            options(format.options(), Set.of());
            for (OptionSpec option : format.options()) {
                assertTrue(option.name().startsWith(format.name() + "."), option.name());
            }
            metadata(format.metadata(TestTable.of().spec("test")));
        }
        assertEquals(new TreeSet<>(List.of(names)), found);
    }

    private static void options(List<OptionSpec> options, Set<String> needed) {
        Set<String> names = new HashSet<>();
        for (OptionSpec option : options) {
            assertTrue(names.add(option.name()), option.name() + " is declared twice");
            sentence(option.name(), option.says());
            String preset = option.defaultText();
            if (preset != null) {
                OptionSpec alone = new OptionSpec(
                        option.name(), option.type(), null, false, option.secret(), option.choices(), option.says());
                Options.check("a default", List.of(alone), Map.of(option.name(), preset));
            }
        }
        assertTrue(names.containsAll(needed), "declares " + needed);
    }

    private static void metadata(List<MetadataSpec> columns) {
        Set<String> keys = new HashSet<>();
        for (MetadataSpec column : columns) {
            assertTrue(keys.add(column.key()), column.key() + " is declared twice");
            sentence(column.key(), column.says());
        }
    }

    private static void sentence(String name, String says) {
        assertTrue(says.endsWith(".") && Character.isUpperCase(says.charAt(0)), name + " has no sentence: " + says);
    }
}

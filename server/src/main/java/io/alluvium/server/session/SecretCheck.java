package io.alluvium.server.session;

import io.alluvium.catalog.TableDefinition;
import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.OptionSpec;
import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.SourcePosition;
import io.alluvium.server.plugin.InstalledConnectors;
import io.alluvium.server.plugin.OpenTables;
import io.alluvium.sql.statement.Option;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Refuses secrets in clear: what stands in a definition is stored and shown. */
final class SecretCheck {
    /** {@code ?password=word}, {@code ;PASSWORD=word}, {@code //user:word@host}; a reference may stand for the word. */
    private static final Pattern SECRET_IN_ADDRESS = Pattern.compile(
            "^\\w+:.*(?:[?&;,(](?:password|passwd|pwd|secret|token)\\d?=(?!\\$\\{(?:env|file):)[^&;,)\\s]"
                    + "|//[^/?#@:]+:(?!\\$\\{(?:env|file):)[^/?#@]+@)",
            Pattern.CASE_INSENSITIVE);

    private final InstalledConnectors connectors;

    SecretCheck(InstalledConnectors connectors) {
        this.connectors = connectors;
    }

    /** @throws AlluviumException OPTION_INVALID at the secret, which is not repeated */
    void check(TableDefinition table, List<Option> written) {
        String connector = table.connector();
        if (connector == null) {
            return;
        }
        ConnectorFactory factory = connectors.connector(connector);
        Map<String, String> options = new LinkedHashMap<>(table.options());
        options.remove("connector");
        TableSpec spec = new TableSpec(
                table.path().toString(), factory.name(), table.physicalSchema(), table.primaryKey(), options);
        check(OpenTables.declared(connectors, factory, spec), options, written);
    }

    /** The same for options that are no table's. */
    void check(List<OptionSpec> declared, Map<String, String> options, List<Option> written) {
        for (OptionSpec option : declared) {
            String value = options.get(option.name());
            boolean reference = value == null || value.isEmpty() || value.matches("\\$\\{(env|file):[^}]+}");
            boolean inAddress =
                    value != null && SECRET_IN_ADDRESS.matcher(value).find();
            if (option.secret() && !reference || inAddress) {
                throw new AlluviumException(
                        ErrorCode.OPTION_INVALID,
                        position(option.name(), written),
                        "option \"" + option.name() + "\" holds a secret in clear",
                        "write '${env:NAME}' or '${file:PATH}': definitions are stored and shown",
                        null);
            }
        }
    }

    /** The position of the key without its line, which would show the secret. */
    private static @Nullable SourcePosition position(String name, List<Option> written) {
        for (Option option : written) {
            if (option.key().equals(name)) {
                SourcePosition at = option.keyPosition();
                return new SourcePosition(at.file(), at.line(), at.column(), at.endLine(), at.endColumn(), null);
            }
        }
        return null;
    }
}

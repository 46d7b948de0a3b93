package io.alluvium.server.plugin;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Resolves the references in option values when a table is opened: {@code ${warehouse}} is the warehouse folder,
 * {@code ${env:NAME}} an environment variable, {@code ${file:PATH}} a file's content without its last line end (relative to
 * the warehouse folder). What they stand for is never stored or printed.
 */
public final class References {
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{(warehouse|env:[^}]+|file:[^}]+)}");

    private static final Pattern LAST_LINE_END = Pattern.compile("\\r?\\n\\z");

    private final Path warehouse;
    private final Function<String, @Nullable String> environment;

    public References(Path warehouse, Function<String, @Nullable String> environment) {
        this.warehouse = warehouse;
        this.environment = environment;
    }

    /** The options with all references resolved. @throws AlluviumException SECRET_NOT_FOUND naming the reference */
    public Map<String, String> resolve(Map<String, String> options) {
        Map<String, String> resolved = new LinkedHashMap<>();
        options.forEach((key, value) -> resolved.put(key, resolve(key, value)));
        return resolved;
    }

    private String resolve(String key, String value) {
        Matcher matcher = REFERENCE.matcher(value);
        StringBuilder text = new StringBuilder();
        while (matcher.find()) {
            matcher.appendReplacement(text, Matcher.quoteReplacement(target(key, matcher.group(1))));
        }
        return matcher.appendTail(text).toString();
    }

    private String target(String key, String reference) {
        if (reference.equals("warehouse")) {
            return warehouse.toAbsolutePath().toString();
        }
        String name = reference.substring(reference.indexOf(':') + 1);
        if (reference.startsWith("env:")) {
            String value = environment.apply(name);
            if (value == null) {
                throw notFound(key, reference, "set the environment variable " + name, null);
            }
            return value;
        }
        try {
            return LAST_LINE_END
                    .matcher(Files.readString(warehouse.resolve(name)))
                    .replaceFirst("");
        } catch (IOException e) {
            throw notFound(key, reference, "write the secret into the file " + warehouse.resolve(name), e);
        }
    }

    private static AlluviumException notFound(String key, String reference, String hint, @Nullable Throwable cause) {
        return new AlluviumException(
                ErrorCode.SECRET_NOT_FOUND,
                "option \"" + key + "\" refers to ${" + reference + "}, which does not exist",
                hint,
                cause);
    }
}

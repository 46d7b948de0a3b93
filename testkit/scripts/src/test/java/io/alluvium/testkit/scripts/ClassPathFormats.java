package io.alluvium.testkit.scripts;

import io.alluvium.core.connector.FormatFactory;
import io.alluvium.core.connector.FormatRegistry;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.Suggestion;
import java.util.Collection;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** The formats on the class path. */
final class ClassPathFormats implements FormatRegistry {
    private final Map<String, FormatFactory> formats = new TreeMap<>();

    ClassPathFormats() {
        ServiceLoader.load(FormatFactory.class).forEach(format -> formats.put(format.name(), format));
    }

    @Override
    public FormatFactory format(String name) {
        FormatFactory format = formats.get(name);
        if (format == null) {
            throw new AlluviumException(
                    ErrorCode.FORMAT_NOT_FOUND,
                    "format \"" + name + "\" is not installed",
                    Suggestion.didYouMean(name, names()));
        }
        return format;
    }

    @Override
    public Collection<String> names() {
        return formats.keySet();
    }
}

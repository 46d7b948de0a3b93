package io.alluvium.sql;

import io.alluvium.core.error.AlluviumException;
import java.nio.charset.StandardCharsets;
import org.apache.calcite.config.CalciteSystemProperty;

/**
 * Makes Calcite hold text as UTF-8. Calcite decides once, when its first class is loaded, from system properties and from the
 * resource {@code saffron.properties}, which this module ships. The properties set here serve class loaders that do not see the
 * resource; if Calcite was loaded by others before and with another charset, no statement is read at all rather than some text
 * wrongly.
 */
public final class CalciteCharset {
    private static final String NAME = StandardCharsets.UTF_8.name();

    static {
        setIfAbsent("calcite.default.charset", NAME);
        setIfAbsent("calcite.default.nationalcharset", NAME);
        setIfAbsent("calcite.default.collation.name", NAME + "$en_US");
    }

    private CalciteCharset() {}

    /** Call before the first use of Calcite. */
    public static void requireUtf8() {
        String charset = CalciteSystemProperty.DEFAULT_CHARSET.value();
        if (!NAME.equalsIgnoreCase(charset)) {
            throw AlluviumException.internal("Calcite was loaded with charset \"" + charset + "\" instead of UTF-8");
        }
    }

    private static void setIfAbsent(String key, String value) {
        if (System.getProperty(key) == null) {
            System.setProperty(key, value);
        }
    }
}

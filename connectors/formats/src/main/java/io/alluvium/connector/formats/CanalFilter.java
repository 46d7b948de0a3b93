package io.alluvium.connector.formats;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** Which databases and tables of a topic belong to a table: patterns for whole names. */
record CanalFilter(@Nullable Pattern database, @Nullable Pattern table) {

    static CanalFilter of(@Nullable String database, @Nullable String table, boolean caseSensitive) {
        return new CanalFilter(
                pattern(CanalFormat.DATABASE, database, caseSensitive),
                pattern(CanalFormat.TABLE, table, caseSensitive));
    }

    boolean isOpen() {
        return database == null && table == null;
    }

    boolean takes(CanalMessage message) {
        return matches(database, message.database) && matches(table, message.table);
    }

    private static boolean matches(@Nullable Pattern pattern, @Nullable String name) {
        return pattern == null || name != null && pattern.matcher(name).matches();
    }

    private static @Nullable Pattern pattern(String option, @Nullable String text, boolean caseSensitive) {
        if (text == null) {
            return null;
        }
        try {
            return Pattern.compile(text, caseSensitive ? 0 : Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
        } catch (PatternSyntaxException e) {
            throw new AlluviumException(
                    ErrorCode.OPTION_INVALID,
                    "option \"" + option + "\" is \"" + text + "\", which is no pattern: " + e.getDescription(),
                    "names are matched whole, several are written a|b, any is written .*",
                    e);
        }
    }
}

package io.alluvium.sql;

import io.alluvium.sql.generated.AlluviumSqlParser;
import io.alluvium.sql.generated.AlluviumSqlParserConstants;
import io.alluvium.sql.generated.ParseException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Which words the grammar keeps for itself, so that a name like them needs back quotes. */
public final class ReservedWords {
    /** All words of the grammar, in upper case. */
    private static final Set<String> KEYWORDS = Arrays.stream(AlluviumSqlParserConstants.tokenImage)
            .filter(image -> image.length() > 2 && Character.isLetter(image.charAt(1)) && image.startsWith("\""))
            .map(image -> image.substring(1, image.length() - 1).toUpperCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableSet());

    /** What the grammar says about a keyword, asked once. */
    private static final Map<String, Boolean> RESERVED = new ConcurrentHashMap<>();

    private ReservedWords() {}

    /** True for a word that can be a name only in back quotes; letter case does not matter. */
    public static boolean isReserved(String word) {
        String upper = word.toUpperCase(Locale.ROOT);
        return KEYWORDS.contains(upper) && RESERVED.computeIfAbsent(upper, ReservedWords::isNoName);
    }

    private static boolean isNoName(String keyword) {
        AlluviumSqlParser parser = StatementParser.newParser(keyword);
        try {
            parser.SimpleIdentifier();
            return false;
        } catch (ParseException e) {
            return true; // the answer, not a failure
        }
    }

    static boolean needsQuotes(String name) {
        if (name.isEmpty() || !isLetter(name.charAt(0))) {
            return true;
        }
        for (int i = 1; i < name.length(); i++) {
            if (!isLetter(name.charAt(i)) && !(name.charAt(i) >= '0' && name.charAt(i) <= '9')) {
                return true;
            }
        }
        return isReserved(name);
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }
}

package io.alluvium.sql;

import io.alluvium.sql.generated.ParseException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What the grammar would have taken at the place of an error, in words a person reads: a few of often hundreds of tokens. */
final class ExpectedTokens {
    private static final int SHOWN = 5;

    private final Set<String> keywords = new LinkedHashSet<>();
    private final Set<String> symbols = new LinkedHashSet<>();
    private boolean name;
    private boolean text;
    private boolean number;
    private boolean end;

    private ExpectedTokens() {}

    static ExpectedTokens of(ParseException e) {
        ExpectedTokens expected = new ExpectedTokens();
        for (int[] sequence : e.expectedTokenSequences) {
            if (sequence.length > 0) {
                expected.add(e.tokenImage[sequence[0]]);
            }
        }
        if (expected.name) {
            expected.keywords.removeIf(word -> !ReservedWords.isReserved(word));
        }
        return expected;
    }

    private void add(String image) {
        if (image.startsWith("\"")) {
            String token = image.substring(1, image.length() - 1);
            if (Character.isLetter(token.charAt(0))) {
                keywords.add(token.toUpperCase(Locale.ROOT));
            } else {
                symbols.add(token);
            }
            return;
        }
        switch (image) {
            case "<IDENTIFIER>", "<BACK_QUOTED_IDENTIFIER>" -> name = true;
            case "<QUOTED_STRING>" -> text = true;
            case "<UNSIGNED_INTEGER_LITERAL>" -> number = true;
            case "<EOF>" -> end = true;
            default -> {
                // Rarer forms of the same: other quotes, prefixed strings, approximate numbers.
            }
        }
    }

    boolean hasName() {
        return name;
    }

    boolean hasKeywords() {
        return !keywords.isEmpty();
    }

    boolean has(String symbol) {
        return symbols.contains(symbol);
    }

    Set<String> keywords() {
        return keywords;
    }

    /** {@code expected a name, "," or ")"}. */
    String sentence() {
        List<String> words = words();
        if (words.isEmpty()) {
            return "expected something else";
        }
        boolean more = words.size() > SHOWN;
        List<String> shown = more ? words.subList(0, SHOWN) : words;
        if (more) {
            return "expected " + String.join(", ", shown) + ", ..";
        }
        if (shown.size() == 1) {
            return "expected " + shown.get(0);
        }
        return "expected " + String.join(", ", shown.subList(0, shown.size() - 1)) + " or "
                + shown.get(shown.size() - 1);
    }

    private List<String> words() {
        List<String> words = new ArrayList<>();
        Set<String> leftKeywords = new LinkedHashSet<>(keywords);
        Set<String> leftSymbols = new LinkedHashSet<>(symbols);
        boolean expression = name && text && number;
        boolean operator = symbols.contains("+") && symbols.contains("=") && symbols.contains("*");
        if (expression) {
            words.add("an expression");
            leftKeywords.clear();
            leftSymbols.retainAll(Set.of(")", "*"));
            if (keywords.contains("SELECT")) {
                words.add("SELECT");
            }
        } else {
            if (name) {
                words.add("a name");
            }
            if (text) {
                words.add("a text in single quotes");
            }
            if (number) {
                words.add("a number");
            }
        }
        if (operator) {
            leftSymbols.retainAll(Set.of(",", ")", "]", "("));
            leftKeywords.retainAll(Set.of("AS", "FROM", "WHERE", "THEN", "ELSE", "END", "WHEN"));
        }
        leftSymbols.stream().map(symbol -> "\"" + symbol + "\"").forEach(words::add);
        words.addAll(leftKeywords);
        if (operator) {
            words.add("an operator");
        }
        if (end && words.size() < SHOWN) {
            words.add("the end of the statement");
        }
        return words;
    }
}

package io.alluvium.sql;

import io.alluvium.sql.generated.AlluviumSqlParserConstants;
import io.alluvium.sql.generated.ParseException;
import io.alluvium.sql.generated.TokenMgrError;
import io.alluvium.sql.grammar.Refusal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.runtime.CalciteContextException;

/**
 * What could stand behind the beginning of a text, found by trying: each phrase is put behind it, and what the grammar reads to the
 * end could stand there. The generated parser itself cannot say: it decides on several tokens at once and then knows neither which
 * of them is wrong nor what else would do. Costs some eighty parses of the beginning, once an error.
 */
final class Continuations {
    private static final int SHOWN = 5;

    static final String END = "the end of the statement";
    static final String EXPRESSION = "an expression";
    static final String NAME = "a name";
    static final String TEXT = "a text in single quotes";
    private static final String TYPE = "a type";
    private static final String NUMBER = "a number";
    private static final String OPERATOR = "an operator";

    /** What is shown, and texts that begin with it; long enough for decisions that look several tokens ahead. */
    private record Phrase(String shown, List<String> texts) {
        Phrase(String shown, String... texts) {
            this(shown, List.of(texts));
        }
    }

    private static final List<Phrase> PHRASES = List.of(
            new Phrase(EXPRESSION, "CASE WHEN TRUE THEN 1 END"),
            new Phrase(TYPE, "INT"),
            new Phrase(NAME, "`x`", "`x` INT", "`x`)", "`x` SELECT 1", "`x` AS (SELECT 1) SELECT 1"),
            new Phrase(TEXT, "'x'", "'x' = 'x'", "'x')"),
            new Phrase(NUMBER, "1", "1)"),
            new Phrase("\"(\"", "(`x`", "('x'", "(1", "(SELECT 1", "(`x` INT", "()", "(ALL"),
            new Phrase("\",\"", ", `x`", ", 'x' = 'x'", ", 1", ", `x` INT", ", (1", ", `x` AS (SELECT 1) SELECT 1"),
            new Phrase("\")\"", ")"),
            new Phrase("\"]\"", "]"),
            new Phrase("\"=\"", "= 'x'", "= 1"),
            new Phrase("\";\"", "; END", "; INSERT INTO `x` SELECT 1"),
            new Phrase("TABLE", "TABLE `x`", "TABLE `x` (`x` INT)"),
            new Phrase("VIEW", "VIEW `x`", "VIEW `x` AS SELECT 1"),
            new Phrase("DATABASE", "DATABASE `x`"),
            new Phrase("JOB", "JOB `x` AS INSERT INTO `x` SELECT 1"),
            new Phrase("TABLES", "TABLES"),
            new Phrase("VIEWS", "VIEWS"),
            new Phrase("DATABASES", "DATABASES"),
            new Phrase("COLUMNS", "COLUMNS FROM `x`"),
            new Phrase("FUNCTIONS", "FUNCTIONS"),
            new Phrase("CONNECTORS", "CONNECTORS"),
            new Phrase("JOBS", "JOBS"),
            new Phrase("INTO", "INTO `x` SELECT 1"),
            new Phrase("INSERT INTO", "INSERT INTO `x` SELECT 1"),
            new Phrase("SELECT", "SELECT 1"),
            new Phrase("VALUES", "VALUES (1)"),
            new Phrase(
                    "STATEMENT SET",
                    "STATEMENT SET BEGIN INSERT INTO `x` SELECT 1",
                    "STATEMENT SET INSERT INTO `x` SELECT 1"),
            new Phrase("SET", "SET BEGIN INSERT INTO `x` SELECT 1", "SET INSERT INTO `x` SELECT 1"),
            new Phrase("BEGIN", "BEGIN INSERT INTO `x` SELECT 1"),
            new Phrase("IF NOT EXISTS", "IF NOT EXISTS `x`"),
            new Phrase("IF EXISTS", "IF EXISTS `x`"),
            new Phrase("NOT EXISTS", "NOT EXISTS `x`"),
            new Phrase("EXISTS", "EXISTS `x`"),
            new Phrase("FROM", "FROM `x`", "FROM 'x'"),
            new Phrase("WHERE", "WHERE TRUE"),
            new Phrase("GROUP BY", "GROUP BY `x`"),
            new Phrase("HAVING", "HAVING TRUE"),
            new Phrase("ORDER BY", "ORDER BY `x`"),
            new Phrase("LIMIT", "LIMIT 1"),
            new Phrase("JOIN", "JOIN `x` ON TRUE"),
            new Phrase("ON", "ON TRUE", "ON WATERMARK"),
            new Phrase("UNION", "UNION ALL SELECT 1"),
            new Phrase("THEN", "THEN 1", "THEN 1 END"),
            new Phrase("WHEN", "WHEN 1 THEN 1 END"),
            new Phrase("ELSE", "ELSE 1 END"),
            new Phrase("END", "END"),
            new Phrase(
                    "AS",
                    "AS `x`",
                    "AS SELECT 1",
                    "AS (SELECT 1)",
                    "AS INT)",
                    "AS (SELECT 1) SELECT 1",
                    "AS INSERT INTO `x` SELECT 1"),
            new Phrase("AND", "AND 1"),
            new Phrase("BY", "BY `x`", "BY (`x`)"),
            new Phrase("PARTITION BY", "PARTITION BY `x`"),
            new Phrase("NOT NULL", "NOT NULL"),
            new Phrase("NULL", "NULL"),
            new Phrase("NOT ENFORCED", "NOT ENFORCED"),
            new Phrase("PRIMARY KEY", "PRIMARY KEY"),
            new Phrase("KEY", "KEY (`x`)", "KEY"),
            new Phrase("FOR", "FOR `x` AS `x`", "FOR SELECT 1"),
            new Phrase("METADATA", "METADATA"),
            new Phrase("COMMENT", "COMMENT 'x'", "COMMENT 'x' AS SELECT 1"),
            new Phrase("WITH", "WITH ('x' = 'x')", "WITH ('x' = 'x') AS INSERT INTO `x` SELECT 1"),
            new Phrase("PARTITIONED BY", "PARTITIONED BY (`x`)"),
            new Phrase("LIKE", "LIKE `x`", "LIKE 'x'"),
            new Phrase("WATERMARK", "WATERMARK"),
            new Phrase("EMIT ON WATERMARK", "EMIT ON WATERMARK"),
            new Phrase("INCLUDING", "INCLUDING ALL", "INCLUDING ('x') USING ('x' = 'x')"),
            new Phrase("EXCLUDING", "EXCLUDING ('x') USING ('x' = 'x')"),
            new Phrase("USING", "USING ('x' = 'x')"),
            new Phrase("DAY", "DAY"),
            new Phrase(OPERATOR, "+ 1"));

    private final Set<String> accepted;

    private Continuations(Set<String> accepted) {
        this.accepted = accepted;
    }

    /** What can stand behind the beginning. */
    static Continuations of(String beginning, StatementParser.Rule<?> rule) {
        Set<String> accepted = new LinkedHashSet<>();
        for (Phrase phrase : PHRASES) {
            if (phrase.texts().stream().anyMatch(text -> reads(beginning + "\n" + text, rule, true))) {
                accepted.add(phrase.shown());
            }
        }
        if (reads(beginning, rule, false)) {
            accepted.add(END);
        }
        return new Continuations(accepted);
    }

    private static boolean reads(String text, StatementParser.Rule<?> rule, boolean maybeUnfinished) {
        try {
            rule.apply(StatementParser.newParser(text));
            return true;
        } catch (ParseException e) {
            return maybeUnfinished
                    && e.currentToken != null
                    && e.currentToken.next != null
                    && e.currentToken.next.kind == AlluviumSqlParserConstants.EOF;
        } catch (Refusal e) {
            return true; // read, then refused for its meaning
        } catch (CalciteContextException | TokenMgrError | NumberFormatException e) {
            return false; // the answer, not a failure
        }
    }

    boolean isEmpty() {
        return accepted.isEmpty();
    }

    boolean has(String shown) {
        return accepted.contains(shown);
    }

    /** True where a plain name can stand. */
    boolean hasName() {
        return accepted.contains(NAME) || accepted.contains(EXPRESSION);
    }

    /** The first words of the keywords that can stand here. */
    List<String> keywords() {
        return accepted.stream()
                .filter(shown -> Character.isUpperCase(shown.charAt(0)))
                .map(Continuations::firstWord)
                .distinct()
                .toList();
    }

    private static String firstWord(String shown) {
        return shown.contains(" ") ? shown.substring(0, shown.indexOf(' ')) : shown;
    }

    /** {@code expected a name, "," or ")"}. */
    String sentence() {
        List<String> words = words();
        if (words.isEmpty()) {
            return "expected something else";
        }
        if (words.size() == 1) {
            return "expected " + words.get(0);
        }
        boolean more = words.size() > SHOWN;
        List<String> shown = words.subList(0, Math.min(SHOWN, words.size()));
        if (more) {
            return "expected " + String.join(", ", shown) + ", ..";
        }
        return "expected " + String.join(", ", shown.subList(0, shown.size() - 1)) + " or "
                + shown.get(shown.size() - 1);
    }

    private List<String> words() {
        List<String> words = new ArrayList<>(accepted);
        if (hasName()) {
            // A word that may be a name is accepted as one wherever a name is.
            words.removeIf(word -> Character.isUpperCase(word.charAt(0)) && !ReservedWords.isReserved(firstWord(word)));
        }
        if (accepted.contains(EXPRESSION)) {
            words.removeAll(List.of(
                    NAME,
                    TEXT,
                    NUMBER,
                    "\"(\"",
                    OPERATOR,
                    "VALUES",
                    "TABLE",
                    "NOT NULL",
                    "NOT ENFORCED",
                    "EXISTS",
                    "NOT EXISTS",
                    "IF EXISTS",
                    "NULL"));
        }
        if (accepted.contains(TYPE)) {
            words.remove(NAME);
        }
        if (accepted.contains("SELECT")) {
            words.removeAll(List.of("TABLE", "VALUES"));
        }
        if (accepted.contains("NOT NULL")) {
            words.remove("NULL");
        }
        return words;
    }
}

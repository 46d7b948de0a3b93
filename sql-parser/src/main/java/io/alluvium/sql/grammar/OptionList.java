package io.alluvium.sql.grammar;

import io.alluvium.core.error.ErrorCode;
import io.alluvium.sql.StatementText;
import io.alluvium.sql.statement.Option;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlLiteral;

/** The options of a WITH clause in the order written. */
public final class OptionList {
    private record Entry(SqlLiteral key, SqlLiteral value) {}

    private final Map<String, Entry> entries = new LinkedHashMap<>();

    public void add(SqlLiteral key, SqlLiteral value) {
        if (entries.put(Names.value(key), new Entry(key, value)) != null) {
            throw new Refusal(
                    ErrorCode.OPTION_INVALID,
                    key.getParserPosition(),
                    "option \"" + Names.value(key) + "\" stands twice",
                    "keep one of them");
        }
    }

    List<Option> in(StatementText text) {
        return entries.values().stream()
                .map(entry -> option(entry.key, entry.value, text))
                .toList();
    }

    static Option option(SqlLiteral key, SqlLiteral value, StatementText text) {
        return new Option(
                Names.value(key),
                Names.value(value),
                text.positions().of(key.getParserPosition()),
                text.positions().of(value.getParserPosition()));
    }
}

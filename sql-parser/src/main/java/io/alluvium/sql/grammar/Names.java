package io.alluvium.sql.grammar;

import io.alluvium.sql.StatementText;
import io.alluvium.sql.statement.Identifier;
import io.alluvium.sql.statement.ObjectName;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.jspecify.annotations.Nullable;

/** Calcite's identifiers and text literals as ours, with positions in the user's file. */
final class Names {
    private Names() {}

    static ObjectName object(SqlIdentifier name, StatementText text) {
        return new ObjectName(name.names, text.positions().of(name.getParserPosition()));
    }

    static @Nullable ObjectName objectOrNull(@Nullable SqlIdentifier name, StatementText text) {
        return name == null ? null : object(name, text);
    }

    static Identifier identifier(SqlIdentifier name, StatementText text) {
        return new Identifier(name.getSimple(), text.positions().of(name.getParserPosition()));
    }

    static List<Identifier> identifiers(SqlNodeList names, StatementText text) {
        return names.stream()
                .map((SqlNode name) -> identifier((SqlIdentifier) name, text))
                .toList();
    }

    /** Texts that stand for names. */
    static List<Identifier> texts(List<SqlLiteral> literals, StatementText text) {
        return literals.stream()
                .map(literal -> new Identifier(value(literal), text.positions().of(literal.getParserPosition())))
                .toList();
    }

    static String value(SqlLiteral literal) {
        return literal.getValueAs(String.class);
    }

    static @Nullable String valueOrNull(@Nullable SqlLiteral literal) {
        return literal == null ? null : value(literal);
    }
}

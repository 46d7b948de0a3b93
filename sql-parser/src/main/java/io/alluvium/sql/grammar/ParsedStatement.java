package io.alluvium.sql.grammar;

import io.alluvium.sql.StatementText;
import io.alluvium.sql.statement.Statement;
import java.util.function.Function;

/** A statement that the grammar has read but that does not know its text yet: the grammar sees only characters. */
public final class ParsedStatement {
    private final Function<StatementText, Statement> build;

    ParsedStatement(Function<StatementText, Statement> build) {
        this.build = build;
    }

    /** The statement, with its positions moved to where the text stands in the user's file. */
    public Statement of(StatementText text) {
        return build.apply(text);
    }
}

package io.alluvium.sql.grammar;

import io.alluvium.core.error.ErrorCode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Something the grammar reads but the dialect refuses, at a position inside the statement. The statement parser turns it into an
 * error at the position in the user's file.
 */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final transient SqlParserPos pos;
    private final String problem;
    private final @Nullable String hint;

    public Refusal(ErrorCode code, SqlParserPos pos, String problem, @Nullable String hint) {
        super(problem);
        this.code = code;
        this.pos = pos;
        this.problem = problem;
        this.hint = hint;
    }

    public ErrorCode code() {
        return code;
    }

    public SqlParserPos pos() {
        return pos;
    }

    public String problem() {
        return problem;
    }

    public @Nullable String hint() {
        return hint;
    }
}

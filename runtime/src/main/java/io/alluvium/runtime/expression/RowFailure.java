package io.alluvium.runtime.expression;

import io.alluvium.core.error.ErrorCode;

/**
 * An expression failed for one row. Thrown by generated code and what it calls, caught by the loop over the rows; never
 * leaves a compiled expression. It has no stack trace: bad rows may be many.
 */
public final class RowFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final int site;

    /** @param site number of the call in the compiled source, which knows its position in the user's text */
    public RowFailure(ErrorCode code, String problem, int site) {
        super(problem, null, false, false);
        this.code = code;
        this.site = site;
    }

    public ErrorCode code() {
        return code;
    }

    public int site() {
        return site;
    }

    public String problem() {
        return String.valueOf(getMessage());
    }
}

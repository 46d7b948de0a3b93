package io.alluvium.core.error;

import org.jspecify.annotations.Nullable;

/**
 * Every error that a user may see: what is wrong, where, and what to do. The message is lower case, without a full stop, with
 * quotes around what the user wrote, and never holds a secret.
 */
public class AlluviumException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final String problem;
    private final @Nullable SourcePosition position;
    private final @Nullable String hint;

    public AlluviumException(
            ErrorCode code,
            @Nullable SourcePosition position,
            String problem,
            @Nullable String hint,
            @Nullable Throwable cause) {
        super(render(code, position, problem, hint), cause);
        this.code = code;
        this.problem = problem;
        this.position = position;
        this.hint = hint;
    }

    public AlluviumException(ErrorCode code, String problem) {
        this(code, null, problem, null, null);
    }

    public AlluviumException(ErrorCode code, String problem, @Nullable String hint) {
        this(code, null, problem, hint, null);
    }

    public AlluviumException(ErrorCode code, String problem, @Nullable String hint, @Nullable Throwable cause) {
        this(code, null, problem, hint, cause);
    }

    /** A broken invariant; the message carries the values that broke it. */
    public static AlluviumException internal(String problem) {
        return new AlluviumException(ErrorCode.INTERNAL, null, problem, null, null);
    }

    /**
     * A full heap, with its size and the way to a larger one.
     *
     * @param where what was running, such as {@code job "x"}
     */
    public static AlluviumException memoryFull(String where, OutOfMemoryError cause) {
        return new AlluviumException(
                ErrorCode.MEMORY_FULL,
                null,
                "memory is full (" + cause.getMessage() + ") in " + where + "; the heap may take "
                        + (Runtime.getRuntime().maxMemory() >> 20) + " MB",
                "give it more with ALLUVIUM_JAVA_OPTIONS=-Xmx.., or bound the state: EXPLAIN says what each step keeps",
                cause);
    }

    public ErrorCode code() {
        return code;
    }

    /** What is wrong, without code, position and hint. */
    public String problem() {
        return problem;
    }

    public @Nullable SourcePosition position() {
        return position;
    }

    public @Nullable String hint() {
        return hint;
    }

    /** The same error at a position, where it had none. */
    public AlluviumException at(SourcePosition where) {
        if (position != null) {
            return this;
        }
        return new AlluviumException(code, where, problem, hint, this);
    }

    private static String render(
            ErrorCode code, @Nullable SourcePosition position, String problem, @Nullable String hint) {
        StringBuilder text = new StringBuilder(code.name());
        if (position != null) {
            text.append(" at ").append(position.label());
        }
        text.append(": ").append(problem);
        if (position != null && position.lineText() != null) {
            text.append(SourceExcerpt.of(position, position.lineText()));
        }
        if (hint != null) {
            text.append("\n  hint: ").append(hint);
        }
        return text.toString();
    }
}

package io.alluvium.core.error;

/** Who can mend an error. Decides the exit code of the command line, and with the code whether a job is restarted. */
public enum ErrorKind {
    /** The user's SQL, options or data; never retried. */
    USER(1),
    /** Another system (a server, a file system) failed; a job is restarted with back-off. */
    EXTERNAL(2),
    /** Memory, disk, a lock or earlier data is missing; a job is restarted where a later attempt can find it. */
    RESOURCE(2),
    /** A broken invariant of ours: a bug. */
    INTERNAL(3);

    private final int exitCode;

    ErrorKind(int exitCode) {
        this.exitCode = exitCode;
    }

    /** Exit code of the command line: 1 user, 2 external or resource, 3 bug. */
    public int exitCode() {
        return exitCode;
    }
}

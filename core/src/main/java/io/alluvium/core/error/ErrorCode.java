package io.alluvium.core.error;

/**
 * The stable words that name an error. A code never changes its meaning; scripts and alerts match on it. The sentence says
 * when it is raised and becomes the reference page of errors.
 */
public enum ErrorCode {
    // ---- SQL text
    SYNTAX_ERROR(ErrorKind.USER, "The SQL text does not follow the grammar."),
    UNSUPPORTED(ErrorKind.USER, "The statement is valid SQL that Alluvium does not run (yet)."),
    TABLE_NOT_FOUND(ErrorKind.USER, "A table or view is not in the catalog."),
    TABLE_EXISTS(ErrorKind.USER, "A table or view of this name is in the catalog already."),
    DATABASE_NOT_FOUND(ErrorKind.USER, "A database is not in the catalog."),
    DATABASE_EXISTS(ErrorKind.USER, "A database of this name is in the catalog already."),
    DATABASE_NOT_EMPTY(ErrorKind.USER, "A database that still holds tables is dropped without CASCADE."),
    COLUMN_NOT_FOUND(ErrorKind.USER, "A column does not exist."),
    COLUMN_AMBIGUOUS(ErrorKind.USER, "A column name fits several inputs."),
    COLUMN_COUNT_MISMATCH(ErrorKind.USER, "A query gives more or fewer columns than its target has."),
    FUNCTION_NOT_FOUND(ErrorKind.USER, "No function of this name takes these arguments."),
    TYPE_MISMATCH(ErrorKind.USER, "A value has a type that does not fit its place."),
    TYPE_UNSUPPORTED(ErrorKind.USER, "A type, precision or scale is outside the dialect."),
    QUERY_INVALID(ErrorKind.USER, "The query breaks a rule of SQL."),
    TABLE_INVALID(ErrorKind.USER, "A table definition contradicts itself."),
    SOURCE_NOT_FOUND(ErrorKind.USER, "A database or table of another system is not there, or may not be seen."),
    SOURCE_UNUSABLE(ErrorKind.USER, "A table of another system has no primary key, or a type without a counterpart."),
    // ---- options and configuration
    OPTION_UNKNOWN(ErrorKind.USER, "An option or configuration key is not known."),
    OPTION_MISSING(ErrorKind.USER, "A required option is missing."),
    OPTION_INVALID(ErrorKind.USER, "The value of an option cannot be read."),
    CONNECTOR_NOT_FOUND(ErrorKind.USER, "No connector of this name is installed."),
    FORMAT_NOT_FOUND(ErrorKind.USER, "No format of this name is installed."),
    SECRET_NOT_FOUND(ErrorKind.USER, "A secret reference points to nothing."),
    // ---- what a plan may do
    CHANGES_INTO_APPEND_ONLY(ErrorKind.USER, "A query with updates or deletes writes into an append-only target."),
    KEY_NOT_UNIQUE(ErrorKind.USER, "A changing query does not prove the primary key of its target unique."),
    SECOND_WRITER(ErrorKind.USER, "A keyed table has another job that writes it already."),
    CHANGELOG_NEEDED(ErrorKind.USER, "A raw change envelope is written into a keyed table without FROM_CHANGELOG."),
    LAYER_EDGE_FORBIDDEN(ErrorKind.USER, "A job reads a layer that the layer it writes may not read."),
    LAYER_RULE_BROKEN(ErrorKind.USER, "A table breaks a rule of its layer."),
    PLAN_CHANGED(ErrorKind.USER, "The job's plan differs from the one its state belongs to."),
    ZONE_CHANGED(ErrorKind.USER, "The session's time zone differs from the one that the job's state was made in."),
    // ---- running
    EXPRESSION_FAILED(ErrorKind.USER, "An expression could not be evaluated for a row."),
    NUMERIC_OVERFLOW(ErrorKind.USER, "A number does not fit its type."),
    DIVISION_BY_ZERO(ErrorKind.USER, "A division by zero."),
    CAST_FAILED(ErrorKind.USER, "A value cannot be converted to the asked type."),
    RECORD_INVALID(ErrorKind.USER, "A record of a source cannot be read as the table's format."),
    VALUE_REFUSED(ErrorKind.USER, "A store refuses a value that is to be written into it."),
    DEAD_LETTER_RATE(ErrorKind.USER, "More records were bad than the job allows."),
    INPUT_AFTER_END(
            ErrorKind.USER, "A bounded table got rows after a job had read it to its end and closed its windows."),
    NULL_INTO_NOT_NULL(ErrorKind.USER, "NULL was written into a column that is NOT NULL."),
    NULL_KEY(ErrorKind.USER, "A change has no value in a column of its key."),
    RECORD_TOO_LARGE(ErrorKind.USER, "A row makes a record that is larger than its store takes."),
    VALUE_TOO_LONG(ErrorKind.USER, "A text, or bytes, are longer than the column that they are written into."),
    FILE_NOT_FOUND(ErrorKind.USER, "A file or folder does not exist."),
    WAREHOUSE_NOT_FOUND(ErrorKind.USER, "No warehouse folder was found."),
    TEST_FAILED(ErrorKind.USER, "A script test did not get what it expects."),
    JOB_NOT_FOUND(ErrorKind.USER, "No job of this name is known."),
    JOB_RUNNING(ErrorKind.USER, "A job of this name is running."),
    STATE_FOLDER_IN_USE(ErrorKind.RESOURCE, "Another process owns the state folder."),
    STATE_CORRUPT(ErrorKind.RESOURCE, "A checkpoint file is damaged or unreadable."),
    STATE_VERSION(ErrorKind.RESOURCE, "A checkpoint was written by a version that this one cannot read."),
    RESTORE_BEHIND_STORE(ErrorKind.RESOURCE, "The checkpoint is older than what the store already holds."),
    FENCED(ErrorKind.RESOURCE, "A newer attempt of the same job has taken over."),
    TRANSACTION_LOST(ErrorKind.RESOURCE, "A store has given up a transaction that the job's checkpoint counts on."),
    SOURCE_DATA_LOST(ErrorKind.RESOURCE, "A source no longer holds data that the job has not read yet."),
    MEMORY_FULL(ErrorKind.RESOURCE, "The heap of the process is full."),
    STORAGE_FAILED(ErrorKind.RESOURCE, "Writing or reading the state folder failed."),
    EXTERNAL_FAILED(ErrorKind.EXTERNAL, "Another system refused or failed an operation."),
    INTERNAL(ErrorKind.INTERNAL, "A broken invariant: a bug of Alluvium.");

    private final ErrorKind kind;
    private final String says;

    ErrorCode(ErrorKind kind, String says) {
        this.kind = kind;
        this.says = says;
    }

    public ErrorKind kind() {
        return kind;
    }

    /** One sentence: when this error is raised. */
    public String says() {
        return says;
    }
}

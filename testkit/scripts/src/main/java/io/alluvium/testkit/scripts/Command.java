package io.alluvium.testkit.scripts;

import io.alluvium.core.error.ErrorCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One step of a script. */
sealed interface Command {
    ScriptLine line();

    /** A statement of the dialect: CREATE, SET, USE, INSERT INTO, a statement set. */
    record Sql(ScriptLine line, String text) implements Command {}

    /** {@code run FILE}: the statements of a file, whose path starts at the script's folder. */
    record RunFile(ScriptLine line, String file) implements Command {}

    /**
     * {@code [append] table NAME (..) [WITH (..)]}: a table that lives in the script.
     *
     * @param name as written, with its database where it has one
     * @param append rows are only ever added
     * @param text the statement CREATE TABLE
     */
    record Table(ScriptLine line, String name, boolean append, String text) implements Command {}

    /**
     * {@code stream NAME [keyed (columns)]} and a query: a job whose result is watched.
     *
     * @param keys the primary key of a table that takes the result, or empty for a plain SELECT
     */
    record Stream(ScriptLine line, String name, List<String> keys, String query) implements Command {
        public Stream {
            keys = List.copyOf(keys);
        }
    }

    /** {@code feed TABLE} and rows or records, in order. */
    record Feed(ScriptLine line, String table, List<Change> changes) implements Command {
        public Feed {
            changes = List.copyOf(changes);
        }
    }

    /**
     * What happens at once to a table: a row comes or goes, a row is replaced, or a record of the table's format comes.
     *
     * @param kind {@code +I}, {@code -D}, {@code *+I} ..; empty for a record
     */
    record Change(ScriptLine line, String kind, String text, int split) {
        boolean isRecord() {
            return kind.isEmpty();
        }

        boolean isUpsert() {
            return kind.startsWith("*");
        }

        int weight() {
            return kind.indexOf('+') >= 0 ? 1 : -1;
        }
    }

    /** {@code end TABLE}: the source ends behind what was fed. */
    record End(ScriptLine line, String table) implements Command {}

    /** {@code expect NAME}: the net changes since the last look, as lines {@code + ..} and {@code - ..} in any order. */
    record ExpectChanges(ScriptLine line, String name, List<Signed> rows) implements Command {
        public ExpectChanges {
            rows = List.copyOf(rows);
        }
    }

    /** {@code expect log NAME}: the changes of each epoch since the last look; checked where each change is an epoch. */
    record ExpectLog(ScriptLine line, String name, List<Signed> rows) implements Command {
        public ExpectLog {
            rows = List.copyOf(rows);
        }
    }

    /** {@code expect table NAME}: all current rows, in any order. */
    record ExpectTable(ScriptLine line, String name, List<Signed> rows) implements Command {
        public ExpectTable {
            rows = List.copyOf(rows);
        }
    }

    /** An expected row, or its removal. */
    record Signed(ScriptLine line, int weight, String text) {}

    /** {@code expect error CODE [text]}: the next step fails so. */
    record ExpectError(ScriptLine line, ErrorCode code, @Nullable String text, Command step) implements Command {}

    /** {@code expect dead letters N}: of all jobs so far. */
    record ExpectDeadLetters(ScriptLine line, long count) implements Command {}

    /** {@code expect counter NODE/NAME N}: the counter NAME, summed over the nodes with NODE in their id ({@code *} for all). */
    record ExpectCounter(ScriptLine line, String node, String name, long value) implements Command {}

    /** {@code checkpoint}, {@code crash}, {@code restore}, {@code stop}. */
    record Control(ScriptLine line, Action action) implements Command {}

    /** What can be done to all jobs. */
    enum Action {
        CHECKPOINT,
        CRASH,
        RESTORE,
        /** Ends all jobs with a final commit; {@code restore} starts them again. */
        STOP
    }

    /** {@code advance 10 s}: the clock, which stands still otherwise. */
    record Advance(ScriptLine line, long millis) implements Command {}
}

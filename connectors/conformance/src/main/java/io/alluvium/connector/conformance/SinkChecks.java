package io.alluvium.connector.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.alluvium.core.connector.ChangeBatch;
import io.alluvium.core.connector.Sink;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.RowBatch;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What holds for every sink that gives guarantees. */
public final class SinkChecks {
    private static final String JOB = "job-1";

    private SinkChecks() {}

    /** Every row as an insert. */
    public static ChangeBatch inserts(RowBatch rows) {
        int[] before = new int[rows.size()];
        int[] after = new int[rows.size()];
        Arrays.fill(before, -1);
        Arrays.setAll(after, i -> i);
        return new ChangeBatch(rows, before, after, rows.size());
    }

    /** Every row as a delete. */
    public static ChangeBatch deletes(RowBatch rows) {
        ChangeBatch inserts = inserts(rows);
        return new ChangeBatch(rows, inserts.after(), inserts.before(), rows.size());
    }

    /**
     * Prepare, commit, repeat, abort: rows are seen after the commit only, once, whoever commits; what was never committed goes.
     *
     * @param open opens the sink as a new process would
     * @param table the rows readers see now, see {@link RowTexts#table}
     */
    public static void transactional(
            Supplier<Sink.Transactional> open, Supplier<Map<String, Long>> table, RowBatch first, RowBatch second) {
        Sink.Commit one = new Sink.Commit(JOB, 1_700_000_000_001L, 1);
        Sink.Commit two = new Sink.Commit(JOB, 1_700_000_000_002L, 2);
        Map<String, Long> afterOne = RowTexts.table(RowTexts.of(first));
        Map<String, Long> afterTwo =
                RowTexts.table(Stream.concat(RowTexts.of(first).stream(), RowTexts.of(second).stream())
                        .toList());
        byte[] prepared;
        try (Sink.Transactional sink = open.get()) {
            sink.abortDangling(JOB);
            Sink.Transactional.Writer writer = sink.writer(0, 1);
            assertNull(
                    writer.prepare(new Sink.Commit(JOB, 1_700_000_000_000L, 1)), "nothing written, nothing prepared");
            writer.write(inserts(first));
            assertEquals(Map.of(), table.get(), "not prepared");
            prepared = present(writer.prepare(one));
            assertEquals(Map.of(), table.get(), "prepared, not committed");
            writer.write(inserts(second));
            // the process dies here: the writer is not closed
        }
        try (Sink.Transactional sink = open.get()) {
            sink.commit(one, prepared);
            sink.commit(one, prepared);
            assertEquals(afterOne, table.get(), "committed by another process, twice");
            sink.abortDangling(JOB);
            sink.commit(one, prepared);
            assertEquals(afterOne, table.get(), "what was not committed is gone");
            try (Sink.Transactional.Writer writer = sink.writer(0, 2)) {
                writer.write(inserts(second));
                byte[] next = present(writer.prepare(two));
                assertEquals(afterOne, table.get(), "the second is not committed yet");
                sink.commit(two, next);
            }
            assertEquals(afterTwo, table.get(), "both commits");
        }
    }

    /** A commit is written once with its ledger entry; older attempts are refused. */
    public static void writeAhead(
            Supplier<Sink.WriteAhead> open, Supplier<Map<String, Long>> table, RowBatch first, RowBatch second) {
        Sink.Commit one = new Sink.Commit(JOB, 1_700_000_000_001L, 1);
        Sink.Commit two = new Sink.Commit(JOB, 1_700_000_000_002L, 3);
        Map<String, Long> afterOne = RowTexts.table(RowTexts.of(first));
        try (Sink.WriteAhead sink = open.get()) {
            assertEquals(new Sink.LedgerEntry(0, 0), sink.ledger(JOB));
            sink.commit(one, List.of(inserts(first)));
            assertEquals(afterOne, table.get());
            assertEquals(new Sink.LedgerEntry(one.version(), 1), sink.ledger(JOB));
            sink.commit(one, List.of(inserts(first)));
            assertEquals(afterOne, table.get(), "repeated");
        }
        try (Sink.WriteAhead sink = open.get()) {
            sink.commit(one, List.of(inserts(first)));
            assertEquals(afterOne, table.get(), "repeated by another process");
            sink.commit(two, List.of(inserts(second)));
            Map<String, Long> afterTwo = table.get();
            AlluviumException refused = assertThrows(
                    AlluviumException.class,
                    () -> sink.commit(new Sink.Commit(JOB, 1_700_000_000_003L, 2), List.of(inserts(first))));
            assertEquals(ErrorCode.FENCED, refused.code());
            assertEquals(afterTwo, table.get(), "the fenced attempt changed nothing");
            assertEquals(new Sink.LedgerEntry(two.version(), 3), sink.ledger(JOB));
            assertEquals(new Sink.LedgerEntry(0, 0), sink.ledger("another job"));
            sink.commit(new Sink.Commit(JOB, two.version(), 4), List.of());
            assertEquals(
                    new Sink.LedgerEntry(two.version(), 4), sink.ledger(JOB), "a new attempt takes over at its start");
            sink.commit(new Sink.Commit("a new job", 0, 1), List.of());
            assertEquals(new Sink.LedgerEntry(0, 1), sink.ledger("a new job"));
            AlluviumException old = assertThrows(
                    AlluviumException.class,
                    () -> sink.commit(new Sink.Commit(JOB, 1_700_000_000_004L, 3), List.of(inserts(first))));
            assertEquals(ErrorCode.FENCED, old.code());
            assertEquals(afterTwo, table.get());
        }
    }

    private static byte[] present(byte @Nullable [] prepared) {
        assertNotNull(prepared, "rows were written, so a commit is prepared");
        return prepared == null ? new byte[0] : prepared;
    }
}

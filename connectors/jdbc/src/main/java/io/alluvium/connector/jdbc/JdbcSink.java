package io.alluvium.connector.jdbc;

import io.alluvium.core.connector.ChangeBatch;
import io.alluvium.core.connector.Sink;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowCodec;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes each commit in one transaction with its row of the ledger, in key order: removals, then upserts. A commit that the
 * ledger holds already is not written again; a commit of an older attempt is refused.
 */
final class JdbcSink implements Sink.WriteAhead {
    private static final String CONFLICT_STATE = "40001";
    private final JdbcTable table;
    private final int batchRows;
    private final List<JdbcColumn> columns;
    private final int[] keys;
    private final boolean replacesByDelete;
    private final Retries retries;
    private @Nullable Connection connection;

    JdbcSink(JdbcTable table, int batchRows) {
        this.table = table;
        this.batchRows = Math.max(1, batchRows);
        this.columns = table.columns();
        this.keys = table.keyPositions();
        this.replacesByDelete = table.replacesByDelete();
        this.retries = new Retries(table);
    }

    @Override
    public LedgerEntry ledger(String job) {
        try {
            LedgerEntry entry = readLedger(connected(), job, false);
            rollback();
            return entry == null ? new LedgerEntry(0, 0) : entry;
        } catch (SQLException e) {
            throw failed("the ledger cannot be read", e);
        }
    }

    @Override
    public void commit(Commit commit, Iterable<ChangeBatch> changes) {
        List<RowChange> removals = new ArrayList<>();
        List<RowChange> writes = new ArrayList<>();
        sort(changes, removals, writes);
        String operation = "commit " + commit.version() + " of job \"" + commit.job() + "\"";
        try {
            // a commit that is done again after it was done after all finds its version in the ledger
            retries.run(operation, () -> {
                try {
                    write(commit, removals, writes);
                } catch (SQLException e) {
                    dropConnection(e);
                    throw e;
                }
                return commit;
            });
        } catch (SQLException e) {
            throw failed(operation + " failed", e);
        }
    }

    private void write(Commit commit, List<RowChange> removals, List<RowChange> writes) throws SQLException {
        Connection open = connected();
        LedgerEntry entry = readLedger(open, commit.job(), true);
        boolean known = entry != null && entry.version() >= commit.version();
        if (entry != null && known && entry.attempt() == commit.attempt()) {
            open.rollback();
            table.dialect().makeDurable(open, table.connections().address());
            return;
        }
        try {
            requireNotFenced(commit, entry);
            // first, so that of two writers of a new job one waits here or fails
            writeLedger(open, commit, entry);
            // a commit that is known from an older attempt only fences that attempt
            if (!known) {
                write(open, removals, writes);
            }
        } catch (AlluviumException e) {
            open.rollback();
            throw e;
        }
        open.commit();
        table.dialect().makeDurable(open, table.connections().address());
    }

    private void write(Connection open, List<RowChange> removals, List<RowChange> writes) throws SQLException {
        if (keys.length == 0) {
            apply(open, table.insertSql(), writes, false);
            return;
        }
        apply(open, table.deleteSql(), removals, true);
        if (replacesByDelete) {
            apply(open, table.deleteSql(), writes, true);
        }
        apply(open, replacesByDelete ? table.insertSql() : table.upsertSql(), writes, false);
    }

    private void requireNotFenced(Commit commit, @Nullable LedgerEntry entry) {
        if (entry != null && entry.attempt() > commit.attempt()) {
            throw new AlluviumException(
                    ErrorCode.FENCED,
                    "table \"" + table.logicalName() + "\" of database "
                            + table.connections().address() + " was taken over by attempt " + entry.attempt()
                            + " of job \"" + commit.job() + "\", this is attempt " + commit.attempt());
        }
    }

    @Override
    public void close() {
        Connection open = connection;
        connection = null;
        if (open != null) {
            try {
                open.close();
            } catch (SQLException e) {
                throw table.connections().failed("the connection cannot be closed", e);
            }
        }
    }

    /** A row to write, or to remove by its key. */
    private record RowChange(RowBatch rows, int row, byte[] key) {}

    private void sort(Iterable<ChangeBatch> changes, List<RowChange> removals, List<RowChange> writes) {
        RowCodec codec = keys.length == 0 ? null : RowCodec.of(table.schema(), keys);
        for (ChangeBatch batch : changes) {
            Column[] keyColumns = Arrays.stream(keys)
                    .mapToObj(key -> batch.rows().column(key))
                    .toArray(Column[]::new);
            for (int i = 0; i < batch.size(); i++) {
                int after = batch.after()[i];
                int row = after >= 0 ? after : batch.before()[i];
                byte[] key = codec == null ? new byte[0] : codec.encode(keyColumns, row);
                if (codec == null && after < 0) {
                    throw AlluviumException.internal(
                            "a removal reached table " + table.logicalName() + ", which has no primary key");
                }
                (after >= 0 ? writes : removals).add(new RowChange(batch.rows(), row, key));
            }
        }
        // one order for all writers, so that two of them never wait for each other
        removals.sort(Comparator.comparing(RowChange::key, Arrays::compareUnsigned));
        writes.sort(Comparator.comparing(RowChange::key, Arrays::compareUnsigned));
    }

    private void apply(Connection open, String sql, List<RowChange> changes, boolean keysOnly) throws SQLException {
        if (changes.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = open.prepareStatement(sql)) {
            int waiting = 0;
            for (RowChange change : changes) {
                int count = keysOnly ? keys.length : columns.size();
                for (int i = 0; i < count; i++) {
                    int column = keysOnly ? keys[i] : i;
                    columns.get(column)
                            .set(statement, i + 1, change.rows.column(column).value(change.row));
                }
                statement.addBatch();
                if (++waiting == batchRows) {
                    statement.executeBatch();
                    waiting = 0;
                }
            }
            if (waiting > 0) {
                statement.executeBatch();
            }
        }
    }

    /** The job's entry, locked until the end of the transaction if asked; null where there is none. */
    private @Nullable LedgerEntry readLedger(Connection open, String job, boolean lock) throws SQLException {
        String sql = "SELECT version, attempt FROM " + table.ledger() + " WHERE job = ? AND target = ?";
        try (PreparedStatement statement = open.prepareStatement(lock ? sql + " FOR UPDATE" : sql)) {
            statement.setString(1, job);
            statement.setString(2, table.catalogName());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? new LedgerEntry(row.getLong(1), row.getLong(2)) : null;
            }
        }
    }

    private void writeLedger(Connection open, Commit commit, @Nullable LedgerEntry before) throws SQLException {
        // not an upsert: an entry that another process has made meanwhile must be seen
        String sql = before == null
                ? "INSERT INTO " + table.ledger() + " (version, attempt, job, target) VALUES (?, ?, ?, ?)"
                : "UPDATE " + table.ledger() + " SET version = ?, attempt = ? WHERE job = ? AND target = ?";
        try (PreparedStatement statement = open.prepareStatement(sql)) {
            statement.setLong(1, before == null ? commit.version() : Math.max(before.version(), commit.version()));
            statement.setLong(2, commit.attempt());
            statement.setString(3, commit.job());
            statement.setString(4, table.catalogName());
            statement.executeUpdate();
        } catch (SQLIntegrityConstraintViolationException e) {
            SQLException conflict = new SQLTransactionRollbackException(
                    "another process made the job's entry of the ledger first", CONFLICT_STATE, e);
            throw before == null ? conflict : e;
        }
    }

    private Connection connected() throws SQLException {
        Connection open = connection;
        if (open == null || open.isClosed()) {
            open = table.connections().connect();
            connection = open;
            // gaps need no locks: the ledger decides who writes
            open.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            createLedger(open);
            open.setAutoCommit(false);
        }
        return open;
    }

    /** Looks first: who may write is not always one who may create. */
    private void createLedger(Connection open) throws SQLException {
        try (Statement statement = open.createStatement()) {
            try {
                statement
                        .executeQuery("SELECT 1 FROM " + table.ledger() + " WHERE 1 = 0")
                        .close();
            } catch (SQLException e) {
                if (!table.dialect().isMissingTable(e)) {
                    throw e;
                }
                statement.execute(table.dialect().ledgerDdl(table.ledger()));
            }
        }
    }

    private void rollback() throws SQLException {
        Connection open = connection;
        if (open != null) {
            open.rollback();
        }
    }

    private AlluviumException failed(String operation, SQLException e) {
        dropConnection(e);
        return table.connections().failed("table \"" + table.logicalName() + "\": " + operation, e);
    }

    /** Drops the connection, and with it whatever its transaction did; the next call connects anew. */
    private void dropConnection(SQLException e) {
        Connection open = connection;
        connection = null;
        if (open != null) {
            try (open) {
                if (!open.isClosed()) {
                    open.rollback();
                }
            } catch (SQLException second) {
                if (second != e) {
                    e.addSuppressed(second);
                }
            }
        }
    }
}
